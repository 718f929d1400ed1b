"""Waiting for what can only be seen by looking: no process here tells when it has come so far."""

import asyncio
from collections.abc import Awaitable, Callable

_LOOK_SECONDS = 0.2


async def until(holds: Callable[[], Awaitable[bool]], seconds: float) -> None:
    """Return when something holds; raise `TimeoutError` if it does not within so many seconds."""
    async with asyncio.timeout(seconds):
        while True:
            if await holds():
                return
            await asyncio.sleep(_LOOK_SECONDS)
