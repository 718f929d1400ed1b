"""Failures that a test asks for, and flood limits."""

import math
from collections import deque
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.local_telegram.arguments import Arguments
from bot.local_telegram.refusals import ApiError, too_many

COUNTED = ("send", "copy", "forward", "edit")
_REMEMBERED = 4096


@dataclass
class _Fault:
    method: str
    chat_id: int | None
    error: ApiError
    times: int


class Faults:
    """The calls that must fail, in the order in which they were asked for."""

    def __init__(self) -> None:
        self._waiting: list[_Fault] = []

    def add(self, method: str, chat_id: int | None, error: ApiError, times: int) -> None:
        self._waiting.append(_Fault(method.lower(), chat_id, error, times))

    def check(self, method: str, arguments: Arguments) -> None:
        for fault in self._waiting:
            if fault.method != method.lower():
                continue
            if fault.chat_id is None or str(fault.chat_id) == arguments.text("chat_id"):
                fault.times -= 1
                if fault.times <= 0:
                    self._waiting.remove(fault)
                error = fault.error
                raise ApiError(error.error_code, error.description, retry_after=error.retry_after)


@dataclass(frozen=True)
class FloodLimits:
    """How many messages a bot may send; see https://core.telegram.org/bots/faq.

    In a private chat Telegram tolerates short bursts above the documented rate: here
    `per_chat_more` messages in any second and in any ten. With 0 only that rate is allowed.
    """

    per_chat_per_second: int = 1
    per_chat_more: int = 2
    per_group_per_minute: int = 20
    per_second: int = 30


class FloodGate:
    """Refuses messages that are sent faster than the limits allow."""

    def __init__(self) -> None:
        self._sent: dict[tuple[int, str], deque[datetime]] = {}

    def check(
        self, limits: FloodLimits, bot_id: int, method: str, chat_id: str, now: datetime
    ) -> None:
        """Count one call, or raise 429 with the seconds until it would be allowed."""
        if not method.lower().startswith(COUNTED) or method.lower() == "sendchataction":
            return
        for key, rules in (("", rules_of_bot(limits)), (chat_id, rules_of_chat(limits, chat_id))):
            times = self._times(bot_id, key)
            for count, window in rules:
                if len(times) >= count and times[-count] > now - window:
                    wait = times[-count] + window - now
                    raise too_many(max(1, math.ceil(wait.total_seconds())))
        # Only an allowed call counts, for the bot and for the chat.
        for key in ("", chat_id):
            self._times(bot_id, key).append(now)

    def _times(self, bot_id: int, key: str) -> deque[datetime]:
        return self._sent.setdefault((bot_id, key), deque(maxlen=_REMEMBERED))


Rules = list[tuple[int, timedelta]]
"""Pairs of a number of messages and the time in which no more may be sent."""


def rules_of_bot(limits: FloodLimits) -> Rules:
    return [(limits.per_second, timedelta(seconds=1))]


def rules_of_chat(limits: FloodLimits, chat_id: str) -> Rules:
    if chat_id.startswith("-"):
        return [(limits.per_group_per_minute, timedelta(minutes=1))]
    steady, more = limits.per_chat_per_second, limits.per_chat_more
    return [(seconds * steady + more, timedelta(seconds=seconds)) for seconds in (1, 10)]
