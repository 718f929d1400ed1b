"""Waiting for something to be there, for as long as a request allows."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import TypeVar

from starlette.requests import Request

from bot.base.clock import Clock
from bot.local_telegram.control.refused import NotDone

T = TypeVar("T")

MOST_SECONDS = 60.0
"""How long a request can wait."""


def wished_wait(request: Request) -> timedelta:
    """Return how long the caller would wait: `wait`, in seconds."""
    text = request.query_params.get("wait", "0")
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= MOST_SECONDS:
        raise NotDone(400, f"Set “wait” right: it is seconds, {MOST_SECONDS:.0f} at most.")
    return timedelta(seconds=seconds)


async def awaited(
    look: Callable[[], T], change: Callable[[], asyncio.Event], clock: Clock, wait: timedelta
) -> T:
    """Return what `look` finds as soon as it is something, or after `wait` whatever it is.

    It looks again after each `change`.
    """
    until = clock.now() + wait
    while True:
        changed = change()
        found = look()
        if found or clock.now() >= until:
            return found
        await clock.wait(changed, until)
