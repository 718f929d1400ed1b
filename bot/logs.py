"""Structured logs, one JSON object a line, that cannot hold a secret.

The secrets are given once, at the start. Every line of any logger of the process, ours or a
library's, passes the same filter.
"""

import errno
import json
import logging
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from datetime import UTC, datetime
from pathlib import Path
from traceback import extract_tb, format_tb
from typing import TextIO
from urllib.parse import quote

from bot.base.database import correlation

_HIDDEN = "[hidden]"
_OURS = str(Path(__file__).parent)
_ISO = "%Y-%m-%dT%H:%M:%S.%fZ"
_SHORTEST_SECRET = 6
# Telegram's bot tokens have this form wherever they come from.
_BOT_TOKEN = re.compile(r"\d{6,}:[A-Za-z0-9_-]{30,}")
# These libraries log addresses (with the bot token) or headers (with the key).
_TALKATIVE = ("httpx", "httpcore", "telegram", "aiosqlite", "alembic", "uvicorn", "sqlalchemy")


# The forms of a text inside JSON, inside a `repr` and inside an address.
_SPELLINGS: tuple[Callable[[str], str], ...] = (
    str,
    lambda text: json.dumps(text, ensure_ascii=False)[1:-1],
    lambda text: repr(text)[1:-1],
    lambda text: quote(text, safe=""),
)


class Redaction:
    def __init__(self, secrets: Iterable[str] = ()) -> None:
        spellings = {secret for secret in secrets if len(secret) >= _SHORTEST_SECRET}
        # Apply each twice, because an escaped text is often put into another escaped text.
        for _ in range(2):
            spellings = {spell(text) for text in spellings for spell in _SPELLINGS}
        # Replace the longest first: a shorter one may be a part of it, and would leave the rest.
        self._secrets = sorted(spellings, key=len, reverse=True)

    def clean(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, _HIDDEN)
        return _BOT_TOKEN.sub(_HIDDEN, text)


class _Formatter(logging.Formatter):
    """Makes one line of a record: of ours with its values, of a library's with its message."""

    def __init__(self, redaction: Redaction, *, as_json: bool) -> None:
        super().__init__()
        self._redaction = redaction
        self._render = _as_json if as_json else _as_text

    def format(self, record: logging.LogRecord) -> str:
        # An error's message may hold secrets that we do not know: write only `said` of each error.
        arguments = record.args
        if isinstance(arguments, tuple):
            record = copy(record)
            record.args = tuple(
                said(each) if isinstance(each, BaseException) else each for each in arguments
            )
        values = {name: _told(value) for name, value in getattr(record, "values", {}).items()}
        line = {
            **values,
            "event": _one_line(record.getMessage()),
            "level": record.levelname.lower(),
            "logger": record.name,
            "timestamp": datetime.fromtimestamp(record.created, UTC).strftime(_ISO),
        }
        if correlation_id := correlation.current():
            line["correlation_id"] = correlation_id
        if record.exc_info and record.exc_info[1]:
            # The traceback of each error, the first cause first, with no more of its message.
            errors = reversed([*_chain(record.exc_info[1])])
            line["exception"] = "\n".join(
                "".join(["Traceback:\n", *format_tb(each.__traceback__), _named(each)])
                for each in errors
            )
        return self._redaction.clean(self._render(line))


def configure(
    level: str = "INFO",
    *,
    as_json: bool = True,
    secrets: Iterable[str] = (),
    stream: TextIO | None = None,
) -> None:
    """Set up logging for the whole process; `secrets` never appear in it. Writes to stderr."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(_Formatter(Redaction(secrets), as_json=as_json))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(logging.WARNING)


def said(error: BaseException) -> str:
    """Return the classes of an error and of its causes, and where it was raised.

    The message of a foreign error may quote anything, such as a password, and is left out.
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


def _told(value: object) -> object:
    if isinstance(value, BaseException):
        return said(value)
    return _one_line(value) if isinstance(value, str) else value


def _one_line(text: str) -> str:
    """Escape line breaks, so that strangers cannot add lines of their own to a log for people."""
    return text.replace("\r", "\\r").replace("\n", "\\n")


def _as_json(line: Mapping[str, object]) -> str:
    return json.dumps(line, ensure_ascii=False, default=repr)


def _as_text(line: Mapping[str, object]) -> str:
    around = ("timestamp", "level", "event", "logger", "exception")
    values = "".join(f" {name}={value}" for name, value in line.items() if name not in around)
    first_line = "{timestamp} [{level}] {event} [{logger}]".format_map(line) + values
    exception = line.get("exception")
    return f"{first_line}\n{exception}" if exception else first_line
