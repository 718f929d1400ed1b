"""`getUpdates`: one held poll per bot."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from bot.base.clock import Clock
from bot.demo.telegram.broadcast import Broadcast
from bot.demo.telegram.queue import QueuedUpdate, UpdateQueue
from bot.demo.telegram.refusals import ApiError, Refusal

MAX_TIMEOUT = 50
"""Seconds that a poll is held at most."""

_HASTE = timedelta(seconds=3)
_LONG_AGO = datetime.min.replace(tzinfo=UTC)


@dataclass
class _Poll:
    ended: Refusal | None = None


class Polling:
    """Answers polls from the queue; a newer poll ends the one before it."""

    def __init__(self, queue: UpdateQueue, clock: Clock) -> None:
        self._queue = queue
        self._clock = clock
        self._current: _Poll | None = None
        self._last_offset: int | None = None
        self._last_start = _LONG_AGO
        self._next_conflict = _LONG_AGO

    def end(self, problem: Refusal) -> None:
        if self._current is not None:
            self._current.ended = problem
            self._queue.changes.notify()

    async def poll(self, offset: int, limit: int, timeout: int) -> list[QueuedUpdate]:  # noqa: ASYNC109 - the method's own argument
        """Return waiting updates, or the first that come within `timeout` seconds."""
        self.end(Refusal.OTHER_POLL)
        poll = self._current = _Poll()
        try:
            return await self._hold(poll, offset, limit, self._deadline(offset, timeout))
        finally:
            if self._current is poll:
                self._current = None

    async def conflict(self, problem: Refusal) -> ApiError:
        """Return the refusal, late where the last one was less than three seconds ago."""
        now = self._clock.now()
        if now < self._next_conflict:
            await self._clock.wait(Broadcast().next(), now + _HASTE)
        else:
            self._next_conflict = now + _HASTE
        return problem.error()

    def _deadline(self, offset: int, seconds: int) -> datetime:
        """Return when to answer with nothing; the same poll soon again is slowed down."""
        now = self._clock.now()
        hasty = offset == self._last_offset and now < self._last_start + _HASTE
        self._last_offset, self._last_start = offset, now
        return now + (
            max(_HASTE, timedelta(seconds=seconds)) if hasty else timedelta(seconds=seconds)
        )

    async def _hold(
        self, poll: _Poll, offset: int, limit: int, deadline: datetime
    ) -> list[QueuedUpdate]:
        while True:
            changed = self._queue.changes.next()
            if poll.ended is Refusal.RESTART:
                raise poll.ended.error()
            if poll.ended is not None:
                raise await self.conflict(poll.ended)
            updates = self._queue.take(offset, limit)
            if updates or self._clock.now() >= deadline:
                return updates
            await self._clock.wait(changed, deadline)
