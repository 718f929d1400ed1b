"""Keys: the same thing is never done twice, however often it comes."""

from datetime import datetime, timedelta

import pytest

from bot.base.database.database import Database
from bot.base.database.transaction import Transaction
from bot.base.queue import jobs, upkeep
from bot.store.job_kind import JobKind
from tests.store.work import add, claim, claimed_keys, dead_letter, finish, is_gone, job, stored
from tests.support.clock import ManualClock
from tests.support.sql import uncommitted


async def test_a_key_that_is_known_is_not_added_again(database: Database):
    assert await add(database, job("k", body=b"first")) == [True]
    assert await add(database, job("k", lane="other", body=b"second")) == [False]
    (only,) = await claim(database)
    assert (only.lane, only.body) == ("a", b"first")


async def test_the_same_key_twice_in_one_transaction_is_one_job(database: Database):
    assert await add(database, job("k"), job("k")) == [True, False]
    assert len(await claim(database)) == 1


async def test_a_key_is_unique_inside_its_kind_only(database: Database):
    added = await add(database, *(job("k", kind=kind) for kind in JobKind))
    assert added == [True] * len(JobKind)


async def test_nothing_but_its_key_is_kept_of_a_job_that_has_ended_well(database: Database):
    await add(database, job("k"))
    (claimed,) = await claim(database)
    await finish(database, claimed)
    assert await is_gone(database, "k")
    assert await add(database, job("k")) == [False]


async def test_the_body_cannot_be_read_in_the_database(database: Database):
    await add(database, job("k", body=b"the code is 4821"))
    assert b"4821" not in (await stored(database, "k")).body


async def test_a_key_may_come_again_once_its_job_was_forgotten(
    database: Database, clock: ManualClock
):
    await add(database, job("k"))
    (claimed,) = await claim(database)
    await finish(database, claimed)
    clock.advance(timedelta(days=1))
    assert await forget(database, clock.now()) == 1
    assert await add(database, job("k")) == [True]


async def test_only_what_has_ended_and_was_added_long_enough_ago_is_forgotten(
    database: Database, clock: ManualClock
):
    names = ("old", "dead", "running", "waits")
    await add(database, *(job(name, lane=name) for name in names))
    by_key = {each.key: each for each in await claim(database, limit=3)}
    await finish(database, by_key["old"])
    await dead_letter(database, by_key["dead"])
    clock.advance(timedelta(days=36))
    await add(database, job("recent", lane="recent"))
    recent = next(each for each in await claim(database) if each.key == "recent")
    await finish(database, recent)
    assert await forget(database, clock.now() - timedelta(days=35)) == 1
    known = await add(database, *(job(name, lane=name) for name in (*names, "recent")))
    assert known == [True, False, False, False, False]


async def test_the_keys_of_other_kinds_are_not_forgotten(database: Database, clock: ManualClock):
    await add(database, job("k", kind=JobKind.NOTICE))
    (claimed,) = await claim(database, kind=JobKind.NOTICE)
    await finish(database, claimed)
    clock.advance(timedelta(days=1))
    assert await forget(database, clock.now()) == 0


async def forget(database: Database, before: datetime) -> int:
    return await database.write(upkeep.forget_keys, JobKind.FLEET_REQUEST, before)


@pytest.mark.parametrize("size", [0, 1, 100_000])
async def test_a_body_comes_back_as_it_was(database: Database, size: int):
    body = bytes(number % 256 for number in range(size))
    await add(database, job("k", body=body))
    (claimed,) = await claim(database)
    assert claimed.body == body


async def test_a_job_that_is_added_rings_for_its_kind_only_once_it_is_kept(database: Database):
    bell = database.signals[JobKind.FLEET_REQUEST]
    async with uncommitted(database, jobs.add, job("k")):
        assert not bell.notified.is_set()
    assert bell.notified.is_set()
    assert not database.signals[JobKind.NOTICE].notified.is_set()


async def test_what_fails_in_the_middle_leaves_nothing(database: Database):
    def fail(tx: Transaction) -> None:
        jobs.add(tx, job("k"))
        raise LookupError("in the middle")

    with pytest.raises(LookupError, match="in the middle"):
        await database.write(fail)
    assert await claimed_keys(database) == []
    assert not database.signals[JobKind.FLEET_REQUEST].notified.is_set()
