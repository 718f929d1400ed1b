"""Every test that asks for `database` or `url` runs on SQLite and on PostgreSQL."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.base.database import Database
from tests.store.postgres import Postgres, running
from tests.store.work import FILE, opened, sqlite_url
from tests.support.clock import ManualClock

BACKENDS = ("sqlite", "postgresql")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with running() as postgres:
        asyncio.run(_migrate(postgres.url))
        yield postgres


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with its tables: copying one is faster than making them for every test."""
    folder = tmp_path_factory.mktemp("template")
    asyncio.run(_migrate(sqlite_url(folder)))
    return folder / FILE


@pytest.fixture
def folder(tmp_path: Path, sqlite_template: Path) -> Path:
    """Where an empty SQLite file is."""
    shutil.copy(sqlite_template, tmp_path)
    return tmp_path


@pytest.fixture(params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def url(backend: str, request: pytest.FixtureRequest) -> str:
    """The address of an empty store."""
    if backend == "sqlite":
        return sqlite_url(request.getfixturevalue("folder"))
    postgres: Postgres = request.getfixturevalue("postgres")
    postgres.empty()
    return postgres.url


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
async def database(url: str, clock: ManualClock) -> AsyncIterator[Database]:
    database = await opened(url, clock)
    yield database
    await database.close()


@pytest.fixture
async def sqlite(folder: Path, clock: ManualClock) -> AsyncIterator[Database]:
    database = await opened(sqlite_url(folder), clock)
    yield database
    await database.close()


async def _migrate(url: str) -> None:
    await (await opened(url, ManualClock())).close()
