"""Whoever stops a command, at whatever moment, is left with nothing to clear up."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.cli.interrupts import COMMANDS, SIGNALS, Grounds, grounds

SHORT = {"run", "check"}
_long = pytest.mark.long("each command is started again for each moment at which it is stopped")
MOMENTS = (0, 0.05, 0.15, 0.3, 0.5, 0.8, 1.2, 2.5)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def ground(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Grounds]:
    async with grounds(tmp_path_factory.mktemp("interrupts")) as ground:
        yield ground


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name in SHORT else _long) for name in COMMANDS],
)
async def test_it_ends_without_a_word_and_leaves_nothing(ground: Grounds, name: str):
    for number, moment in enumerate(MOMENTS):
        how = SIGNALS[number % 2]
        ended = await ground.interrupted(name, how, moment)
        assert ended.faults == [], (how, moment)
        if moment == 0:
            assert ended.code == 128 + how
