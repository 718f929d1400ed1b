"""Every test that asks for `database` or `url` runs with every driver for a database."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.base.database.database import ENGINES, Database
from tests.store.postgres import Postgres, running
from tests.store.work import opened, sqlite_url
from tests.support import prepared
from tests.support.clock import ManualClock


@dataclass(frozen=True)
class Backend:
    """Where databases of a kind are found: one with empty tables, and a new one without any."""

    empty: Callable[[pytest.FixtureRequest], str]
    blank: Callable[[pytest.FixtureRequest], str]


def _postgres(request: pytest.FixtureRequest) -> Postgres:
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres


def _empty_postgres(request: pytest.FixtureRequest) -> str:
    _postgres(request).empty()
    return _postgres(request).url


def _blank_postgres(request: pytest.FixtureRequest) -> str:
    return _postgres(request).fresh(f"blank_{request.getfixturevalue('tmp_path').name}")


BACKENDS = {
    "sqlite+aiosqlite": Backend(
        lambda request: sqlite_url(request.getfixturevalue("folder")),
        lambda request: sqlite_url(request.getfixturevalue("tmp_path")),
    ),
    "postgresql+psycopg": Backend(_empty_postgres, _blank_postgres),
}


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
    return BACKENDS[driver].empty(request)


@pytest.fixture
def blank_url(driver: str, request: pytest.FixtureRequest) -> str:
    """The address of a database without tables."""
    return BACKENDS[driver].blank(request)


@pytest.fixture
def new_store(driver: str, request: pytest.FixtureRequest, store_file: Path) -> Callable[[], str]:
    """Return what empties the store, as often as it is asked, and gives its address."""

    def empty() -> str:
        if driver.startswith("sqlite"):
            prepared.copied(store_file, request.getfixturevalue("folder"))
        return BACKENDS[driver].empty(request)

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
