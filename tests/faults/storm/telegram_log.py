"""Telegram as the bot comes to it: what it took, from whom, and what became of the answer."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qs

from pydantic_core import from_json
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bot.local_telegram import FloodLimits
from bot.local_telegram.faults import COUNTED, rules_of_bot, rules_of_chat
from tests.faults.storm.moments import Moment, Moments
from tests.faults.storm.tcp_proxy import Hit

WISHED = "Too Many Requests: retry after 3 (as wished)"
_SENDING = ("send", "edit", "delete", "copy", "forward")
_OK, _TOO_MANY = 200, 429


@dataclass
class Call:
    """One call of a method that writes into a chat.

    `message_id` is that of the message which was sent. `harmed` tells that the bot was not told
    how it went, or only after `held`.
    """

    port: int
    method: str
    chat: int
    arrived: datetime
    status: int = 0
    message_id: int = 0
    taken: datetime | None = None
    harmed: bool = False
    is_wished: bool = False
    held: timedelta = field(default_factory=timedelta)

    @property
    def in_flight_until(self) -> datetime:
        return (self.taken or self.arrived) + self.held


class TelegramLog:
    """Stands before a Telegram and writes down each call; `latency` is how far away it is.

    `refuse` are answers that the next calls get instead of being taken: the status, and who is told
    that it was given.
    """

    def __init__(self, telegram: ASGIApp, moments: Moments, latency: float = 0.03) -> None:
        self._telegram = telegram
        self._moments = moments
        self._latency = latency
        self.calls: list[Call] = []
        self.refuse: list[tuple[int, Callable[[], None]]] = []
        self._last_on: dict[int, Call] = {}
        self._sent: dict[tuple[int, int], Call] = {}
        self._looked_through = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not _sends(scope["path"].rpartition("/")[2].lower()):
            await self._telegram(scope, receive, send)
            return
        if self.refuse:
            status, told = self.refuse.pop(0)
            await _refuse(send, status)
            told()
            return
        call = Call(scope["client"][1], scope["path"].rpartition("/")[2], 0, datetime.now(UTC))
        self._last_on[call.port] = call
        await self._take(call, scope, receive, send)

    def hit(self, hit: Hit, held: timedelta = timedelta()) -> Call | None:
        """Take in that an exchange was harmed; return the call that it was, if it was one."""
        call = self._last_on.get(hit.port)
        if call is not None and call.taken is not None:
            call.harmed, call.held = True, held
        return call

    def sending(self, chat: int, message_id: int) -> Call | None:
        """Return the call by which a message was sent."""
        for call in self.calls[self._looked_through :]:
            self._sent.setdefault((call.chat, call.message_id), call)
        self._looked_through = len(self.calls)
        return self._sent.get((chat, message_id))

    def latest_before(self, moment: datetime) -> int:
        """Return the highest number that a private message of the bot's had at a moment, or 0."""
        taken = [call for call in self.calls if call.chat > 0 and call.in_flight_until < moment]
        return max((call.message_id for call in taken), default=0)

    @property
    def too_early(self) -> list[Call]:
        """The calls that came faster than the limits allow."""
        return [call for call in self.calls if call.status == _TOO_MANY and not call.is_wished]

    def early_by(self, early: Call, limits: FloodLimits, within: timedelta) -> timedelta:
        """Return by how much a call came too early, after all that were taken before it.

        Rules of more than `within` are left out.
        """
        before = sorted(self.calls, key=lambda call: call.arrived)
        taken = [call for call in before if call.status == _OK and call.arrived < early.arrived]
        counted = [call for call in taken if call.method.lower().startswith(COUNTED)]
        in_chat = [call for call in counted if call.chat == early.chat]
        rules = (
            *((counted, rule) for rule in rules_of_bot(limits)),
            *((in_chat, rule) for rule in rules_of_chat(limits, str(early.chat))),
        )
        return max(
            (
                calls[-count].arrived + window - early.arrived
                for calls, (count, window) in rules
                if len(calls) >= count and window <= within
            ),
            default=timedelta(),
        )

    async def _take(self, call: Call, scope: Scope, receive: Receive, send: Send) -> None:
        asked, answered = bytearray(), bytearray()

        async def read() -> Message:
            message = await receive()
            asked.extend(message.get("body", b""))
            return message

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                call.status = message["status"]
                await asyncio.sleep(self._latency)
            answered.extend(message.get("body", b""))
            if message["type"] == "http.response.body":
                self._note(call, bytes(asked), bytes(answered))
            await send(message)

        await self._telegram(scope, read, answer)

    def _note(self, call: Call, asked: bytes, answered: bytes) -> None:
        call.taken = datetime.now(UTC)
        fields = parse_qs(asked.decode(errors="replace"))
        call.chat = int(fields.get("chat_id", ["0"])[0])
        call.is_wished = WISHED.encode() in answered
        self.calls.append(call)
        if call.status != _OK:
            return
        result = from_json(answered).get("result")
        if isinstance(result, dict) and call.method.lower().startswith("send"):
            call.message_id = result.get("message_id", 0)
            self._moments.come(Moment.SEND_TAKEN)


def _sends(method: str) -> bool:
    return method.startswith(_SENDING) and not method.endswith("webhook")


async def _refuse(send: Send, status: int) -> None:
    body = b'{"ok":false,"error_code":%d,"description":"Bad Gateway"}' % status
    headers = [(b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
