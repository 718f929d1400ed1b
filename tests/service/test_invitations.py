"""Riders are invited by a link, fill in who they are, and can have deliveries."""

import logging
import re
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from sqlalchemy import select

from bot.base.database.prepared import Query, as_row
from bot.service.app import FleetService
from bot.service.environment import UnitOfWork
from bot.service.mail import SmtpMail
from bot.service.operations.enrolment import set_active
from bot.service.operations.invitation import invite_or_renew
from bot.service.operations.keys import set_key
from bot.service.request_bodies.enrolment import NewRiders
from bot.service.sms import OutboxSms
from bot.service.store.invitation_rows import WaitingMail, end_mail, mail_later
from bot.service.store.tables import invitations
from tests.service.fleet import KEY, Fleet, settings_at
from tests.service.mail_server import MailServer, mail_server
from tests.support.clock import ManualClock

INVITATION = {
    "rider_emails": ["bisi@example.com"],
    "commission_value": 10,
    "commission_type": "commission",
}
BISI = {
    "name": "Bisi <b>Ola</b>",
    "phone_code": "234",
    "phone_number": "08020000002",
    "vehicle_plate_number": "LAG-2",
}


@pytest.fixture
async def mail() -> AsyncIterator[MailServer]:
    async with mail_server() as server:
        yield server


@pytest.fixture
async def mailing(
    folder: Path, certificates: Path, clock: ManualClock, mail: MailServer
) -> AsyncIterator[Fleet]:
    settings = settings_at(folder, certificates, sends_mail=True, bot_username="shop_bot")
    sms = OutboxSms()
    service = FleetService(settings, sms=sms, mail=SmtpMail(mail.mailbox), clock=clock)
    service.public_url = "https://fleet.example"
    http = httpx.AsyncClient(
        transport=httpx.ASGITransport(service.asgi),
        base_url="https://fleet.example/development/api/v1",
        headers={"x-api-key": KEY},
    )
    async with service, http:
        await set_key(service.environment("development"), KEY)
        yield Fleet(service, http, sms, clock)


async def invited(fleet: Fleet, mail: MailServer) -> str:
    """A link that was mailed."""
    await fleet.post("/riders/create", INVITATION)
    await fleet.service.idle()
    return mail.link()


async def filled_in(fleet: Fleet, link: str, **changes: str) -> httpx.Response:
    """What a person gets who opens a link, fills in the form and sends it."""
    page = await fleet.http.get(link)
    token = re.findall(r'name="form_token" value="([^"]+)"', page.text)
    if not token:
        return page
    return await fleet.http.post(link, data=BISI | changes | {"form_token": token[0]})


async def test_an_invited_rider_joins_by_the_mailed_link_and_gets_a_job(
    mailing: Fleet, mail: MailServer
):
    link = await invited(mailing, mail)
    ((to, subject, text),) = mail.letters
    assert (to, subject) == ("bisi@example.com", "Ride for Handover Couriers")
    assert "until 09 March 2026" in text
    form = await mailing.http.get(link)
    assert "Ride for Handover Couriers" in form.text
    joined = await filled_in(mailing, link)
    assert joined.status_code == 303
    welcome = await mailing.http.get(f"https://fleet.example{joined.headers['location']}")
    assert "https://t.me/shop_bot?start=hello" in welcome.text
    (rider,) = (await mailing.riders())["riders"]["data"]
    assert (rider["active"], rider["phone_number"]) == (True, "08020000002")
    assert (rider["name"], rider["email"]) == (BISI["name"], "bisi@example.com")
    created = await mailing.create()
    assert await mailing.assign(rider["uuid"], created["uuid"])


async def test_a_link_works_once_and_an_unknown_one_reads_the_same(
    mailing: Fleet, mail: MailServer
):
    link = await invited(mailing, mail)
    await filled_in(mailing, link)
    for opened in (link, link.replace("/development/", "/production/"), f"{link}x"):
        answer = await mailing.http.get(opened)
        assert answer.status_code == 404
        assert "This link opens nothing any more" in answer.text


async def test_a_link_ends_after_a_week(mailing: Fleet, mail: MailServer):
    link = await invited(mailing, mail)
    mailing.clock.advance(timedelta(days=7))
    answer = await mailing.http.get(link)
    assert answer.status_code == 404


async def test_a_form_without_its_token_is_refused(mailing: Fleet, mail: MailServer):
    link = await invited(mailing, mail)
    refused = await mailing.http.post(link, data=BISI)
    assert refused.status_code == 403
    assert (await filled_in(mailing, link)).status_code == 303


async def test_what_cannot_be_is_said_at_its_field_and_the_rest_stays(
    mailing: Fleet, mail: MailServer
):
    await mailing.rider()
    link = await invited(mailing, mail)
    wrong = await filled_in(mailing, link, phone_number="none")
    assert wrong.status_code == 422
    assert "Please write your phone number in digits." in wrong.text
    assert "Bisi &lt;b&gt;Ola&lt;/b&gt;" in wrong.text
    impossible = await filled_in(mailing, link, phone_number="0806777")
    assert "There is no such phone number." in impossible.text
    assert "Another rider" not in impossible.text
    taken = await filled_in(mailing, link, phone_number="08067778888")
    assert "Another rider has this phone number." in taken.text
    assert "Musa" not in taken.text
    assert (await filled_in(mailing, link)).status_code == 303


async def test_a_new_invitation_ends_the_former_link(mailing: Fleet, mail: MailServer):
    former = await invited(mailing, mail)
    await invite_or_renew(mailing.development, NewRiders.model_validate(INVITATION))
    await mailing.service.idle()
    assert (await filled_in(mailing, former)).status_code == 404
    assert (await filled_in(mailing, mail.link())).status_code == 303


async def test_who_was_removed_meanwhile_cannot_join(mailing: Fleet, mail: MailServer):
    link = await invited(mailing, mail)
    (rider,) = (await mailing.riders())["riders"]["data"]
    await set_active(mailing.development, rider["uuid"], active=False)
    assert (await filled_in(mailing, link)).status_code == 404


async def test_a_mail_that_is_put_off_goes_later_and_no_link_is_in_log_or_database(
    mailing: Fleet, mail: MailServer, folder: Path, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.INFO)
    mail.refusal = "451 come again"
    await mailing.post("/riders/create", INVITATION)
    await mailing.service.idle()
    assert mail.letters == []
    mail.refusal = ""
    mailing.clock.advance(timedelta(minutes=1))
    await mailing.service.idle()
    token = mail.link().rpartition("/")[2]
    assert len(mail.letters) == 1
    stored = b"".join(file.read_bytes() for file in folder.iterdir())
    assert token.encode() not in stored
    assert token not in caplog.text
    assert "451" in caplog.text


async def test_an_address_that_is_refused_for_good_is_given_up(
    mailing: Fleet, mail: MailServer, caplog: pytest.LogCaptureFixture
):
    mail.refusal = "550 nobody here"
    await mailing.post("/riders/create", INVITATION)
    await mailing.service.idle()
    assert "is given up: the mail server refuses the address with 550" in caplog.text
    assert "bisi" not in caplog.text
    assert await counted(mailing, "failed") == 1


async def counted(fleet: Fleet, outcome: str) -> float:
    page = (await fleet.http.get("https://fleet.example/metrics")).text
    sample = f'handover_service_mails_total{{outcome="{outcome}"}} '
    found = [line.removeprefix(sample) for line in page.splitlines() if line.startswith(sample)]
    return sum(map(float, found))


async def test_mails_are_counted_by_what_became_of_them(mailing: Fleet, mail: MailServer):
    await invited(mailing, mail)
    assert (await counted(mailing, "done"), await counted(mailing, "failed")) == (1, 0)


async def test_a_new_invitation_does_not_wait_for_the_attempts_at_the_former(
    mailing: Fleet, mail: MailServer
):
    mail.refusal = "451 come again"
    await mailing.post("/riders/create", INVITATION)
    await mailing.service.idle()
    mail.refusal = ""
    await invite_or_renew(mailing.development, NewRiders.model_validate(INVITATION))
    await mailing.service.idle()
    assert len(mail.letters) == 1
    mailing.clock.advance(timedelta(days=1))
    await mailing.service.idle()
    assert len(mail.letters) == 1


@pytest.mark.parametrize("outcome", ["done", "failed", "later"])
async def test_what_becomes_of_a_former_invitations_mail_is_not_taken_for_that_of_the_new_one(
    mailing: Fleet, mail: MailServer, outcome: str
):
    mail.refusal = "451 come again"
    (invited,) = await invite_or_renew(mailing.development, NewRiders.model_validate(INVITATION))
    await mailing.service.idle()
    mail.refusal = ""
    environment = mailing.development

    def renewed_while_it_was_mailed(work: UnitOfWork) -> None:
        (row,) = work.tx.all(Query(select(invitations), as_row))
        former = WaitingMail(
            row[0], environment.name, invited.rider.uuid, "", row[3], b"", work.now, 1
        )
        invite_or_renew.__wrapped__(work, NewRiders.model_validate(INVITATION))
        if outcome == "later":
            mail_later(work.tx, former, work.now)
        else:
            end_mail(work.tx, former, outcome)

    await environment.write(renewed_while_it_was_mailed)
    await mailing.service.idle()
    assert len(mail.letters) == 1
    assert (await filled_in(mailing, mail.link())).status_code == 303
