"""What `setWebhook` sets, and what `getWebhookInfo` tells of it."""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from bot.demo.telegram.errors import Problem

_SECRET = re.compile(r"[A-Za-z0-9_-]*")
_MAX_SECRET = 256


@dataclass(frozen=True)
class WebhookSettings:
    """Where updates are sent and how; without a URL, nowhere."""

    url: str = ""
    secret_token: str = ""
    max_connections: int = 40
    ip_address: str = ""
    certificate: bytes = b""

    def __post_init__(self) -> None:
        """Refuse, in Telegram's words, what cannot be used.

        Like a Bot API server in local mode this takes plain HTTP, any port, and loopback.
        """
        parts = urlsplit(self.url)
        if self.url and (parts.scheme not in {"http", "https"} or not parts.hostname):
            raise Problem.WEBHOOK_URL_INVALID.error()
        if len(self.secret_token) > _MAX_SECRET:
            raise Problem.SECRET_TOO_LONG.error()
        if not _SECRET.fullmatch(self.secret_token):
            raise Problem.SECRET_CHARACTERS.error()


@dataclass(frozen=True)
class WebhookFailure:
    """Why the last delivery failed."""

    at: datetime
    message: str

    def as_json(self) -> dict[str, Any]:
        """Return the fields of `WebhookInfo`."""
        seconds = int(self.at.timestamp())
        return {"last_error_date": seconds, "last_error_message": self.message}
