"""Waiting for what is about to happen, without a guess at how long it takes."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from datetime import datetime, timedelta

from tests.support.clock import ManualClock
from tests.support.patience import PATIENCE


class WatchedClock(ManualClock):
    """A clock that stands still and counts who has begun to wait for it."""

    def __init__(self) -> None:
        super().__init__()
        self.waits = 0

    async def wait(self, event: asyncio.Event, until: datetime | None) -> None:
        self.waits += 1
        await super().wait(event, until)

    async def pass_by(self, delta: timedelta, waiting: int = 1) -> None:
        """Let time go by, and return when so many have done what was due and wait again."""
        before = self.waits
        self.advance(delta)
        await until(lambda: self.waits >= before + waiting)
        await asyncio.sleep(0)  # what they have started begins


async def until(holds: Callable[[], object]) -> None:
    """Return once something holds; it is asked again whenever the loop comes round."""
    async with asyncio.timeout(PATIENCE):
        while not holds():  # noqa: ASYNC110 - what is waited for rings no bell
            await asyncio.sleep(0)


async def come_true(holds: Callable[[], Awaitable[object]]) -> None:
    """Return once something that must be asked for holds."""
    async with asyncio.timeout(PATIENCE):
        while not await holds():  # noqa: ASYNC110 - likewise
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
