"""A mail server: a real one on loopback, which answers as the test says."""

import asyncio
import re
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from bot.service.mail import Mailbox, Security

USER, PASSWORD = "shop", "canary-mail-4c1e"


@dataclass
class MailServer:
    """Keeps what arrives, unless `refusal` is what it answers to an address.

    It speaks TLS where it has `certificates`, from the start on or after STARTTLS, and takes a
    letter then from who has logged in. Each step takes it `pace` seconds, and the last, if it
    `lingers`, for ever.
    """

    port: int = 0
    security: Security = "none"
    certificates: Path | None = None
    refusal: str = ""
    letters: list[tuple[str, str, str]] = field(default_factory=list)
    arrived: list[EmailMessage] = field(default_factory=list)
    pace: float = 0
    lingers: bool = False
    log_ins: list[tuple[bytes, bytes]] = field(default_factory=list)

    def speaks(self) -> SMTP:
        """Make what speaks on one connection."""
        if self.security == "none":
            return SMTP(self)
        is_after_start = self.security == "starttls"
        return SMTP(
            self,
            tls_context=_tls(self.certificates) if is_after_start else None,
            require_starttls=is_after_start,
            authenticator=self._authenticate,
            # Of TLS from the start aiosmtpd knows nothing.
            auth_required=is_after_start,
            auth_require_tls=is_after_start,
        )

    def _authenticate(self, *told: Any) -> AuthResult:
        data = told[-1]
        assert isinstance(data, LoginPassword)
        self.log_ins.append((data.login, data.password))
        is_right = self.log_ins[-1] == (USER.encode(), PASSWORD.encode())
        return AuthResult(success=is_right, handled=False)

    async def handle_RCPT(  # noqa: N802 - aiosmtpd's name
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: Any
    ) -> str:
        await asyncio.sleep(self.pace)
        if self.refusal:
            return self.refusal
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802 - likewise
        self, _server: SMTP, _session: Session, envelope: Envelope
    ) -> str:
        letter = message_from_bytes(envelope.original_content or b"", policy=policy.default)
        assert isinstance(letter, EmailMessage)
        body = letter.get_content()
        self.arrived.append(letter)
        await asyncio.sleep(self.pace)
        self.letters.append((envelope.rcpt_tos[0], letter["Subject"], body))
        return "250 OK"

    async def handle_MAIL(  # noqa: N802 - likewise
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: Any
    ) -> str:
        await asyncio.sleep(self.pace)
        envelope.mail_from = address
        return "250 OK"

    async def handle_QUIT(  # noqa: N802 - likewise
        self, _server: SMTP, _session: Session, _envelope: Envelope
    ) -> str:
        if self.lingers:
            await asyncio.Event().wait()
        return "221 Bye"

    @property
    def mailbox(self) -> Mailbox:
        box = Mailbox("127.0.0.1", self.port, self.security, "rides@shop.example")
        return box if self.security == "none" else replace(box, user=USER, password=PASSWORD)

    def link(self) -> str:
        """The newest link that was mailed."""
        return re.findall(r"https://\S+", self.letters[-1][2])[-1]


def _tls(certificates: Path | None) -> ssl.SSLContext:
    assert certificates
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificates / "server.pem", certificates / "server.key")
    return context


@asynccontextmanager
async def mail_server(
    security: Security = "none", certificates: Path | None = None
) -> AsyncIterator[MailServer]:
    handler = MailServer(security=security, certificates=certificates)
    loop = asyncio.get_running_loop()
    tls = _tls(certificates) if security == "tls" else None
    server = await loop.create_server(handler.speaks, "127.0.0.1", 0, ssl=tls)
    async with server:
        handler.port = server.sockets[0].getsockname()[1]
        yield handler
