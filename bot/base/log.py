"""Loggers of lines with an event and its values; `bot.logs` sets up how they are written.

They use Python's own logging: a level, a handler or a test treats them like those of a library.
"""

import logging
import time
from collections.abc import Callable
from typing import Any

_PAUSE = 60.0


class Logger:
    """Writes such as `log.info("job failed", kind="update")`.

    `exc_info`, `True` or an error, adds what went wrong and where. A line below the level that is
    written costs only one check.
    """

    def __init__(self, name: str) -> None:
        self._logger = logging.getLogger(name)

    def debug(self, event: str, **values: object) -> None:
        """Write a line for debugging."""
        self._say(logging.DEBUG, event, values)

    def info(self, event: str, **values: object) -> None:
        self._say(logging.INFO, event, values)

    def warning(self, event: str, **values: object) -> None:
        self._say(logging.WARNING, event, values)

    def error(self, event: str, **values: object) -> None:
        self._say(logging.ERROR, event, values)

    def exception(self, event: str, **values: object) -> None:
        """Write the error that is being handled as well."""
        self._say(logging.ERROR, event, {"exc_info": True, **values})

    def _say(self, level: int, event: str, values: dict[str, Any]) -> None:
        if self._logger.isEnabledFor(level):
            error = values.pop("exc_info", None)
            self._logger.log(level, event, exc_info=error, extra={"values": values})


class OccasionalWarning:
    """A warning about what strangers can make happen as often as they like.

    It counts, and logs `text` at most once a minute, with the count and the details of the last.
    """

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
