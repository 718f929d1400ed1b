"""Correlation: one id for everything that followed from one arrival.

A job that is added while another job is worked on takes over its correlation id; any other job gets
a new one. Each line of the log that is written meanwhile carries the id, too.
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_current: ContextVar[str | None] = ContextVar("correlation", default=None)


def current() -> str | None:
    """Return the correlation id of the job that is being worked on here."""
    return _current.get()


def new() -> str:
    return secrets.token_hex(6)


@contextmanager
def working_on(correlation_id: str | None) -> Iterator[None]:
    """Give this id to the jobs that are added and the lines that are logged in the block."""
    token = _current.set(correlation_id)
    try:
        yield
    finally:
        _current.reset(token)
