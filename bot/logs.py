"""Structured logs, one JSON object a line, in which no secret can stand.

Secrets are told once, at the start; what leaves through any logger of the process, ours or a
library's, passes the same filter.
"""

import errno
import json
import logging
import re
import sys
from collections.abc import Callable, Iterable, Iterator, MutableMapping
from copy import copy
from pathlib import Path
from traceback import extract_tb, format_tb
from typing import Any, TextIO
from urllib.parse import quote

import structlog
from structlog.typing import ExcInfo

from bot.base.database import correlation

_HIDDEN = "[hidden]"
_OURS = str(Path(__file__).parent)
_SHORTEST_SECRET = 6
# Telegram's bot tokens have this form wherever they come from.
_BOT_TOKEN = re.compile(r"\d{6,}:[A-Za-z0-9_-]{30,}")
# These libraries write addresses (with the bot token) or headers (with the key) when they talk.
_TALKATIVE = ("httpx", "httpcore", "telegram", "aiosqlite", "alembic", "uvicorn", "sqlalchemy")


# How a text is written inside JSON, inside what `repr` returns, and inside an address.
_SPELLINGS: tuple[Callable[[str], str], ...] = (
    str,
    lambda text: json.dumps(text, ensure_ascii=False)[1:-1],
    lambda text: repr(text)[1:-1],
    lambda text: quote(text, safe=""),
)


class Redaction:
    def __init__(self, secrets: Iterable[str] = ()) -> None:
        known = {secret for secret in secrets if len(secret) >= _SHORTEST_SECRET}
        # Twice, because a text is often put into another one that is written so again.
        for _ in range(2):
            known = {spell(text) for text in known for spell in _SPELLINGS}
        self._secrets = sorted(known, key=len, reverse=True)

    def clean(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, _HIDDEN)
        return _BOT_TOKEN.sub(_HIDDEN, text)


class _RedactingFormatter(structlog.stdlib.ProcessorFormatter):
    def __init__(self, redaction: Redaction, *, as_json: bool) -> None:
        renderer = (
            structlog.processors.JSONRenderer(ensure_ascii=False)
            if as_json
            else structlog.dev.ConsoleRenderer(colors=False)
        )
        super().__init__(
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.ExceptionRenderer(_traceback),
                renderer,
            ],
            foreign_pre_chain=_shared_processors(),
        )
        self._redaction = redaction

    def format(self, record: logging.LogRecord) -> str:
        given = record.args
        if isinstance(given, tuple):
            record = copy(record)
            record.args = tuple(
                said(one) if isinstance(one, BaseException) else one for one in given
            )
        return self._redaction.clean(super().format(record))


def configure(
    level: str = "INFO",
    *,
    as_json: bool = True,
    secrets: Iterable[str] = (),
    stream: TextIO | None = None,
) -> None:
    """Set up logging for the whole process; `secrets` never appear in it. Writes to stderr."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(_RedactingFormatter(Redaction(secrets), as_json=as_json))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(logging.WARNING)
    structlog.configure(
        processors=[
            *_shared_processors(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )


def said(error: BaseException) -> str:
    """Say what an error is, and what it comes from: by their classes, and where it was raised.

    The words of a foreign one may quote anything, such as a password, and are left out.
    """
    place = next(
        (
            f" at {Path(frame.filename).name}:{frame.lineno}"
            for frame in reversed(extract_tb(error.__traceback__))
            if frame.filename.startswith(_OURS)
        ),
        "",
    )
    return " from ".join(map(_named, _chain(error))) + place


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _named(error: BaseException) -> str:
    name = type(error).__name__
    if type(error).__module__.partition(".")[0] == "bot":
        return f"{name}: {error}" if str(error) else name
    number = error.errno if isinstance(error, OSError) else None
    return f"{name} {errno.errorcode.get(number, number)}" if number else name


def _traceback(exc_info: ExcInfo) -> str:
    """Tell where errors went through; of what they say as much as `said` does."""
    errors = reversed([*_chain(exc_info[1])])
    return "\n".join(
        "".join(["Traceback:\n", *format_tb(each.__traceback__), _named(each)]) for each in errors
    )


def _by_class(
    _logger: object, _method: str, event: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """Say errors that stand in a line; with their traceback they are told by `_traceback`."""
    for name, value in event.items():
        if isinstance(value, BaseException) and name != "exc_info":
            event[name] = said(value)
    return event


def _shared_processors() -> list[Any]:
    return [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _correlated,
        _by_class,
        _one_line,
    ]


def _correlated(
    _logger: object, _method: str, event: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """Name the arrival that a line goes back to, where it is written for one."""
    if correlation_id := correlation.current():
        event["correlation_id"] = correlation_id
    return event


def _one_line(
    _logger: object, _method: str, event: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """Keep strangers from writing lines of their own into a log for people."""
    for name, value in event.items():
        if isinstance(value, str):
            event[name] = value.replace("\r", "\\r").replace("\n", "\\n")
    return event
