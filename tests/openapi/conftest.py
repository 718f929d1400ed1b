import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.openapi.page import Page
from tests.service.fleet import Fleet, running, settings_at
from tests.service.receiver import make_certificates
from tests.support import prepared
from tests.support.clock import ManualClock


@pytest.fixture
async def fleet(tmp_path: Path, fleet_file: Path) -> AsyncIterator[Fleet]:
    make_certificates(tmp_path)
    folder = prepared.copied(fleet_file, tmp_path)
    async with running(settings_at(folder, folder), ManualClock()) as fleet:
        yield fleet


@pytest.fixture
def npm() -> str:
    found = shutil.which("npm")
    if found is None:
        pytest.skip("There is no npm here (Debian: npm), which takes minutes to install.")
    return found


@pytest.fixture
async def page(fleet: Fleet) -> Page:
    return Page((await fleet.http.get("/openapi.json")).json())
