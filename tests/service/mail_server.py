"""A mail server: a real one on loopback, which answers as the test says."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from typing import Any

from aiosmtpd.smtp import SMTP, Envelope, Session

from bot.service.mail import Mailbox


@dataclass
class MailServer:
    """Keeps what arrives, unless `refusal` is what it answers to an address."""

    port: int = 0
    refusal: str = ""
    letters: list[tuple[str, str, str]] = field(default_factory=list)

    async def handle_RCPT(  # noqa: N802 - aiosmtpd's name
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: Any
    ) -> str:
        if self.refusal:
            return self.refusal
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802 - likewise
        self, _server: SMTP, _session: Session, envelope: Envelope
    ) -> str:
        letter = message_from_bytes(envelope.original_content or b"", policy=policy.default)
        body = letter.get_content()
        self.letters.append((envelope.rcpt_tos[0], letter["Subject"], body))
        return "250 OK"

    @property
    def mailbox(self) -> Mailbox:
        return Mailbox("127.0.0.1", self.port, "none", "rides@shop.example")

    def link(self) -> str:
        """The newest link that was mailed."""
        return re.findall(r"https://\S+", self.letters[-1][2])[-1]


@asynccontextmanager
async def mail_server() -> AsyncIterator[MailServer]:
    handler = MailServer()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(handler), "127.0.0.1", 0)
    async with server:
        handler.port = server.sockets[0].getsockname()[1]
        yield handler
