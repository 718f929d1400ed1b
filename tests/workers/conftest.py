"""What the tests of the workers share: a store, a clock that stands still, a local Telegram."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
from starlette.types import ASGIApp

from bot import logs
from bot.base.database.database import Database
from bot.base.http.server import Server
from bot.local_telegram import LocalTelegram
from tests.store.postgres import Postgres, running
from tests.store.work import opened, sqlite_url
from tests.support import prepared
from tests.support.clock import ManualClock
from tests.workers.post import Post, serve
from tests.workers.waiting import WatchedClock


@pytest.fixture(autouse=True)
def quiet() -> None:
    logs.configure("CRITICAL")


@pytest.fixture
def clock() -> WatchedClock:
    return WatchedClock()


@pytest.fixture
async def database(tmp_path: Path, store_file: Path, clock: ManualClock) -> AsyncIterator[Database]:
    database = await opened(sqlite_url(prepared.copied(store_file, tmp_path)), clock)
    yield database
    await database.close()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with running() as postgres:
        asyncio.run(_migrate(postgres.url))
        yield postgres


async def _migrate(url: str) -> None:
    await (await opened(url, ManualClock())).close()


@pytest.fixture
async def replicas(
    postgres: Postgres, clock: ManualClock
) -> AsyncIterator[tuple[Database, Database]]:
    """One database as two processes have it."""
    postgres.empty()
    one, other = [await opened(postgres.url, clock) for _ in range(2)]
    yield one, other
    await one.close()
    await other.close()


@pytest.fixture
def around() -> Callable[[ASGIApp], ASGIApp]:
    """Return what stands between the sender and the local Telegram: nothing, by default."""
    return lambda app: app


@pytest.fixture
async def telegram(
    clock: ManualClock, around: Callable[[ASGIApp], ASGIApp]
) -> AsyncIterator[tuple[LocalTelegram, str]]:
    telegram = LocalTelegram(clock=clock)
    await telegram.start()
    async with Server(around(telegram.asgi)) as server:
        yield telegram, server.url
        await telegram.stop()


@pytest.fixture
async def post(
    telegram: tuple[LocalTelegram, str], database: Database, clock: ManualClock, tmp_path: Path
) -> AsyncIterator[Post]:
    async with serve(*telegram, database, clock, tmp_path) as post:
        yield post
