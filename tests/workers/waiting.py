"""Waiting for what is about to happen, without a guess at how long it takes."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress


async def until(holds: Callable[[], object]) -> None:
    """Return once something holds; it is asked again whenever the loop comes round."""
    async with asyncio.timeout(10):
        while not holds():
            await asyncio.sleep(0)


async def come_true(holds: Callable[[], Awaitable[object]]) -> None:
    """Return once something that must be asked for holds."""
    async with asyncio.timeout(10):
        while not await holds():
            await asyncio.sleep(0)


@asynccontextmanager
async def at_work(run: Callable[[], Awaitable[None]]) -> AsyncIterator[asyncio.Future[None]]:
    """Let something run for as long as the block lasts; what it raises is raised here."""
    task = asyncio.ensure_future(run())
    try:
        yield task
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
