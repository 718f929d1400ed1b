"""Retries of reads: how often and how soon.

This uses tenacity itself, not stamina above it: stamina reports every retry to hooks of the whole
process, which write to the console of people who use this as a library and never asked for it.
"""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from tenacity import (
    AsyncRetrying,
    RetryCallState,
    retry_if_exception,
    stop_after_attempt,
    stop_after_delay,
    wait_exponential_jitter,
)

from bot.fleet.errors import NotSent, Unavailable, Unknown

T = TypeVar("T")

_WINDOW = 10.0  # seconds after which nothing is tried again: somebody is waiting
_LONGEST_WAIT = 2.0
_PAUSES = wait_exponential_jitter(multiplier=0.1, max=_LONGEST_WAIT, jitter=0.1)


async def patiently(attempts: int, read: Callable[[], Awaitable[T]]) -> T:
    """Call a read until it succeeds, fails for good, or has failed `attempts` times."""
    tries = AsyncRetrying(
        retry=retry_if_exception(_may_pass),
        stop=stop_after_attempt(attempts) | stop_after_delay(_WINDOW),
        wait=_pause,
        reraise=True,
    )
    async for attempt in tries:
        with attempt:
            return await read()
    raise AssertionError("the last attempt returns or raises")


def _may_pass(error: BaseException) -> bool:
    """Tell whether to try again.

    A lost answer does no harm to a read: mostly an idle connection was just closed.
    """
    if isinstance(error, Unavailable):
        return error.retry_after is None or error.retry_after <= _LONGEST_WAIT
    return isinstance(error, NotSent | Unknown)


def _pause(state: RetryCallState) -> float:
    """Return the seconds until the next attempt: the wait that the service asked for, or a growing
    one.
    """
    error = state.outcome.exception() if state.outcome else None
    if isinstance(error, Unavailable) and error.retry_after is not None:
        return error.retry_after
    return _PAUSES(state)
