"""What the tests of commands share: an operator of the fleet service, and a town to work on."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.demo.town import Town
from tests.cli.operating import Operator


@pytest.fixture
def operator(tmp_path: Path) -> Operator:
    return Operator(tmp_path)


@pytest.fixture
async def town(tmp_path: Path) -> AsyncIterator[Town]:
    async with Town(tmp_path, mode="polling") as town:
        yield town
