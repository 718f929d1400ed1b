"""Pacing: whose turn it is to be sent, before a request is made.

What Telegram lets through is counted in windows that roll (Bot API, "My bot is hitting limits"): 30
messages in any second over all, 20 in any minute in a group, and in a private chat one a second,
with a few at once now and then. What is less urgent keeps to narrower windows of the same rate, so
that an answer finds room between the news. A message without a turn learns when that will be. Until
then its job waits in the database, and holds up neither a slot nor another chat. Only a notice that
has begun, and needs more messages than one, waits for the next within the turn: sent away, it would
begin again.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from telegram.error import RetryAfter
from telegram.ext import BaseRateLimiter

from bot.actions.notice_kinds import Urgency
from bot.base.clock import Clock
from bot.telegram.connection import pause_of
from bot.telegram.http_request import nothing_to_check
from bot.telegram.rate_windows import Line, RollingWindow, Windows
from bot.telegram.retry_after import Holds

_ALL_OF_BOT = RollingWindow(30, 1)
_ALL_OF_GROUP = RollingWindow(20, 60)
_A_FEW_AT_ONCE = (RollingWindow(3, 1), RollingWindow(12, 10))
_ONE_BY_ONE = (*_A_FEW_AT_ONCE, RollingWindow(1, 1))

_Windows = Mapping[Urgency, Windows]

OF_BOT: _Windows = {
    Urgency.ANSWER: (_ALL_OF_BOT,),
    Urgency.DOOR: (_ALL_OF_BOT,),
    Urgency.ALARM: (_ALL_OF_BOT,),
    Urgency.NEWS: (_ALL_OF_BOT, RollingWindow(15, 0.5)),
    Urgency.REFRESH: (_ALL_OF_BOT, RollingWindow(15, 0.5)),
}
OF_GROUP: _Windows = {
    Urgency.ANSWER: (_ALL_OF_GROUP,),
    Urgency.DOOR: (_ALL_OF_GROUP,),
    Urgency.ALARM: (_ALL_OF_GROUP,),
    Urgency.NEWS: (_ALL_OF_GROUP, RollingWindow(5, 15)),
    # Less often than there is room: whatever else is said there must not wait for a place.
    Urgency.REFRESH: (_ALL_OF_GROUP, RollingWindow(1, 4)),
}
OF_PRIVATE_CHAT: _Windows = {
    Urgency.ANSWER: _A_FEW_AT_ONCE,
    Urgency.DOOR: _ONE_BY_ONE,
    Urgency.ALARM: _ONE_BY_ONE,
    Urgency.NEWS: _ONE_BY_ONE,
    Urgency.REFRESH: _ONE_BY_ONE,
}
_STRICTLY: _Windows = dict.fromkeys(Urgency, _ONE_BY_ONE)
"""The windows of a private chat for a while after Telegram did not take a few at once."""

# What is sent and what is changed counts as a message. To delete one, or to let a place move no
# more, is a request that counts for the bot alone; a question such as getMe does not count.
_MESSAGES = ("send", "edit", "copy", "forward")
_DELETIONS = ("deleteMessage", "stop")
_NO_MESSAGES = frozenset({"sendChatAction"})

_CHATS_KNOWN = 4096
_STRICT_SECONDS = 3600.0
_ALL_STRICT_AFTER = 3
"""Chats in which a few at once were refused: Telegram seems to take them nowhere, then."""
_MOST_SECONDS_INSIDE = 5.0
_MARGIN_SECONDS = 0.002
TOLERANCE_SECONDS = 0.001
_NOBODYS = -1


class NotNow(Exception):
    """It is not this notice's turn before a while has passed; of it nothing was sent."""

    def __init__(self, wait: timedelta) -> None:
        super().__init__(f"not before {wait} have passed")
        self.wait = wait


@dataclass(slots=True, eq=False)
class Sending:
    """A notice that is to be sent; `writes` where it is more than a deletion.

    `check` is called right before each of its requests, and raises where none may be made.
    """

    job: int
    chat_id: int
    urgency: Urgency
    writes: bool = True
    check: Callable[[], None] = nothing_to_check
    is_given: bool = False


@dataclass(slots=True)
class _Chat:
    """A chat, in which one thing is sent after the other, in the order in which they came."""

    line: Line
    windows: _Windows
    waiting: deque[tuple[Sending, asyncio.Future[None]]] = field(default_factory=deque)
    is_busy: bool = False
    strict_until: float = 0.0

    async def enter(self, sending: Sending) -> None:
        if not self.is_busy:
            self.is_busy = True
            return
        entered: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.append((sending, entered))
        try:
            await entered
        except asyncio.CancelledError:
            has_been_let_in = entered.done() and not entered.cancelled() and not entered.exception()
            if has_been_let_in:
                self.leave()
            raise

    def leave(self) -> None:
        self.is_busy = False
        # The first that has not been cancelled meanwhile is let in.
        while self.waiting and not self.is_busy:
            _, entered = self.waiting.popleft()
            if not entered.done():
                self.is_busy = True
                entered.set_result(None)

    def is_idle(self, now: float) -> bool:
        return not self.is_busy and self.line.is_empty(now) and now >= self.strict_until


_current: ContextVar[Sending | None] = ContextVar("sending", default=None)


def check_right() -> None:
    """Raise if what is asked of Telegram now belongs to a notice that may not be sent any more."""
    sending = _current.get()
    if sending is not None:
        sending.check()


class Pacing(BaseRateLimiter[None]):
    """The library's rate limiter: whatever is sent through the bot goes through it.

    What is sent in a `turn` waits outside of its request, by `NotNow`; everything else is held back
    here until there is room.
    """

    def __init__(
        self,
        clock: Clock,
        per_second: float = 30,
        chat_per_second: float = 1,
        group_per_minute: float = 20,
    ) -> None:
        self._clock = clock
        self._bot_windows = at_rate(OF_BOT, per_second / _ALL_OF_BOT.most)
        self._private = at_rate(OF_PRIVATE_CHAT, chat_per_second)
        self._strict = at_rate(_STRICTLY, chat_per_second)
        self._group = at_rate(OF_GROUP, group_per_minute / _ALL_OF_GROUP.most)
        self._bot = Line(longest(self._bot_windows))
        self.chats: OrderedDict[int, _Chat] = OrderedDict()
        self._holds = Holds()
        self._strict_until = 0.0

    async def initialize(self) -> None:
        """Nothing to prepare."""

    async def shutdown(self) -> None:
        """Nothing to release."""

    def begin_slowly(self, lasts: timedelta) -> None:
        """Give no private chat a few at once for a while: a former process may have done so."""
        until = self._clock.elapsed() + lasts.total_seconds()
        self._strict_until = max(self._strict_until, until)

    @asynccontextmanager
    async def turn(self, sending: Sending) -> AsyncIterator[None]:
        """Send a notice when it is its turn: what is asked of Telegram inside belongs to it.

        A further message inside waits here for room, as long as that takes seconds.

        Raises:
            NotNow: it is not, or a further message would have to wait for long.
        """
        chat = self._chat(sending.chat_id) if sending.writes else None
        self._check(sending)
        if chat is not None:
            await chat.enter(sending)
        token = _current.set(sending)
        try:
            yield
        finally:
            _current.reset(token)
            if chat is not None:
                chat.leave()

    async def process_request(
        self,
        callback: Callable[..., Coroutine[Any, Any, bool | dict[str, Any] | list[dict[str, Any]]]],
        args: Any,  # noqa: ANN401 - the library's signature
        kwargs: dict[str, Any],
        endpoint: str,
        data: dict[str, Any],
        rate_limit_args: None,  # noqa: ARG002 - likewise
    ) -> bool | dict[str, Any] | list[dict[str, Any]]:
        check_right()
        chat_id = data.get("chat_id")
        is_message = endpoint.startswith(_MESSAGES) and endpoint not in _NO_MESSAGES
        # A question to the bot's own account counts in no window; Telegram may hold its method.
        if not isinstance(chat_id, int) or not (is_message or endpoint.startswith(_DELETIONS)):
            if _current.get() is not None and self._holds.until(endpoint) > self._clock.elapsed():
                raise NotNow(self._wait_until(self._holds.until(endpoint)))
            with self._held(endpoint):
                return await callback(*args, **kwargs)
        job = await self._given(chat_id, is_message=is_message)
        with self._held(chat_id), self._counted(self._bot, job):
            if not is_message:
                return await callback(*args, **kwargs)
            chat = self._chat(chat_id)
            with self._counted(chat.line, job):
                self._send_away(chat)
                return await callback(*args, **kwargs)

    async def _given(self, chat_id: int, *, is_message: bool) -> int | None:
        """Take the turn that this request belongs to, or wait for one; return its job."""
        sending = _current.get()
        if sending is None:
            single = Sending(_NOBODYS, chat_id, Urgency.ANSWER, is_message)
            while (at := self._free_at(single)) > self._clock.elapsed() + TOLERANCE_SECONDS:
                await self._clock.wait(asyncio.Event(), self._clock.now() + self._wait_until(at))
            return None
        if not sending.is_given:
            self._check(sending)
            sending.is_given = True
        elif is_message:
            await self._wait_for_more(sending)
        return sending.job

    async def _wait_for_more(self, sending: Sending) -> None:
        """Wait with a further message of a turn, which goes before all that have not begun."""
        while True:
            now, chat = self._clock.elapsed(), self._chat(sending.chat_id)
            at = max(
                self._holds.until(sending.chat_id),
                self._bot.has_room_at(self._bot_windows[Urgency.ANSWER], now),
                chat.line.has_room_at(self._windows_of(chat, now)[Urgency.ANSWER], now),
            )
            if at <= now + TOLERANCE_SECONDS:
                break
            if at > now + _MOST_SECONDS_INSIDE:
                raise NotNow(self._wait_until(at))
            await self._clock.wait(asyncio.Event(), self._clock.now() + self._wait_until(at))
        # While it waited, the job may have become another process's.
        sending.check()

    def _check(self, sending: Sending) -> None:
        at, now = self._free_at(sending), self._clock.elapsed()
        if at <= now + TOLERANCE_SECONDS:
            return
        if sending.writes:
            self._chat(sending.chat_id).line.promise(sending.job, sending.urgency, at, now)
        # A notice that waits for its chat has no place among those that wait for the bot.
        if at <= self._bot_free_at(sending, now):
            self._bot.promise(sending.job, sending.urgency, at, now)
        raise NotNow(self._wait_until(at))

    def _free_at(self, sending: Sending) -> float:
        now = self._clock.elapsed()
        at = max(self._holds.until(sending.chat_id), self._bot_free_at(sending, now))
        if not sending.writes:
            return at
        chat = self._chat(sending.chat_id)
        windows = self._windows_of(chat, now)[sending.urgency]
        return max(at, chat.line.free_at(sending.job, sending.urgency, windows, now))

    def _bot_free_at(self, sending: Sending, now: float) -> float:
        return self._bot.free_at(
            sending.job, sending.urgency, self._bot_windows[sending.urgency], now
        )

    def _windows_of(self, chat: _Chat, now: float) -> _Windows:
        is_strict = now < max(chat.strict_until, self._strict_until)
        return self._strict if is_strict and chat.windows is self._private else chat.windows

    def _wait_until(self, at: float) -> timedelta:
        return timedelta(seconds=at - self._clock.elapsed())

    def _send_away(self, chat: _Chat) -> None:
        """Tell those who wait for their turn in a chat, and will not have it soon, when it is.

        From then on they wait as jobs in the database, and hold no slot.
        """
        for sending, entered in chat.waiting:
            try:
                self._check(sending)
            except NotNow as not_now:
                if not entered.done():
                    entered.set_exception(not_now)

    @contextmanager
    def _counted(self, line: Line, job: int | None) -> Iterator[None]:
        """Count a request: it takes a place from its beginning, and keeps it from its end on.

        Telegram counts it at some time before its answer is here, and nobody knows when.
        """
        line.begin(job)
        try:
            yield
        finally:
            line.end(self._clock.elapsed())

    @contextmanager
    def _held(self, what: int | str) -> Iterator[None]:
        """Hold what Telegram wants to have held: a chat, by its number, or else a method."""
        try:
            yield
        except RetryAfter as error:
            now = self._clock.elapsed()
            self._holds.hold(what, now, pause_of(error).total_seconds())
            if isinstance(what, int) and what > 0:
                # Telegram does not take a few at once here: send one by one for a while.
                until = now + _STRICT_SECONDS
                self._chat(what).strict_until = until
                strict = sum(now < chat.strict_until for chat in self.chats.values())
                if strict >= _ALL_STRICT_AFTER:
                    self._strict_until = until
            raise
        self._holds.let_through()

    def _chat(self, chat_id: int) -> _Chat:
        """Return a chat, as the one that was used last; of too many, an idle one is forgotten."""
        chat = self.chats.pop(chat_id, None)
        if chat is None:
            windows = self._group if chat_id < 0 else self._private
            chat = _Chat(Line(longest(windows)), windows)
        self.chats[chat_id] = chat
        if len(self.chats) > _CHATS_KNOWN:
            oldest, unused = next(iter(self.chats.items()))
            if unused.is_idle(self._clock.elapsed()):
                del self.chats[oldest]
        return chat


def at_rate(windows: _Windows, rate: float) -> _Windows:
    """Return the windows at another rate, each a little longer than it has to be."""

    def scaled(window: RollingWindow) -> RollingWindow:
        most, seconds = window.at_rate(rate)
        return RollingWindow(most, seconds + _MARGIN_SECONDS)

    return {urgency: tuple(map(scaled, each)) for urgency, each in windows.items()}


def longest(windows: _Windows) -> float:
    return max(window.seconds for each in windows.values() for window in each)
