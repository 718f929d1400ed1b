"""A Telegram that is not a bottleneck: what bots do most costs it next to nothing."""

import asyncio
import itertools
import json
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

from starlette.types import ASGIApp, Receive, Scope, Send

from bot.base.http.server import Server

_TRUE = frozenset({"answerCallbackQuery", "deleteMessage", "pinChatMessage", "unpinChatMessage"})
_QUICK = _TRUE | {"sendMessage", "sendRichMessage", "editMessageText"}
_HEADERS = [(b"content-type", b"application/json")]


@dataclass(frozen=True, slots=True)
class QuickCall:
    """A call that was answered here, and when it came (`time.perf_counter`)."""

    method: str
    arguments: dict[str, str]
    at: float


class QuickTelegram:
    """Stands before the local Telegram and answers what is sent, edited and pressed by itself.

    Nothing of that is to be found in any chat. Each answer takes `latency` seconds; everything
    else is for the local Telegram, and all of it while this one `steps_aside`.
    """

    def __init__(self) -> None:
        self.behind: ASGIApp
        self.url = ""
        self.latency = 0.0
        self.steps_aside = False
        self.calls: list[QuickCall] = []
        self.counts: Counter[str] = Counter()
        self._numbers = itertools.count(1_000)
        self._awaited: dict[tuple[str, int], asyncio.Event] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        method = scope.get("path", "").rpartition("/")[2]
        if self.steps_aside or method not in _QUICK:
            await self.behind(scope, receive, send)
            return
        arguments = dict(parse_qsl((await _body(receive)).decode()))
        self._note(QuickCall(method, arguments, time.perf_counter()))
        if self.latency:
            await asyncio.sleep(self.latency)
        body = json.dumps({"ok": True, "result": self._result(method, arguments)}).encode()
        length = (b"content-length", str(len(body)).encode())
        await send({"type": "http.response.start", "status": 200, "headers": [*_HEADERS, length]})
        await send({"type": "http.response.body", "body": body})

    async def reach(self, method: str, count: int, seconds: float = 60.0) -> None:
        """Return when so many calls of a method have come, of all that ever came."""
        reached = asyncio.Event()
        if self.counts[method] < count:
            self._awaited[method, count] = reached
            async with asyncio.timeout(seconds):
                await reached.wait()

    def _note(self, call: QuickCall) -> None:
        self.calls.append(call)
        self.counts[call.method] += 1
        reached = self._awaited.pop((call.method, self.counts[call.method]), None)
        if reached is not None:
            reached.set()

    def _result(self, method: str, arguments: dict[str, str]) -> Any:
        if method in _TRUE:
            return True
        chat = int(arguments["chat_id"])
        return {
            "message_id": int(arguments.get("message_id") or next(self._numbers)),
            "date": int(time.time()),
            "chat": {"id": chat, "type": "private", "first_name": "Somebody"},
            "from": {"id": 1, "is_bot": True, "first_name": "Handover"},
            "text": arguments.get("text", ""),
        }


@asynccontextmanager
async def quick_telegram() -> AsyncIterator[QuickTelegram]:
    """Serve one while the block runs; what stands behind it is to be said."""
    telegram = QuickTelegram()
    async with Server(telegram) as server:
        telegram.url = server.url
        yield telegram


async def _body(receive: Receive) -> bytes:
    body, more = b"", True
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return body
