"""Refusals on order: what a test wants to go wrong, and flood limits."""

import math
from collections import deque
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.demo.telegram.arguments import Arguments
from bot.demo.telegram.refusals import ApiError, too_many

_COUNTED = ("send", "copy", "forward", "edit")
_FREE = frozenset({"sendchataction"})


@dataclass
class _Fault:
    method: str
    chat_id: int | None
    error: ApiError
    times: int


class Faults:
    """Calls that are to fail, in the order in which they were wished for."""

    def __init__(self) -> None:
        self._waiting: list[_Fault] = []

    def add(self, method: str, chat_id: int | None, error: ApiError, times: int) -> None:
        self._waiting.append(_Fault(method.lower(), chat_id, error, times))

    def check(self, method: str, arguments: Arguments) -> None:
        for fault in self._waiting:
            if fault.method != method.lower():
                continue
            if fault.chat_id is None or str(fault.chat_id) == arguments.text("chat_id"):
                self._use(fault)

    def _use(self, fault: _Fault) -> None:
        fault.times -= 1
        if fault.times <= 0:
            self._waiting.remove(fault)
        error = fault.error
        raise ApiError(error.error_code, error.description, retry_after=error.retry_after)


@dataclass(frozen=True)
class FloodLimits:
    """How many messages a bot may send; see https://core.telegram.org/bots/faq."""

    per_chat_per_second: int = 1
    per_group_per_minute: int = 20
    per_second: int = 30


class FloodGate:
    """Refuses messages that come faster than the limits allow."""

    def __init__(self) -> None:
        self._sent: dict[tuple[int, str], deque[datetime]] = {}

    def check(
        self, limits: FloodLimits, bot_id: int, method: str, chat_id: str, now: datetime
    ) -> None:
        """Count one call, or raise 429 with the seconds until it would be let through."""
        if not method.lower().startswith(_COUNTED) or method.lower() in _FREE:
            return
        second, minute = timedelta(seconds=1), timedelta(minutes=1)
        group = chat_id.startswith("-")
        rules = [
            ("", limits.per_second, second),
            (chat_id, limits.per_group_per_minute, minute)
            if group
            else (chat_id, limits.per_chat_per_second, second),
        ]
        for key, count, window in rules:
            self._refuse_beyond(self._times((bot_id, key), now - window), count, now, window)
        for key, _, _ in rules:
            self._sent[bot_id, key].append(now)

    def _times(self, key: tuple[int, str], since: datetime) -> deque[datetime]:
        times = self._sent.setdefault(key, deque())
        while times and times[0] <= since:
            times.popleft()
        return times

    @staticmethod
    def _refuse_beyond(
        times: deque[datetime], count: int, now: datetime, window: timedelta
    ) -> None:
        if len(times) >= count:
            raise too_many(max(1, math.ceil((times[0] + window - now).total_seconds())))
