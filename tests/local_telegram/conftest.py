"""A town per test: at its door or over HTTP, on a clock that stands still or one that hurries."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import pytest

from bot.base.clock import Clock
from bot.base.http.server import Server
from bot.local_telegram import LocalTelegram
from tests.local_telegram.town import HurriedClock, Town
from tests.support.clock import ManualClock


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
async def town(clock: ManualClock) -> AsyncIterator[Town]:
    async with _at_the_door(clock) as town:
        yield town


@pytest.fixture
async def hurried_town() -> AsyncIterator[Town]:
    async with _at_the_door(HurriedClock(20)) as town:
        yield town


@pytest.fixture
async def served_town(clock: ManualClock) -> AsyncIterator[Town]:
    async with _served(clock) as town:
        yield town


@pytest.fixture
async def busy_town() -> AsyncIterator[Town]:
    async with _served(HurriedClock(50)) as town:
        yield town


@asynccontextmanager
async def _at_the_door(clock: Clock) -> AsyncIterator[Town]:
    telegram = LocalTelegram(clock=clock)
    await telegram.start()
    transport = httpx.ASGITransport(telegram.asgi)
    async with httpx.AsyncClient(transport=transport) as http:
        yield Town(telegram, "http://telegram", clock, http)
    await telegram.stop()


@asynccontextmanager
async def _served(clock: Clock) -> AsyncIterator[Town]:
    telegram = LocalTelegram(clock=clock)
    await telegram.start()
    async with Server(telegram.asgi) as server, httpx.AsyncClient(trust_env=False) as http:
        yield Town(telegram, server.url, clock, http)
        await telegram.stop()
