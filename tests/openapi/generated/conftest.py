"""The generated client, which is made once, and the service that it asks."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.service.app import make_server
from tests.openapi.generated.generation import generate, install_generator
from tests.openapi.generated.operations import PACKAGE, Operations
from tests.openapi.page import Page
from tests.service.fleet import KEY, Fleet, running, settings_at
from tests.service.receiver import make_certificates
from tests.support.clock import ManualClock


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Page:
    """The page as the service serves it."""
    return asyncio.run(_page(tmp_path_factory.mktemp("service")))


async def _page(folder: Path) -> Page:
    make_certificates(folder)
    async with running(settings_at(folder, folder), ManualClock()) as fleet:
        return Page((await fleet.http.get("/openapi-for-clients.json")).json())


@pytest.fixture(scope="module")
def package(served: Page, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("generated")
    generator = install_generator(folder / "generator")
    (folder / "openapi.json").write_text(json.dumps(served.document))
    generate(generator, folder / "openapi.json", folder / PACKAGE)
    sys.path.insert(0, str(folder))
    yield folder / PACKAGE
    sys.path.remove(str(folder))


@pytest.fixture(scope="module")
def generated(package: Path) -> Operations:
    return Operations(package)


@pytest.fixture
async def url(fleet: Fleet) -> AsyncIterator[str]:
    async with make_server(fleet.service.asgi) as server:
        yield f"{server.url}/development/api/v1"


@pytest.fixture
async def client(generated: Operations, url: str) -> AsyncIterator[Any]:
    """The generated client with the account's key, as its readme says to make one."""
    async with generated.client(url, KEY) as client:
        yield client
