"""Telegram as one replica comes to it, so that it can be seen which of them sends."""

import time

from starlette.types import ASGIApp, Receive, Scope, Send

_SENDING = ("send", "edit", "delete")


class TelegramDoor:
    """Leads to a Telegram; remembers when somebody last sent a message through it."""

    def __init__(self, telegram: ASGIApp) -> None:
        self._telegram = telegram
        self.sent_at = 0.0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and _sends(scope["path"].rpartition("/")[2].lower()):
            self.sent_at = time.monotonic()
        await self._telegram(scope, receive, send)


def _sends(method: str) -> bool:
    return method.startswith(_SENDING) and not method.endswith("webhook")
