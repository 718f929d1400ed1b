"""The watch over the time: whoever sets a clock makes nothing wait by it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot.base.database.database import Database
from bot.base.database.transaction import Transaction
from bot.base.queue import jobs, known_time
from bot.base.queue.jobs import Job
from bot.base.queue.time_watch import LASTS, LOOK, TimeWatch
from tests.store.work import add, claim, claimed_keys, job, opened, sqlite_url
from tests.support.clock import Machine
from tests.support.process_logging import logged
from tests.support.sql import execute
from tests.workers.test_worker import Diary, working
from tests.workers.waiting import WatchedClock, at_work, until

HOURS, DAY, MINUTE = timedelta(hours=2), timedelta(days=1), timedelta(minutes=1)
SECOND = timedelta(seconds=1)
every_jump = pytest.mark.parametrize("jump", [-DAY, -HOURS, HOURS, DAY], ids=str)


@pytest.fixture
def machine(clock: WatchedClock) -> Machine:
    return Machine(clock)


@pytest.fixture
async def database(tmp_path: Path, machine: Machine) -> AsyncIterator[Database]:
    database = await opened(sqlite_url(tmp_path), machine.clock())
    yield database
    await database.close()


@asynccontextmanager
async def watched(database: Database, clock: WatchedClock) -> AsyncIterator[TimeWatch]:
    waits = clock.waits
    async with TimeWatch(database) as watch, at_work(watch.run):
        await until(lambda: clock.waits == waits + 1)
        yield watch


async def looks(clock: WatchedClock, during: timedelta) -> None:
    """Let time go by, look by look."""
    for _ in range(during // LOOK):
        await clock.pass_by(LOOK)


async def due_in(database: Database, wait: timedelta, key: str = "k") -> None:
    # In one transaction: jobs are shifted between two of them.
    await database.write(lambda tx: jobs.add(tx, job(key, lane=key, due_at=tx.now + wait)))


def _time(tx: Transaction) -> datetime:
    return tx.now


@every_jump
async def test_a_clock_that_is_set_for_a_while_changes_nothing(
    database: Database, machine: Machine, clock: WatchedClock, jump: timedelta
):
    async with watched(database, clock):
        await due_in(database, LASTS - LOOK)
        before = await database.read(_time)
        machine.set_clock(jump)
        await looks(clock, LASTS - 2 * LOOK)
        assert await claimed_keys(database) == []
        machine.set_clock(timedelta())
        await looks(clock, 2 * LOOK + LASTS)
        assert await claimed_keys(database) == ["k"]
        assert await database.read(_time) - before == 2 * LASTS


@every_jump
async def test_a_clock_that_stays_so_is_believed_after_a_minute_and_told_of_once(
    database: Database, machine: Machine, clock: WatchedClock, jump: timedelta
):
    with logged() as logs:
        async with watched(database, clock):
            machine.set_clock(jump)
            await looks(clock, 2 * LASTS)
            assert await database.read(_time) == clock.now() + jump
    said = [(each["event"], each.get("seconds")) for each in logs]
    assert said == [
        ("the clock was set", jump.total_seconds()),
        ("goes by the clock as it was set", None),
    ]


@every_jump
async def test_what_waits_then_waits_neither_longer_nor_shorter(
    database: Database, machine: Machine, clock: WatchedClock, jump: timedelta
):
    async with watched(database, clock):
        await due_in(database, 2 * LASTS)
        machine.set_clock(jump)
        await looks(clock, LASTS + LOOK)
        assert await database.read(_time) == clock.now() + jump
        await looks(clock, LASTS - 2 * LOOK)
        assert await claimed_keys(database) == []
        await looks(clock, LOOK)
        assert await claimed_keys(database) == ["k"]


@every_jump
async def test_what_waits_grows_no_older_and_no_younger_by_it(
    database: Database, machine: Machine, clock: WatchedClock, jump: timedelta
):
    async with watched(database, clock):
        await add(database, job("k"), job("held", lane="b"))
        (held,) = await claim(database, limit=1)
        machine.set_clock(jump)
        await looks(clock, LASTS + LOOK)
        (waiting,) = await claim(database)
        age = LASTS + LOOK
        assert await database.read(_time) - waiting.created_at == age
        assert await database.read(jobs.age, held) == age


@every_jump
async def test_a_worker_works_on_through_all_of_it(
    database: Database, machine: Machine, clock: WatchedClock, jump: timedelta
):
    diary = Diary(database)
    async with watched(database, clock), working(database, database.clock, diary.work):
        for when in range(3):
            await due_in(database, SECOND, key=f"{when} later")
            await add(database, job(f"{when} at once", lane=f"{when}"))
            clock.advance(SECOND)
            await until(lambda when=when: len(diary.attempts) == 2 * (when + 1))
            if when == 0:
                machine.set_clock(jump)
            for _ in range((LASTS + LOOK) // LOOK):
                clock.advance(LOOK)
                before = clock.waits
                await until(lambda before=before: clock.waits > before)
    assert sorted(diary.attempts) == sorted(
        f"{when} {how}" for when in range(3) for how in ("later", "at once")
    )


async def test_two_seconds_are_no_jump(database: Database, machine: Machine, clock: WatchedClock):
    with logged() as logs:
        async with watched(database, clock):
            machine.set_clock(timedelta(seconds=1.9))
            await looks(clock, 2 * LASTS)
            assert await database.read(_time) == clock.now()
    assert logs == []


async def test_a_clock_that_is_set_again_meanwhile_has_its_minute_from_then(
    database: Database, machine: Machine, clock: WatchedClock
):
    async with watched(database, clock):
        machine.set_clock(HOURS)
        await looks(clock, LASTS - LOOK)
        machine.set_clock(DAY)
        await looks(clock, LASTS)
        assert await database.read(_time) == clock.now()
        await looks(clock, LOOK)
        assert await database.read(_time) == clock.now() + DAY


async def test_what_could_not_be_shifted_leaves_the_time_as_it_was(
    database: Database, machine: Machine, clock: WatchedClock
):
    async with watched(database, clock):
        machine.set_clock(-HOURS)
        await looks(clock, LASTS)
        await execute(database, "ALTER TABLE jobs RENAME TO away")
        await looks(clock, 2 * LOOK)
        assert await database.read(_time) == clock.now()
        await execute(database, "ALTER TABLE away RENAME TO jobs")
        await looks(clock, LOOK)
        assert await database.read(_time) == clock.now() - HOURS


@asynccontextmanager
async def started_again(
    database: Database, machine: Machine, tmp_path: Path
) -> AsyncIterator[Database]:
    await database.close()
    again = await opened(sqlite_url(tmp_path), machine.clock())
    async with TimeWatch(again):
        yield again
    await again.close()


@pytest.mark.parametrize("jump", [-DAY, -HOURS], ids=str)
async def test_at_a_start_with_the_clock_set_back_what_waits_is_shifted(
    database: Database, machine: Machine, clock: WatchedClock, tmp_path: Path, jump: timedelta
):
    async with watched(database, clock):
        await due_in(database, 2 * MINUTE)
        await looks(clock, MINUTE)
    machine.set_clock(jump)
    with logged() as logs:
        async with started_again(database, machine, tmp_path) as again:
            assert await claimed_keys(again) == []
            clock.advance(MINUTE)
            (claimed,) = await claim(again)
            assert await again.read(_age, claimed) == 2 * MINUTE
    assert [each["event"] for each in logs] == ["the clock was set back since the last time"]


@pytest.mark.parametrize("jump", [HOURS, DAY], ids=str)
@pytest.mark.parametrize("stays", [True, False])
async def test_a_clock_that_was_seen_to_be_set_forward_is_gone_by_at_the_next_start(
    database: Database,
    machine: Machine,
    clock: WatchedClock,
    tmp_path: Path,
    jump: timedelta,
    stays: bool,
):
    async with watched(database, clock):
        await due_in(database, 2 * MINUTE)
        machine.set_clock(jump)
        await looks(clock, MINUTE // 2)
    if not stays:
        machine.set_clock(timedelta())
    async with started_again(database, machine, tmp_path) as again:
        clock.advance(MINUTE)
        assert await claimed_keys(again) == []
        clock.advance(MINUTE)
        assert await claimed_keys(again) == ["k"]


@pytest.mark.parametrize("jump", [HOURS, DAY], ids=str)
async def test_what_nobody_worked_on_is_no_older_for_that(
    database: Database, machine: Machine, clock: WatchedClock, tmp_path: Path, jump: timedelta
):
    async with watched(database, clock):
        await due_in(database, MINUTE)
        await looks(clock, MINUTE)
    machine.set_clock(jump)
    async with started_again(database, machine, tmp_path) as again:
        (claimed,) = await claim(again)
        assert await again.read(_age, claimed) == MINUTE


async def test_what_is_started_again_at_once_goes_on_growing_older(
    database: Database, machine: Machine, clock: WatchedClock, tmp_path: Path
):
    """Or what is killed every half a minute would never give up anything."""
    await add(database, job("k"))
    for _ in range(10):
        clock.advance(timedelta(seconds=50))
        async with started_again(database, machine, tmp_path) as again:
            (claimed,) = await claim(again)
            await again.write(jobs.defer, claimed, again.clock.now())
            age = await again.read(_age, claimed)
    assert age == timedelta(seconds=500)


def _age(tx: Transaction, job: Job) -> timedelta:
    return tx.now - job.created_at


async def test_the_time_is_written_down_twice_a_minute_at_most(
    database: Database, clock: WatchedClock
):
    kept = set()
    async with watched(database, clock):
        for _ in range(2 * LASTS // LOOK):
            await looks(clock, LOOK)
            known = await database.read(known_time.known)
            assert known is not None
            kept.add(known.at)
    assert len(kept) == 5  # at the beginning, too
