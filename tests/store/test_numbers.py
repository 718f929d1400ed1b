"""Numbers: what came later has a higher one, whatever the clocks of those who ask say."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from bot.base.database.database import Database
from bot.base.database.transaction import Transaction
from tests.store.postgres import Postgres
from tests.store.work import opened
from tests.support.clock import ManualClock
from tests.support.sql import listening

DAY = timedelta(days=1)


@pytest.fixture
async def replicas(
    postgres: Postgres, clock: ManualClock
) -> AsyncIterator[tuple[Database, Database]]:
    one, other = [await opened(postgres.url, clock) for _ in range(2)]
    yield one, other
    await one.close()
    await other.close()


async def test_each_is_higher_than_all_before_also_where_the_clock_is_set_back(
    database: Database, clock: ManualClock
):
    given = []
    for _ in range(5):
        given.append(await database.next_number())
        given.append(await database.write(Transaction.next_number))
        clock.advance(-DAY)
    assert given == sorted(set(given))


async def test_so_it_is_among_replicas(replicas: tuple[Database, Database]):
    given = [await replica.next_number() for _ in range(5) for replica in replicas]
    assert given == sorted(set(given))


async def test_of_those_who_ask_at_once_each_has_one_of_its_own(database: Database):
    given = await asyncio.gather(*(database.next_number() for _ in range(20)))
    assert len(set(given)) == 20


async def test_alone_nobody_is_asked_for_one(sqlite: Database):
    with listening() as asked:
        await sqlite.next_number()
    assert asked == []
