"""E-mail out: the seam to whatever carries it, and SMTP."""

import ssl
from dataclasses import dataclass, field
from email.message import EmailMessage
from typing import Literal, Protocol

import aiosmtplib

from bot.service import rules
from bot.service.addresses import LOOPBACK


class MailError(Exception):
    """The mail was not taken; it is tried again later. It never tells the mail or the address."""


class MailRefusedError(MailError):
    """The server will never take this mail; it is given up."""


@dataclass(frozen=True, slots=True)
class Letter:
    """One e-mail, in plain text."""

    to: str
    subject: str
    text: str = field(repr=False)


class MailCarrier(Protocol):
    async def send(self, letter: Letter) -> None:
        """Hand over one letter, or raise `MailError`."""


class NoMail:
    """What carries mail where no server is set."""

    async def send(self, letter: Letter) -> None:  # noqa: ARG002 - as of all carriers
        raise MailError("no mail server is set in [mail]")


class OutboxMail:
    """Keeps the letters: for demonstrations and tests."""

    def __init__(self) -> None:
        self.letters: list[Letter] = []

    async def send(self, letter: Letter) -> None:
        self.letters.append(letter)


Security = Literal["starttls", "tls", "none"]


@dataclass(frozen=True, slots=True)
class Mailbox:
    """The server that mail is handed to, and from whom it is.

    Raises:
        ValueError: the password would be sent in plain over a network, half of what authorises is
            missing, or nobody is named as the sender.
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
        if "@" not in self.sender or not self.sender.isprintable():
            raise ValueError("sender must be the e-mail address that mail comes from")


class SmtpMail:
    """Hands each letter to a mail server; `tls` trusts other authorities than the system's."""

    def __init__(self, mailbox: Mailbox, *, tls: ssl.SSLContext | None = None) -> None:
        self._mailbox = mailbox
        self._tls = tls

    async def send(self, letter: Letter) -> None:
        """Hand over one letter.

        Raises:
            MailRefusedError: the server says that the address is at fault.
            MailError: it is out of reach, busy, or does not know us.
        """
        box = self._mailbox
        try:
            await aiosmtplib.send(
                self._message(letter),
                hostname=box.host,
                port=box.port,
                use_tls=box.security == "tls",
                start_tls=box.security == "starttls",
                username=box.user or None,
                password=box.password or None,
                timeout=rules.MAIL_TIMEOUT.total_seconds(),
                tls_context=self._tls,
            )
        except aiosmtplib.SMTPRecipientsRefused as refusal:
            raise _of_address([each.code for each in refusal.recipients]) from None
        except (aiosmtplib.SMTPException, OSError, ValueError) as error:
            # Its kind alone: its words can repeat an address.
            raise MailError(f"the mail server could not be used ({type(error).__name__})") from None

    def _message(self, letter: Letter) -> EmailMessage:
        message = EmailMessage()
        message["From"] = self._mailbox.sender
        message["To"] = letter.to
        message["Subject"] = letter.subject
        message.set_content(letter.text)
        return message


def _of_address(codes: list[int]) -> MailError:
    words = f"the mail server refuses the address with {', '.join(map(str, codes))}"
    permanent = 500
    return MailRefusedError(words) if min(codes) >= permanent else MailError(words)
