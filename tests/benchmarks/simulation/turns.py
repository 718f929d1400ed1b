"""Whose turn it is, with the bot's own windows and lines, in simulated time.

`bot.telegram.pacing.Pacing` has a clock that passes by itself and requests that it waits for; here
is what of it decides when. A test lets both decide about the same notices.
"""

from typing import Protocol

from bot.actions.notice_kinds import Urgency
from bot.telegram.pacing import (
    OF_BOT,
    OF_GROUP,
    OF_PRIVATE_CHAT,
    TOLERANCE_SECONDS,
    at_rate,
    longest,
)
from bot.telegram.rate_windows import Line


class Waiting(Protocol):
    """A notice that is to be sent; `writes` where it is more than a deletion."""

    number: int
    chat: int
    urgency: Urgency

    @property
    def writes(self) -> bool: ...


class Turns:
    """Who may be sent when, at most so many in a second, or in a minute in a group."""

    def __init__(
        self, per_second: float = 30, chat_per_second: float = 1, group_per_minute: float = 20
    ) -> None:
        self._bot_windows = at_rate(OF_BOT, per_second / 30)
        self._private = at_rate(OF_PRIVATE_CHAT, chat_per_second)
        self._group = at_rate(OF_GROUP, group_per_minute / 20)
        self._bot = Line(longest(self._bot_windows))
        self._chats: dict[int, Line] = {}

    def asked(self, notice: Waiting, now: float) -> float | None:
        """Return until when a notice has to wait, and keep its place; `None` if it is its turn."""
        urgency = notice.urgency
        of_bot = self._bot.free_at(notice.number, urgency, self._bot_windows[urgency], now)
        at = of_bot
        line = None
        if notice.writes:
            line = self._line(notice.chat)
            windows = (self._group if notice.chat < 0 else self._private)[urgency]
            at = max(at, line.free_at(notice.number, urgency, windows, now))
        if at <= now + TOLERANCE_SECONDS:
            return None
        if line is not None:
            line.promise(notice.number, urgency, at, now)
        # Who waits for the chat has no place among those who wait for the bot, and takes none.
        if at <= of_bot:
            self._bot.promise(notice.number, urgency, at, now)
        return at

    def begin(self, notice: Waiting) -> None:
        """Count a request that is on its way."""
        for line in self._counting(notice):
            line.begin(notice.number)

    def end(self, notice: Waiting, counted_at: float) -> None:
        """Count it as sent from then on."""
        for line in self._counting(notice):
            line.end(counted_at)

    def _counting(self, notice: Waiting) -> tuple[Line, ...]:
        return (self._bot, self._line(notice.chat)) if notice.writes else (self._bot,)

    def _line(self, chat: int) -> Line:
        """Return the line of a chat: the number of a group is below zero."""
        found = self._chats.get(chat)
        if found is None:
            windows = self._group if chat < 0 else self._private
            found = self._chats[chat] = Line(longest(windows))
        return found
