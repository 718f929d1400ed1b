"""A bot's account: its token, its updates, its webhook and its command menus."""

import ipaddress
import re
import ssl
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import httpx

from bot.base.clock import Clock
from bot.local_telegram.messages import Numbering
from bot.local_telegram.queue import Polling, UpdateQueue
from bot.local_telegram.refusals import Refusal, bad_request

_SECRET = re.compile(r"[A-Za-z0-9_-]*")
_MAX_SECRET = 256
_LAST_PORT = 65535
_HTTPS_PORT = 443
_PUBLIC_PORTS = frozenset({80, 88, 443, 8443})


@dataclass(frozen=True)
class BotWebhook:
    """The settings of a webhook; without a URL there is none."""

    url: str = ""
    secret_token: str = ""
    max_connections: int = 40
    ip_address: str = ""
    certificate: str = ""

    def __post_init__(self) -> None:
        """Refuse settings that no server accepts."""
        if self.url:
            try:
                url = httpx.URL(self.url)
            except httpx.InvalidURL as error:
                raise Refusal.WEBHOOK_URL_INVALID.error() from error
            is_http = url.scheme in {"http", "https"} and url.host
            if not is_http or (url.port or 0) > _LAST_PORT:
                raise Refusal.WEBHOOK_URL_INVALID.error()
        if len(self.secret_token) > _MAX_SECRET:
            raise bad_request("secret token is too long")
        if not _SECRET.fullmatch(self.secret_token):
            raise bad_request("secret token contains unallowed characters")
        if self.certificate:
            try:
                ssl.create_default_context(cadata=self.certificate)
            except ssl.SSLError as error:
                raise bad_request("bad webhook: failed to read the certificate") from error

    def check_public(self) -> None:
        """Refuse what only a server in local mode accepts: plain HTTP, any port, this machine."""
        url = httpx.URL(self.url)
        if url.scheme != "https":
            raise bad_request("bad webhook: An HTTPS URL must be provided for webhook")
        if (url.port or _HTTPS_PORT) not in _PUBLIC_PORTS:
            raise bad_request(
                "bad webhook: webhook can be set up only on ports 80, 88, 443 or 8443"
            )
        host = self.ip_address or url.host
        try:
            is_reserved = not ipaddress.ip_address(host).is_global
        except ValueError:
            # Host names are not resolved.
            is_reserved = host == "localhost"
        if is_reserved:
            raise bad_request(f"bad webhook: IP address {host} is reserved")


@dataclass(frozen=True)
class WebhookFailure:
    at: datetime
    message: str

    def as_json(self) -> dict[str, Any]:
        seconds = int(self.at.timestamp())
        return {"last_error_date": seconds, "last_error_message": self.message}


@dataclass(eq=False)
class BotAccount:
    """The account of one bot."""

    is_bot = True

    token: str
    username: str
    first_name: str
    clock: Clock = field(repr=False)
    can_read_all_group_messages: bool = False
    """Whether its privacy mode is off, a setting of @BotFather."""
    has_topics: bool = False
    """Whether its private chats have topics, also a setting of @BotFather."""
    webhook: BotWebhook = field(default_factory=BotWebhook, init=False)
    webhook_failure: WebhookFailure | None = field(default=None, init=False)
    webhook_set_at: datetime | None = field(default=None, init=False)
    menus: dict[tuple[str, str], list[dict[str, Any]]] = field(default_factory=dict, init=False)
    """The commands by scope (JSON with sorted keys) and language."""
    profile: dict[tuple[str, str], str] = field(default_factory=dict, init=False)
    """The bot's name and descriptions by field and language."""
    menu_buttons: dict[int, dict[str, Any]] = field(default_factory=dict, init=False)
    """The menu button by private chat, with the default under 0."""
    numbering: Numbering = field(default_factory=Numbering, init=False, repr=False)
    """The numbers of messages in its private chats and small groups."""

    def __post_init__(self) -> None:
        self.queue = UpdateQueue(self.clock)
        self.polling = Polling(self.queue, self.clock)

    @property
    def id(self) -> int:
        return int(self.token.partition(":")[0])

    def set_webhook(self, settings: BotWebhook) -> None:
        self.webhook, self.webhook_failure = settings, None
        self.queue.changes.notify()

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "is_bot": True,
            "first_name": self.first_name,
            "username": self.username,
        }
