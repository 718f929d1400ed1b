from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.service.settings import ServiceSettings
from tests.service.fleet import Fleet, running, settings_at
from tests.service.receiver import Receiver, listening, make_certificates
from tests.service.workshop import Workshop
from tests.store import postgres
from tests.support import prepared
from tests.support.clock import ManualClock


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture(scope="module")
def server() -> Iterator[postgres.Postgres]:
    with postgres.running() as server:
        yield server


@pytest.fixture
def folder(tmp_path: Path, fleet_file: Path) -> Path:
    """Where a test's database is."""
    return prepared.copied(fleet_file, tmp_path)


@pytest.fixture
def settings(folder: Path, certificates: Path, request: pytest.FixtureRequest) -> ServiceSettings:
    """Those of a service on SQLite; a test that is `on_both` takes PostgreSQL, too."""
    if getattr(request, "param", "sqlite") == "sqlite":
        return settings_at(folder, certificates)
    server: postgres.Postgres = request.getfixturevalue("server")
    url = server.fresh(f"fleet_{folder.name}".lower())
    return settings_at(folder, certificates, database_url=url)


@pytest.fixture
async def fleet(settings: ServiceSettings, clock: ManualClock) -> AsyncIterator[Fleet]:
    async with running(settings, clock) as fleet:
        yield fleet


@pytest.fixture(scope="session")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("certificates")
    make_certificates(folder)
    return folder


@pytest.fixture
async def receiver(certificates: Path) -> AsyncIterator[Receiver]:
    async with listening(certificates) as receiver:
        yield receiver


@pytest.fixture
def workshop(folder: Path, certificates: Path, clock: ManualClock, receiver: Receiver) -> Workshop:
    return Workshop(folder, certificates, clock, receiver)
