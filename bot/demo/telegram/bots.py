"""A bot's account: its token, its updates, its webhook and its command menus."""

import re
import ssl
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import httpx

from bot.base.clock import Clock
from bot.demo.telegram.numbering import Numbering
from bot.demo.telegram.queue import Polling, UpdateQueue
from bot.demo.telegram.refusals import Refusal

_SECRET = re.compile(r"[A-Za-z0-9_-]*")
_MAX_SECRET = 256
_LAST_PORT = 65535


@dataclass(frozen=True)
class BotWebhook:
    """Where updates are sent and how; without a URL, nowhere."""

    url: str = ""
    secret_token: str = ""
    max_connections: int = 40
    ip_address: str = ""
    certificate: str = ""

    def __post_init__(self) -> None:
        """Refuse, in Telegram's words, what cannot be used.

        Like a Bot API server in local mode this takes plain HTTP, any port, and loopback.
        """
        if self.url and not _is_web_address(self.url):
            raise Refusal.WEBHOOK_URL_INVALID.error()
        if len(self.secret_token) > _MAX_SECRET:
            raise Refusal.SECRET_TOO_LONG.error()
        if not _SECRET.fullmatch(self.secret_token):
            raise Refusal.SECRET_CHARACTERS.error()
        if self.certificate and not _is_certificate(self.certificate):
            raise Refusal.CERTIFICATE_INVALID.error()


def _is_web_address(text: str) -> bool:
    try:
        url = httpx.URL(text)
    except httpx.InvalidURL:
        return False
    return url.scheme in {"http", "https"} and bool(url.host) and (url.port or 0) <= _LAST_PORT


def _is_certificate(pem: str) -> bool:
    try:
        ssl.create_default_context(cadata=pem)
    except ssl.SSLError:
        return False
    return True


@dataclass(frozen=True)
class WebhookFailure:
    at: datetime
    message: str

    def as_json(self) -> dict[str, Any]:
        seconds = int(self.at.timestamp())
        return {"last_error_date": seconds, "last_error_message": self.message}


@dataclass(eq=False)
class BotAccount:
    """One bot that programs can run."""

    token: str
    username: str
    first_name: str
    clock: Clock = field(repr=False)
    webhook: BotWebhook = field(default_factory=BotWebhook, init=False)
    webhook_failure: WebhookFailure | None = field(default=None, init=False)
    webhook_set_at: datetime | None = field(default=None, init=False)
    menus: dict[tuple[str, str], list[dict[str, str]]] = field(default_factory=dict, init=False)
    profile: dict[tuple[str, str], str] = field(default_factory=dict, init=False)
    numbering: Numbering = field(default_factory=Numbering, init=False, repr=False)
    """Of the messages in its private chats and small groups."""

    def __post_init__(self) -> None:
        self.queue = UpdateQueue(self.clock)
        self.polling = Polling(self.queue, self.clock)

    @property
    def id(self) -> int:
        return int(self.token.partition(":")[0])

    @property
    def is_bot(self) -> bool:
        return True

    def set_webhook(self, settings: BotWebhook) -> None:
        self.webhook, self.webhook_failure = settings, None
        self.queue.changes.notify()

    def as_json(self) -> dict[str, Any]:
        names = {"first_name": self.first_name, "username": self.username}
        return {"id": self.id, "is_bot": True, **names}
