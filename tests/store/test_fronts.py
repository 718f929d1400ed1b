"""The front of a lane: who is in it is marked, whoever ends or comes at the same time."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import update

from bot.base.database.database import Database
from bot.base.database.prepared import Change
from bot.base.database.transaction import Transaction
from bot.base.queue import dead_letters, jobs, lane_heads, lanes, tables
from bot.store.job_kind import JobKind
from tests.store.postgres import Postgres
from tests.store.work import add, claim, claimed_keys, dead_letter, finish, job, opened, stored
from tests.support.clock import ManualClock
from tests.support.patience import PATIENCE
from tests.support.sql import Heard, execute, listening, others_wait_for_a_lock, raw, uncommitted

KIND = JobKind.FLEET_REQUEST


@pytest.fixture
async def both(postgres: Postgres, clock: ManualClock) -> AsyncIterator[tuple[Database, Database]]:
    """A database as two processes have it."""
    postgres.empty()
    one, other = [await opened(postgres.url, clock) for _ in range(2)]
    yield one, other
    await one.close()
    await other.close()


async def test_only_the_first_of_a_lane_is_looked_at(database: Database):
    await add(database, job("a1", "a"), job("a2", "a"), job("b1", "b"))
    marked = {key: (await stored(database, key)).is_front for key in ("a1", "a2", "b1")}
    assert marked == {"a1": True, "a2": False, "b1": True}


@pytest.mark.parametrize("end", [finish, dead_letter])
async def test_whoever_ends_makes_room_for_the_next(database: Database, end):
    await add(database, job("first"), job("second"), job("third"))
    (first,) = await claim(database)
    await end(database, first)
    assert await claimed_keys(database) == ["second"]


async def test_whoever_is_withdrawn_makes_room_for_the_next(database: Database):
    await add(database, job("first"), job("second"))
    assert await database.write(jobs.withdraw, KIND, "first")
    assert await claimed_keys(database) == ["second"]


async def test_who_cannot_be_opened_makes_room_for_the_next(database: Database):
    await add(database, job("broken"), job("second"))
    broken = (await stored(database, "broken")).id
    tear = update(tables.jobs).where(tables.jobs.c.id == broken).values(body=bytes(99))
    await database.write(Transaction.run, Change(tear))
    assert await claimed_keys(database) == []
    assert await claimed_keys(database) == ["second"]
    assert [each.id for each in await database.read(dead_letters.listed)] == [broken]


async def test_what_comes_into_a_lane_that_was_wiped_is_first(database: Database):
    await add(database, job("first"), job("second"))
    await database.write(lanes.wipe, KIND, "a")
    await add(database, job("third"))
    assert await claimed_keys(database) == ["third"]


async def test_a_lane_that_stands_still_is_found(database: Database):
    await add(database, job("k"), job("behind"))
    await execute(database, "UPDATE jobs SET is_front = false")
    assert await claimed_keys(database) == []
    assert await database.write(lane_heads.move_all_up) == 1
    assert await claimed_keys(database) == ["k"]


async def test_who_comes_while_the_one_before_ends_is_seen(both: tuple[Database, Database]):
    """Neither sees what the other has not kept yet."""
    one, other = both
    await add(one, job("first"))
    (first,) = await claim(one)
    async with uncommitted(one, jobs.add, job("behind")):
        ending = asyncio.ensure_future(finish(other, first))
        await others_wait_for_a_lock(one)
        assert not ending.done()
    await ending
    assert await claimed_keys(one) == ["behind"]


async def test_who_comes_while_a_lane_is_wiped_is_first(both: tuple[Database, Database]):
    one, other = both
    await add(one, job("first", "a/inner"))
    async with uncommitted(one, jobs.add, job("behind", "a/inner")):
        wiping = asyncio.ensure_future(other.write(lanes.wipe, KIND, "a"))
        await others_wait_for_a_lock(one)
    await wiping
    assert await claimed_keys(one) == ["behind"]


async def test_who_comes_while_the_one_before_is_being_ended_is_first(
    both: tuple[Database, Database],
):
    one, other = both
    await add(one, job("first"))
    (first,) = await claim(one)
    async with uncommitted(one, jobs.finish, first):
        adding = asyncio.ensure_future(add(other, job("behind")))
        await others_wait_for_a_lock(one)
    assert await adding == [True]
    assert await claimed_keys(one) == ["behind"]


async def test_of_two_that_end_at_once_neither_leaves_the_next_behind(
    both: tuple[Database, Database],
):
    one, other = both
    await add(one, job("first"), job("second"), job("third"))
    (first,) = await claim(one)
    async with uncommitted(one, jobs.withdraw, KIND, "second"):
        ending = asyncio.ensure_future(finish(other, first))
        await others_wait_for_a_lock(one)
    await ending
    assert await claimed_keys(one) == ["third"]


async def test_however_many_come_and_end_at_once_no_lane_stands_still(
    both: tuple[Database, Database],
):
    names = [f"k{number}" for number in range(120)]
    done: list[str] = []

    async def bring(database: Database, some: list[str]) -> None:
        for name in some:
            await add(database, job(name, lane=f"lane {int(name[1:]) % 3}"))

    async def work(database: Database) -> None:
        async with asyncio.timeout(PATIENCE):
            while len(done) < len(names):
                for claimed in await claim(database, limit=2):
                    await finish(database, claimed)
                    done.append(claimed.key)

    await asyncio.gather(
        *(bring(both[n % 2], names[n::4]) for n in range(4)), *(work(both[n % 2]) for n in range(4))
    )
    assert sorted(done) == sorted(names)


async def test_a_crowd_behind_few_is_not_gone_through(sqlite: Database):
    """Seen by what the claim finds its candidates with: only who is in front is in that index."""
    await add(sqlite, *(job(f"k{number}") for number in range(50)))

    def ask(tx: Transaction) -> list[str]:
        with listening() as asked:
            jobs.claim(tx, KIND, 10)
        return [_plan(tx, each) for each in asked]

    (plan,) = await sqlite.write(ask)
    assert "USING INDEX jobs_due (kind=? AND urgency=? AND due_at<?)" in plan
    ((marked,),) = await sqlite.read(raw, "SELECT count(*) FROM jobs WHERE is_front")
    assert marked == 1


def _plan(tx: Transaction, heard: Heard) -> str:
    return " ".join(
        str(detail) for *_, detail in raw(tx, f"EXPLAIN QUERY PLAN {heard.sql}", heard.arguments)
    )
