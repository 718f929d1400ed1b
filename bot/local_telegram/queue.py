"""The pending updates of a bot, and `getUpdates` with one held poll per bot."""

import asyncio
import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any

from bot.base.clock import Clock
from bot.local_telegram.refusals import ApiError, Refusal

DEFAULT_KINDS = frozenset(
    {"message", "edited_message", "callback_query", "inline_query", "my_chat_member", "poll",
     "poll_answer", "chat_join_request", "pre_checkout_query", "stopped_message_generation"}
)  # fmt: skip
"""The kinds of updates that a bot gets by default, among those that exist here."""

KINDS = DEFAULT_KINDS | {"chat_member", "message_reaction"}
"""All kinds of updates that exist here."""

_LIFETIMES: Mapping[str, timedelta] = {"callback_query": timedelta(seconds=150)}
_LIFETIME = timedelta(hours=24)
_FARTHEST_AHEAD = 10

MAX_TIMEOUT = 50
"""The longest time in seconds that a poll is held."""

_HASTE = timedelta(seconds=3)
_LONG_AGO = datetime.min.replace(tzinfo=UTC)


class Broadcast:
    """Wakes every task that waits for an event of `next`."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def __deepcopy__(self, _memo: dict[int, Any]) -> "Broadcast":
        """Return a new one: no task waits for a copy."""
        return Broadcast()

    def notify(self) -> None:
        self._event.set()
        self._event = asyncio.Event()

    def next(self) -> asyncio.Event:
        """Return the event that the next `notify` sets; take it before looking at the state."""
        return self._event


@dataclass(frozen=True, slots=True)
class QueuedUpdate:
    """One update; updates of the same lane must arrive in order."""

    update_id: int
    lane: int
    payload: dict[str, Any]
    expires_at: datetime

    def as_json(self) -> dict[str, Any]:
        return {"update_id": self.update_id, **self.payload}


class UpdateQueue:
    """Unconfirmed updates of one bot, oldest first. Ids grow by one and are never reused.

    The functions in `given_up` are called with each update that expires.
    """

    def __init__(self, clock: Clock) -> None:
        self.changes = Broadcast()
        self.allowed: frozenset[str] = DEFAULT_KINDS
        self.given_up: list[Callable[[QueuedUpdate], None]] = []
        self._clock = clock
        self._next_id = 100_000_000 + secrets.randbelow(800_000_000)
        self._waiting: dict[int, QueuedUpdate] = {}

    def allow(self, kinds: Iterable[str]) -> None:
        """Set the kinds of future updates; no known kind means the defaults."""
        self.allowed = KINDS.intersection(kinds) or DEFAULT_KINDS

    def add(self, kind: str, lane: int, content: Mapping[str, Any]) -> None:
        if kind not in self.allowed:
            return
        # Each new update drops up to two expired ones, so that an unread queue stays bounded.
        self._give_up(islice(self._waiting.values(), 2))
        update_id, self._next_id = self._next_id, self._next_id + 1
        expires_at = self._clock.now() + _LIFETIMES.get(kind, _LIFETIME)
        self._waiting[update_id] = QueuedUpdate(update_id, lane, {kind: dict(content)}, expires_at)
        self.changes.notify()

    def pending(self) -> list[QueuedUpdate]:
        self._give_up(self._waiting.values())
        return list(self._waiting.values())

    def _give_up(self, some: Iterable[QueuedUpdate]) -> None:
        now = self._clock.now()
        for update in [each for each in some if each.expires_at <= now]:
            self.forget(update)
            for listener in self.given_up:
                listener(update)

    def forget(self, update: QueuedUpdate) -> None:
        self._waiting.pop(update.update_id, None)
        self.changes.notify()

    def clear(self) -> None:
        self._waiting.clear()
        self.changes.notify()

    def take(self, offset: int, limit: int) -> list[QueuedUpdate]:
        """Confirm the updates before the offset, and return the next ones.

        A positive offset drops all lower ids, a negative one all but the newest `-offset`. Zero
        drops nothing, and neither does an offset far ahead of the queue.
        """
        pending = self.pending()
        confirmed: list[QueuedUpdate] = []
        if offset < 0:
            confirmed = pending[:offset]
        elif offset <= self._next_id + _FARTHEST_AHEAD:
            confirmed = [update for update in pending if update.update_id < offset]
        for update in confirmed:
            self.forget(update)
        return self.pending()[:limit]


@dataclass
class _Poll:
    ended: Refusal | None = None


class Polling:
    """Answers polls from the queue; a new poll ends the one before it."""

    def __init__(self, queue: UpdateQueue, clock: Clock) -> None:
        self._queue = queue
        self._clock = clock
        self._current: _Poll | None = None
        self._last_offset: int | None = None
        self._last_start = _LONG_AGO
        self._next_conflict = _LONG_AGO

    def end(self, refusal: Refusal) -> None:
        if self._current is not None:
            self._current.ended = refusal
            self._queue.changes.notify()

    async def poll(self, offset: int, limit: int, timeout: int) -> list[QueuedUpdate]:  # noqa: ASYNC109 - the method's own argument
        """Return pending updates, or the first that come within `timeout` seconds.

        Raises `ApiError` if another poll, a webhook or the end of the server ends this one.
        """
        self.end(Refusal.OTHER_POLL)
        poll = self._current = _Poll()
        now = self._clock.now()
        deadline = now + timedelta(seconds=timeout)
        # A poll with the same offset soon after the last one is held for a while.
        if offset == self._last_offset and now < self._last_start + _HASTE:
            deadline = max(deadline, now + _HASTE)
        self._last_offset, self._last_start = offset, now
        try:
            while True:
                # Taken before the queue is read, so that no change in between is missed.
                changed = self._queue.changes.next()
                if poll.ended in {Refusal.RESTART, Refusal.DOWN}:
                    raise poll.ended.error()
                if poll.ended is not None:
                    raise await self.conflict(poll.ended)
                updates = self._queue.take(offset, limit)
                if updates or self._clock.now() >= deadline:
                    return updates
                await self._clock.wait(changed, deadline)
        finally:
            if self._current is poll:
                self._current = None

    async def conflict(self, refusal: Refusal) -> ApiError:
        """Return the refusal, after three seconds if the last one was less than that ago."""
        now = self._clock.now()
        if now < self._next_conflict:
            await self._clock.wait(Broadcast().next(), now + _HASTE)
        else:
            self._next_conflict = now + _HASTE
        return refusal.error()
