"""Pacing decides, before a request is made, whether it is the notice's turn to be sent.

Telegram counts messages in rolling windows (Bot API, "My bot is hitting limits"): 30 in any second
over all chats, 20 in any minute in a group, and one a second in a private chat, with a few at once
now and then. Less urgent notices keep to narrower windows of the same rate, so that an answer finds
room between the news. A notice that has no turn yet learns when it will have one. Until then its
job waits in the database, and holds up neither a slot nor another chat. Only a notice that has
begun and needs a further message waits for it within the turn: deferred, the notice would begin
again.
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
    # Fewer than the group allows, so that other messages there need not wait for room.
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

# Sending and editing count as messages. Deleting a message and stopping a live location count only
# in the windows of the bot; a question such as getMe does not count.
_MESSAGES = ("send", "edit", "copy", "forward")
_DELETIONS = ("deleteMessage", "stop")
_NO_MESSAGES = frozenset({"sendChatAction"})

_CHATS_KNOWN = 4096
_STRICT_SECONDS = 3600.0
_ALL_STRICT_AFTER = 3
"""So many chats that refused a few messages at once mean that Telegram takes them in no chat."""
_MOST_SECONDS_INSIDE = 5.0
_MARGIN_SECONDS = 0.002
TOLERANCE_SECONDS = 0.001
_NOBODYS = -1


class NotNow(Exception):
    """The notice, or a further message of it, has its turn only after a while."""

    def __init__(self, wait: timedelta) -> None:
        super().__init__(f"not before {wait} have passed")
        self.wait = wait


@dataclass(slots=True, eq=False)
class Sending:
    """A notice to send; `writes` is false for a deletion.

    `check` is called right before each of its requests, and raises if none may be made.
    """

    job: int
    chat_id: int
    urgency: Urgency
    writes: bool = True
    check: Callable[[], None] = nothing_to_check
    is_given: bool = False


@dataclass(slots=True)
class _Chat:
    """A chat, whose notices are sent one after the other, in the order of their arrival."""

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
        # Let in the first notice that has not been cancelled meanwhile.
        while self.waiting and not self.is_busy:
            _, entered = self.waiting.popleft()
            if not entered.done():
                self.is_busy = True
                entered.set_result(None)

    def is_idle(self, now: float) -> bool:
        return not self.is_busy and self.line.is_empty(now) and now >= self.strict_until


_current: ContextVar[Sending | None] = ContextVar("sending", default=None)


def check_right() -> None:
    """Raise if the current request belongs to a notice that may no longer be sent."""
    sending = _current.get()
    if sending is not None:
        sending.check()


class Pacing(BaseRateLimiter[None]):
    """The library's rate limiter, which handles every request of the bot.

    A notice in a `turn` is deferred by `NotNow`; any other request waits here until there is room.
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
        """Send one by one in private chats for a while: a former process may have sent a few."""
        until = self._clock.elapsed() + lasts.total_seconds()
        self._strict_until = max(self._strict_until, until)

    @asynccontextmanager
    async def turn(self, sending: Sending) -> AsyncIterator[None]:
        """Enter the turn of a notice; the requests made inside belong to the notice.

        A further message inside waits here for room, if that takes only seconds.

        Raises:
            NotNow: it is not the notice's turn, or a further message would have to wait for long.
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
        """Use the turn of this request's notice, or wait for room; return the notice's job."""
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
        """Wait for room for a further message of a turn, ahead of all notices not yet begun."""
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
        # Another process may have taken over the job meanwhile.
        sending.check()

    def _check(self, sending: Sending) -> None:
        at, now = self._free_at(sending), self._clock.elapsed()
        if at <= now + TOLERANCE_SECONDS:
            return
        if sending.writes:
            self._chat(sending.chat_id).line.promise(sending.job, sending.urgency, at, now)
        # A notice that waits for its chat takes no place among those that wait for the bot.
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
        """Raise `NotNow` in the notices that wait to enter a chat and have no turn there now.

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
        """Count a request while it is in flight, and for a full window after its end.

        Telegram counts it at an unknown moment before its answer arrives.
        """
        line.begin(job)
        try:
            yield
        finally:
            line.end(self._clock.elapsed())

    @contextmanager
    def _held(self, what: int | str) -> Iterator[None]:
        """Hold a chat, by its number, or a method, by its name, if Telegram answers 429."""
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
        """Return a chat and mark it as last used; above the limit, drop the oldest if idle."""
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
    """Return the windows at another rate, each a little longer for safety."""

    def scaled(window: RollingWindow) -> RollingWindow:
        most, seconds = window.at_rate(rate)
        return RollingWindow(most, seconds + _MARGIN_SECONDS)

    return {urgency: tuple(map(scaled, each)) for urgency, each in windows.items()}


def longest(windows: _Windows) -> float:
    return max(window.seconds for each in windows.values() for window in each)
