"""Gaps between webhooks: when one comes after a gap, others may have been lost in it."""

from collections.abc import Callable
from datetime import timedelta

from bot.base.clock import Clock

SILENCE = timedelta(minutes=5)


class WebhookSilence:
    """Asks for a look at the fleet service when the first webhook after a gap is stored.

    A gap is a time without webhooks, or a time in which the bot could not store them.
    """

    def __init__(self, clock: Clock, look: Callable[[], None]) -> None:
        self._clock = clock
        self._look = look
        self._last = clock.elapsed()
        self._has_refused = False

    def kept(self) -> None:
        now = self._clock.elapsed()
        is_gap = self._has_refused or now - self._last > SILENCE.total_seconds()
        self._last, self._has_refused = now, False
        if is_gap:
            self._look()

    def refused(self) -> None:
        self._has_refused = True
