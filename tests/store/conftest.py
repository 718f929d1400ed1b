"""Every test that asks for `database` or `url` runs on SQLite and on PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.store.database import Database
from bot.store.vault import Vault
from tests.store.postgres import Postgres, running
from tests.store.work import KEY
from tests.support.clock import ManualClock

BACKENDS = ("sqlite", "postgresql")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with running() as postgres:
        asyncio.run(_migrate(postgres.url))
        yield postgres


@pytest.fixture(params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def url(backend: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """The address of an empty store."""
    if backend == "sqlite":
        return sqlite_url(tmp_path)
    postgres: Postgres = request.getfixturevalue("postgres")
    postgres.empty()
    return postgres.url


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
async def database(url: str, clock: ManualClock) -> AsyncIterator[Database]:
    database = await Database.open(url, Vault(KEY), clock)
    yield database
    await database.close()


@pytest.fixture
async def sqlite(tmp_path: Path, clock: ManualClock) -> AsyncIterator[Database]:
    database = await Database.open(sqlite_url(tmp_path), Vault(KEY), clock)
    yield database
    await database.close()


def sqlite_url(folder: Path) -> str:
    return f"sqlite+aiosqlite:///{folder}/handover.db"


async def _migrate(url: str) -> None:
    await (await Database.open(url, Vault(KEY), ManualClock())).close()
