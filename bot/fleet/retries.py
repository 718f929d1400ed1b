"""How often and how soon a read is tried again."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

import stamina

from bot.fleet.errors import NotSent, Unavailable, Unknown

T = TypeVar("T")

_WINDOW = 10.0  # seconds after which nothing is tried again: somebody is waiting
_LONGEST_WAIT = 2.0


async def patiently(attempts: int, read: Callable[[], Awaitable[T]]) -> T:
    """Call a read until it succeeds, fails for good, or has failed `attempts` times."""
    tries = stamina.retry_context(
        on=_again,
        attempts=attempts,
        timeout=_WINDOW,
        wait_initial=0.1,
        wait_max=_LONGEST_WAIT,
        wait_jitter=0.1,
    )
    async for attempt in tries:
        with attempt:
            return await read()
    raise AssertionError("the last attempt returns or raises")


def _again(error: Exception) -> bool | float:
    """Say whether to try again, or after how many seconds if the service asked for a wait.

    A lost answer does no harm to a read: mostly an idle connection was just closed.
    """
    if isinstance(error, Unavailable) and error.retry_after is not None:
        return error.retry_after if error.retry_after <= _LONGEST_WAIT else False
    return isinstance(error, NotSent | Unavailable | Unknown)
