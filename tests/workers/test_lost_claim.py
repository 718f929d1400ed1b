"""A claim that was made, and whose answer was lost: the jobs must not be nobody's for ever."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from bot.base.database.database import Database
from bot.base.queue import leases
from tests.store.postgres import Postgres
from tests.store.work import add, job, opened
from tests.support.lost_answer import LossyLine
from tests.support.patience import PATIENCE
from tests.workers.test_worker import Diary, working
from tests.workers.waiting import WatchedClock

_A_WHILE = timedelta(seconds=5)


@pytest.fixture
async def line(postgres: Postgres) -> LossyLine:
    postgres.empty()
    return LossyLine(postgres.url)


@pytest.fixture
async def database(line: LossyLine, clock: WatchedClock) -> AsyncIterator[Database]:
    """The store over that line, of a process that lives for as long as the test does."""
    async with line.opened() as address:
        database = await opened(address, clock)
        await database.write(leases.begin, timedelta(days=1))
        yield database
        await database.close()


@pytest.fixture
async def other(postgres: Postgres, clock: WatchedClock) -> AsyncIterator[Database]:
    database = await opened(postgres.url, clock)
    yield database
    await database.close()


async def test_what_was_claimed_without_an_answer_is_worked_on_all_the_same(
    line: LossyLine, database: Database, other: Database, clock: WatchedClock
):
    diary = Diary(database)
    async with working(database, clock, diary.work) as worker:
        await worker.idle()
        line.losing = True
        await add(other, job("k"))
        await clock.pass_by(_A_WHILE, waiting=0)
        await line.lost.wait()
        async with asyncio.timeout(PATIENCE):
            while not worker.finished:
                await clock.pass_by(_A_WHILE, waiting=0)
    assert diary.attempts == ["k"]
