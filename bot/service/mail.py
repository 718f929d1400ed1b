"""E-mail out: the seam to whatever carries it, and SMTP."""

import asyncio
import ssl
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.utils import parseaddr
from typing import Literal, Protocol

import aiosmtplib

from bot.service.addresses import LOOPBACK
from bot.service.carriers import CarrierError, CarrierRefusedError
from bot.service.rules.riders import MAIL_TIMEOUT


class MailError(CarrierError):
    """The mail was not taken."""


class MailRefusedError(MailError, CarrierRefusedError):
    """The server will never take this mail."""


@dataclass(frozen=True, slots=True)
class Letter:
    """One e-mail, in plain text. By its `name` a mailbox recognises a duplicate."""

    to: str
    subject: str
    text: str = field(repr=False)
    name: str
    written_at: datetime


class MailCarrier(Protocol):
    async def send(self, letter: Letter) -> None:
        """Hand over one letter, or raise `MailError`."""


class NoMail:
    """The carrier of mail if no server is set."""

    async def send(self, letter: Letter) -> None:  # noqa: ARG002 - as of all carriers
        raise MailError("no mail server is set in [mail]")


class OutboxMail:
    """Keeps the letters: for demonstrations and tests."""

    def __init__(self) -> None:
        self.letters: list[Letter] = []

    async def send(self, letter: Letter) -> None:
        self.letters.append(letter)


_LEAVE_SECONDS = 5.0
_PERMANENT = 500

Security = Literal["starttls", "tls", "none"]


@dataclass(frozen=True, slots=True)
class Mailbox:
    """The server that mail is handed to, and the sender of the mail.

    Raises:
        ValueError: the password would be sent in plain over a network, user or password is
            missing, or no sender is named.
    """

    host: str
    port: int
    security: Security
    sender: str
    user: str = ""
    password: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        if self.security == "none" and self.host not in LOOPBACK:
            raise ValueError("security may be none for a server on this machine only")
        if bool(self.user) != bool(self.password):
            raise ValueError("user and password go together")
        if not self.domain or not self.sender.isprintable():
            raise ValueError("sender must be the e-mail address that mail comes from")

    @property
    def domain(self) -> str:
        """The domain of the sender's address."""
        _, address = parseaddr(self.sender)
        name, _, domain = address.rpartition("@")
        return domain if name else ""


class SmtpMail:
    """Hands each letter to a mail server; `tls` trusts other authorities than the system's.

    An attempt may take all of `patience`, and no longer.
    """

    def __init__(
        self,
        mailbox: Mailbox,
        *,
        tls: ssl.SSLContext | None = None,
        patience: timedelta = MAIL_TIMEOUT,
    ) -> None:
        self._mailbox = mailbox
        self._tls = tls
        self._seconds = patience.total_seconds()

    async def send(self, letter: Letter) -> None:
        """Hand over one letter.

        Raises:
            MailRefusedError: the server refuses the address, or it is obviously wrong.
            MailError: the server is out of reach, busy, or does not accept our login.
        """
        if parseaddr(letter.to)[1] != letter.to:
            raise MailRefusedError("it is not an address that mail can be sent to")
        box = self._mailbox
        server = aiosmtplib.SMTP(
            hostname=box.host,
            port=box.port,
            use_tls=box.security == "tls",
            start_tls=box.security == "starttls",
            username=box.user or None,
            password=box.password or None,
            timeout=self._seconds,
            tls_context=self._tls,
        )
        try:
            # The client's own time-out is per step.
            async with asyncio.timeout(self._seconds):
                await server.connect()
                await server.send_message(self._message(letter))
        except aiosmtplib.SMTPRecipientsRefused as refusal:
            codes = [each.code for each in refusal.recipients]
            words = f"the mail server refuses the address with {', '.join(map(str, codes))}"
            # A code of 5xx is permanent (RFC 5321, 4.2.1); others are temporary.
            kind = MailRefusedError if min(codes) >= _PERMANENT else MailError
            raise kind(words) from None
        except (aiosmtplib.SMTPException, OSError, ValueError) as error:
            # Only the error's class: its message can repeat an address.
            raise MailError(f"the mail server could not be used ({type(error).__name__})") from None
        finally:
            # The answer to QUIT does not matter: the letter is taken by now, or it is not.
            try:
                with suppress(aiosmtplib.SMTPException, OSError):
                    await server.quit(timeout=min(self._seconds, _LEAVE_SECONDS))
            finally:
                server.close()

    def _message(self, letter: Letter) -> EmailMessage:
        message = EmailMessage()
        message["From"] = self._mailbox.sender
        message["To"] = letter.to
        message["Subject"] = letter.subject
        # Servers take mail that lacks one of these two for junk.
        message["Date"] = letter.written_at
        message["Message-ID"] = f"<{letter.name}@{self._mailbox.domain}>"
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(letter.text)
        return message
