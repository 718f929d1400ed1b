"""Jobs that a transaction leaves behind: added together, as if they had been added one by one."""

from contextlib import suppress
from datetime import timedelta

from bot.base.database.database import Database
from bot.base.database.transaction import Transaction
from bot.base.queue import batches, jobs
from bot.base.queue.jobs import NewJob
from bot.store.job_kind import JobKind
from tests.store.work import add, claim, claimed_keys, job
from tests.support.clock import ManualClock
from tests.support.sql import listening

KIND = JobKind.FLEET_REQUEST


def leave(tx: Transaction, *left: NewJob) -> None:
    for each in left:
        batches.add_at_the_end(tx, each, hurries=False)


def urgent(key: str, urgency: int, lane: str = "a", **others: object) -> NewJob:
    return NewJob(KIND, lane, key, b"what to do", urgency=urgency, **others)


def hurry(tx: Transaction, *left: NewJob) -> None:
    for each in left:
        batches.add_at_the_end(tx, each, hurries=True)


async def test_they_are_there_after_the_commit_in_their_order(database: Database):
    await database.write(leave, job("1", "a"), job("2", "b"), job("3", "a"))
    assert await claimed_keys(database) == ["1", "2"]
    for held in await claim(database):
        assert held is None


async def test_those_of_a_lane_come_one_after_the_other(database: Database):
    await database.write(leave, job("1"), job("2"))
    (first,) = await claim(database)
    await database.write(jobs.finish, first)
    (second,) = await claim(database)
    assert (first.key, second.key) == ("1", "2")


async def test_however_many_they_are_two_statements_add_them(database: Database):
    with listening() as asked:
        await database.write(leave, *(job(str(number), str(number)) for number in range(9)))
    assert sum("INSERT" in each.sql for each in asked) == 2
    assert len(await claim(database)) == 9


async def test_what_was_added_once_is_not_added_again(database: Database):
    await add(database, job("1"))
    await database.write(leave, job("1", "b"), job("2", "c"), job("2", "d"))
    found = {(each.key, each.lane) for each in await claim(database)}
    assert found == {("1", "a"), ("2", "c")}


async def test_of_what_is_known_already_nothing_is_added(database: Database):
    await add(database, job("1"))
    await database.write(leave, job("1"))
    assert len(await claim(database)) == 1


async def test_what_is_undone_leaves_nothing(database: Database):
    def leave_and_fail(tx: Transaction) -> None:
        leave(tx, job("1"))
        raise KeyError

    for _ in range(2):
        with suppress(KeyError):
            await database.write(leave_and_fail)
    assert await claim(database) == []


async def test_who_asks_meanwhile_finds_them(database: Database):
    def leave_and_look(tx: Transaction) -> list[bool]:
        leave(tx, job("1"))
        return [jobs.is_known(tx, KIND, "1"), jobs.add(tx, job("1")), jobs.withdraw(tx, KIND, "1")]

    assert await database.write(leave_and_look) == [True, False, True]
    assert await claim(database) == []


async def test_their_worker_is_woken(database: Database):
    await database.write(leave, job("1"))
    assert database.signals[KIND].notified.is_set()


async def test_what_waits_hurries_also_for_one_that_is_known_already(
    database: Database, clock: ManualClock
):
    await add(database, urgent("1", 3, due_at=clock.now() + timedelta(hours=1)))
    await add(database, urgent("2", 1, "b"))
    await database.write(hurry, urgent("2", 1))
    assert await claimed_keys(database) == ["1", "2"]


async def test_where_nothing_waits_nothing_is_asked_to_hurry(database: Database):
    with listening() as asked:
        await database.write(hurry, urgent("1", 1), urgent("2", 1, "b"))
    assert not any("UPDATE jobs" in each.sql for each in asked)


async def test_what_waits_before_an_urgent_one_is_as_urgent(database: Database, clock: ManualClock):
    later = clock.now() + timedelta(hours=1)
    await add(database, urgent("1", 3, due_at=later))
    await database.write(
        hurry, urgent("2", 2, due_at=later), urgent("3", 1), urgent("other", 3, "b", due_at=later)
    )
    found = []
    while held := await claim(database):
        found += [(each.key, each.urgency) for each in held]
        await database.write(jobs.finish, held[0])
    assert found == [("1", 1), ("2", 1), ("3", 1)]
