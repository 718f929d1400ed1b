"""A town per test, on a clock that hurries or on one that stands still."""

from collections.abc import AsyncIterator

import pytest

from bot.clock import Clock
from bot.demo.telegram import LocalTelegram
from bot.web.server import Server
from tests.demo.telegram.town import HurriedClock, Town
from tests.support.clock import ManualClock


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
async def town(clock: ManualClock) -> AsyncIterator[Town]:
    async for town in _served(clock):
        yield town


@pytest.fixture
async def busy_town() -> AsyncIterator[Town]:
    async for town in _served(HurriedClock()):
        yield town


async def _served(clock: Clock) -> AsyncIterator[Town]:
    telegram = LocalTelegram(clock=clock)
    await telegram.start()
    async with Server(telegram.asgi) as server:
        town = Town(telegram, server.url, clock)
        yield town
        await town.http.aclose()
        await telegram.stop()
