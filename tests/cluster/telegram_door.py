"""Telegram as one replica comes to it, so that it can be seen which of them sends."""

import asyncio
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

_SENDING = ("send", "edit", "delete")
_ANSWER_SECONDS = 0.1
"""How long Telegram, which is far away, takes to say that a message is there."""


class TelegramDoor:
    """Leads to a Telegram; remembers when somebody last sent a message through it."""

    def __init__(self, telegram: ASGIApp) -> None:
        self._telegram = telegram
        self.sent_at = 0.0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not _sends(scope["path"].rpartition("/")[2].lower()):
            await self._telegram(scope, receive, send)
            return

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                await asyncio.sleep(_ANSWER_SECONDS)
            await send(message)

        self.sent_at = time.monotonic()
        await self._telegram(scope, receive, answer)


def _sends(method: str) -> bool:
    return method.startswith(_SENDING) and not method.endswith("webhook")
