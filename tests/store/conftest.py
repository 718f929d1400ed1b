"""Every test that asks for `database` or `url` runs with every driver for a database."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from pathlib import Path

import pytest

from bot.base.database.database import ENGINES, Database
from tests.store.postgres import Postgres, running
from tests.store.work import opened, sqlite_url
from tests.support import prepared
from tests.support.clock import ManualClock


def _empty_postgres(request: pytest.FixtureRequest) -> str:
    postgres: Postgres = request.getfixturevalue("postgres")
    postgres.empty()
    return postgres.url


BACKENDS: Mapping[str, Callable[[pytest.FixtureRequest], str]] = {
    "sqlite+aiosqlite": lambda request: sqlite_url(request.getfixturevalue("folder")),
    "postgresql+psycopg": _empty_postgres,
}
"""Where a database with empty tables is found, by its driver."""


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with running() as postgres:
        asyncio.run(_migrate(postgres.url))
        yield postgres


@pytest.fixture
def folder(tmp_path: Path, store_file: Path) -> Path:
    """Where an empty SQLite file is."""
    return prepared.copied(store_file, tmp_path)


@pytest.fixture(params=list(ENGINES))
def driver(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def url(driver: str, request: pytest.FixtureRequest) -> str:
    """The address of an empty store."""
    return BACKENDS[driver](request)


@pytest.fixture
def new_store(driver: str, request: pytest.FixtureRequest, store_file: Path) -> Callable[[], str]:
    """Return what empties the store, as often as it is asked, and gives its address."""

    def empty() -> str:
        if driver.startswith("sqlite"):
            prepared.copied(store_file, request.getfixturevalue("folder"))
        return BACKENDS[driver](request)

    return empty


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
