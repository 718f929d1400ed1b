"""A warning about what strangers can make happen as often as they like: logged now and then."""

import logging
import time
from collections.abc import Callable

_PAUSE = 60.0


class OccasionalWarning:
    """Counts, and logs `text` at most once a minute, with the count and the details of the last."""

    def __init__(
        self, log: logging.Logger, text: str, elapsed: Callable[[], float] = time.monotonic
    ) -> None:
        self._log = log
        self._text = text
        self._elapsed = elapsed
        self._count = 0
        self._quiet_until: float | None = None

    def add(self, *details: object) -> None:
        self._count += 1
        now = self._elapsed()
        if self._quiet_until is None or now >= self._quiet_until:
            self._log.warning(self._text, self._count, *details)
            self._count = 0
            self._quiet_until = now + _PAUSE
