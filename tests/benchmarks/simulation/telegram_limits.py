"""What Telegram refuses: it counts as the local Telegram does, in simulated time."""

from datetime import UTC, datetime, timedelta

from bot.local_telegram.faults import FloodGate, FloodLimits
from bot.local_telegram.refusals import ApiError

_MIDNIGHT = datetime(2026, 1, 1, tzinfo=UTC)
_LIMITS = FloodLimits()
_BOT = 1


class TelegramLimits:
    """Counts the messages of one bot, and how many of them are answered 429."""

    def __init__(self) -> None:
        self._gate = FloodGate()
        self.refused = 0

    def count(self, chat: int, now: float) -> None:
        """Count a message to a chat; `now` is never less than the last time."""
        moment = _MIDNIGHT + timedelta(seconds=now)
        try:
            self._gate.check(_LIMITS, _BOT, "sendMessage", str(chat), moment)
        except ApiError:
            self.refused += 1
