"""A scene that is played once, and the count of what was seen."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.contract.scene import House, Scene, opened, stage
from tests.contract.summary import tally_of
from tests.contract.tally import Tally
from tests.service.receiver import make_certificates
from tests.support import prepared


@pytest.fixture(scope="session")
def tally(pytestconfig: pytest.Config) -> Tally:
    return tally_of(pytestconfig)


@pytest.fixture(scope="session")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("certificates")
    make_certificates(folder)
    return folder


@pytest.fixture(scope="session")
def scene(tmp_path_factory: pytest.TempPathFactory, fleet_file: Path, certificates: Path) -> Scene:
    """The scene: copying its database is much faster than playing it for every test."""
    files = prepared.copied(fleet_file, tmp_path_factory.mktemp("scene"))
    return asyncio.run(stage(files, certificates))


@pytest.fixture
async def house(scene: Scene, tmp_path: Path, certificates: Path) -> AsyncIterator[House]:
    """A service of the test's own."""
    async with opened(scene, tmp_path, certificates) as house:
        yield house


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def museum(
    scene: Scene, tmp_path_factory: pytest.TempPathFactory, certificates: Path
) -> AsyncIterator[House]:
    """A service for all tests that only look: nothing in it may be changed."""
    async with opened(scene, tmp_path_factory.mktemp("museum"), certificates) as house:
        yield house
