"""Logging is one for the whole process, and in tests the process is pytest's."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def restored_logging() -> Iterator[None]:
    """Put handlers and levels back as they were, whatever a command sets up in the block."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    levels = {name: logger.level for name, logger in _known_loggers().items()}
    yield
    root.handlers[:] = handlers
    if root.level != level:
        root.setLevel(level)
    for name, logger in _known_loggers().items():
        if logger.level != (former := levels.get(name, logging.NOTSET)):
            logger.setLevel(former)  # which empties the memory of every logger there is


class _Notes(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.lines: list[dict[str, object]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append({"event": record.msg, **getattr(record, "values", {})})


@contextmanager
def logged() -> Iterator[list[dict[str, object]]]:
    """Note what the bot says with its values, from info on, in the block."""
    notes, ours = _Notes(), logging.getLogger("bot")
    with restored_logging():
        ours.setLevel(logging.INFO)
        ours.addHandler(notes)
        try:
            yield notes.lines
        finally:
            ours.removeHandler(notes)


def _known_loggers() -> dict[str, logging.Logger]:
    loggers = logging.getLogger().manager.loggerDict
    return {name: one for name, one in loggers.items() if isinstance(one, logging.Logger)}
