"""Mail goes to a server that proves who it is, with what a mail has to have, and once."""

import ssl
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import get_args

import pytest

from bot.service.mail import Letter, MailError, MailRefusedError, Security, SmtpMail
from tests.service.mail_server import PASSWORD, USER, MailServer, mail_server

LETTER = Letter(
    to="bisi@example.com",
    subject="Ride for Ada’s",
    text="Open this link.\n",
    name="0a1b",
    written_at=datetime(2026, 3, 2, 9, 0, tzinfo=UTC),
)


@pytest.fixture(params=[each for each in get_args(Security) if each != "none"])
async def server(request: pytest.FixtureRequest, certificates: Path) -> AsyncIterator[MailServer]:
    async with mail_server(request.param, certificates) as server:
        yield server


@pytest.fixture
def trusting(certificates: Path) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=certificates / "ca.pem")


async def test_a_letter_goes_over_tls_with_user_and_password(
    server: MailServer, trusting: ssl.SSLContext
):
    await SmtpMail(server.mailbox, tls=trusting).send(LETTER)
    assert server.letters == [("bisi@example.com", "Ride for Ada’s", "Open this link.\r\n")]
    assert server.log_ins == [(USER.encode(), PASSWORD.encode())]


async def test_a_server_that_no_authority_vouches_for_learns_nothing(server: MailServer):
    with pytest.raises(MailError, match="could not be used"):
        await SmtpMail(server.mailbox).send(LETTER)
    assert (server.letters, server.log_ins) == ([], [])


async def test_a_wrong_password_is_not_the_letters_fault(
    server: MailServer, trusting: ssl.SSLContext
):
    box = replace(server.mailbox, password="wrong")
    with pytest.raises(MailError) as refused:
        await SmtpMail(box, tls=trusting).send(LETTER)
    assert not isinstance(refused.value, MailRefusedError)
    assert "wrong" not in str(refused.value)
    assert server.letters == []


async def test_a_server_that_offers_no_tls_where_it_should_learns_nothing(
    trusting: ssl.SSLContext,
):
    async with mail_server() as plain:
        box = replace(plain.mailbox, security="starttls")
        with pytest.raises(MailError, match="could not be used"):
            await SmtpMail(box, tls=trusting).send(LETTER)
        assert plain.letters == []


async def test_a_letter_has_a_date_and_a_name_that_stays_when_it_is_sent_again():
    async with mail_server() as server:
        box = replace(server.mailbox, sender="Ada’s Rides <rides@shop.example>")
        for _ in range(2):
            await SmtpMail(box).send(LETTER)
        first, second = server.arrived
        assert first["Date"].datetime == LETTER.written_at
        assert first["Message-ID"] == second["Message-ID"] == "<0a1b@shop.example>"
        assert first["Auto-Submitted"] == "auto-generated"


@pytest.mark.parametrize("to", ["a,bisi@example.com", "bisi<ada@example.com>", "bisi;@x"])
async def test_what_mail_would_read_as_another_address_is_refused(to: str):
    async with mail_server() as server:
        with pytest.raises(MailRefusedError):
            await SmtpMail(server.mailbox).send(replace(LETTER, to=to))
        assert server.letters == []


async def test_an_attempt_has_an_end_however_slowly_each_step_goes():
    async with mail_server() as server:
        server.pace = 0.2
        carrier = SmtpMail(server.mailbox, patience=timedelta(seconds=0.5))
        with pytest.raises(MailError, match="TimeoutError"):
            await carrier.send(LETTER)


async def test_a_letter_that_was_taken_is_sent_even_if_the_server_takes_no_leave():
    async with mail_server() as server:
        server.lingers = True
        await SmtpMail(server.mailbox, patience=timedelta(seconds=2)).send(LETTER)
        assert len(server.letters) == 1
