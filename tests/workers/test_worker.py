"""The loop: in order, patiently, and never for ever."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.base.database.database import Database
from bot.base.queue import dead_letters, lanes
from bot.base.queue.jobs import Job, LeaseLost
from bot.base.queue.lanes import OpenJob
from bot.base.queue.worker import RetryPolicy, Worker
from bot.store.job_kind import JobKind
from tests.store.work import add, claim, finish, is_gone, job, postpone, stored, without_jobs
from tests.support.clock import ManualClock
from tests.support.process_logging import logged
from tests.workers.waiting import at_work, come_true, until

SECOND = timedelta(seconds=1)
PATIENCE = RetryPolicy(3, (10 * SECOND, 60 * SECOND))
MOST = 1.2  # of a wait, with jitter
LEAST = 0.8

Work = Callable[[Job], Awaitable[None]]


class Trouble(Exception):
    """What a worker may raise."""


class Diary:
    """Works by writing down, and ends the jobs that it is not told to fail at."""

    def __init__(self, database: Database, failing: tuple[str, ...] = ()) -> None:
        self._database = database
        self.failing = failing
        self.attempts: list[str] = []

    async def work(self, one: Job) -> None:
        self.attempts.append(one.key)
        if one.key in self.failing:
            raise Trouble
        await finish(self._database, one)


def hired(database: Database, clock: ManualClock, work: Work, **more: object) -> Worker:
    settings = {"patience": PATIENCE, "concurrency": 4, "grace": 0, **more}
    return Worker(database, clock, JobKind.FLEET_REQUEST, work, **settings)


@asynccontextmanager
async def working(
    database: Database, clock: ManualClock, work: Work, **more: object
) -> AsyncIterator[Worker]:
    worker = hired(database, clock, work, **more)
    async with at_work(worker.run):
        yield worker


async def in_lane(database: Database, lane: str = "a") -> list[OpenJob]:
    return await database.read(lanes.open_jobs, JobKind.FLEET_REQUEST, lane)


async def test_jobs_of_a_lane_are_worked_off_in_order(database: Database, clock: ManualClock):
    diary = Diary(database)
    await add(database, *(job(f"k{number}") for number in range(5)))
    async with working(database, clock, diary.work) as worker:
        await worker.idle()
    assert diary.attempts == [f"k{number}" for number in range(5)]


async def test_a_job_that_is_added_later_is_worked_on_at_once(
    database: Database, clock: ManualClock
):
    diary = Diary(database)
    async with working(database, clock, diary.work) as worker:
        await worker.idle()
        await add(database, job("k"))
        await until(lambda: diary.attempts == ["k"])


async def test_another_kind_of_job_is_left_alone(database: Database, clock: ManualClock):
    diary = Diary(database)
    await add(database, job("k", kind=JobKind.NOTICE))
    async with working(database, clock, diary.work) as worker:
        await worker.idle()
    assert diary.attempts == []


async def test_no_more_are_under_way_at_once_than_allowed(database: Database, clock: ManualClock):
    gate, under_way, most = asyncio.Event(), 0, 0

    async def work(one: Job) -> None:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        await gate.wait()
        await finish(database, one)
        under_way -= 1

    await add(database, *(job(f"k{number}", f"lane {number}") for number in range(6)))
    async with working(database, clock, work, concurrency=2) as worker:
        await until(lambda: under_way == 2)
        gate.set()
        await worker.idle()
        assert (most, worker.finished) == (2, 6)


async def test_a_slow_lane_holds_no_other(database: Database, clock: ManualClock):
    gate, diary = asyncio.Event(), Diary(database)

    async def work(one: Job) -> None:
        if one.lane == "slow":
            await gate.wait()
        await diary.work(one)

    await add(database, job("s", "slow"), job("a1", "a"), job("a2", "a"))
    async with working(database, clock, work) as worker:
        await until(lambda: diary.attempts == ["a1", "a2"])
        gate.set()
        await worker.idle()
    assert diary.attempts == ["a1", "a2", "s"]


async def test_a_job_that_fails_comes_again_later_and_later(database: Database, clock: ManualClock):
    diary = Diary(database, failing=("k",))
    await add(database, job("k"))
    async with working(database, clock, diary.work) as worker:
        for attempts, wait in enumerate(PATIENCE.waits, start=1):
            await worker.idle()
            assert len(diary.attempts) == attempts
            clock.advance(wait * LEAST - SECOND / 1000)
            await worker.idle()
            assert len(diary.attempts) == attempts
            clock.advance(wait * (MOST - LEAST) + SECOND / 500)
        await worker.idle()
    assert len(diary.attempts) == 3


async def test_a_job_that_waits_says_why_and_holds_its_lane(database: Database, clock: ManualClock):
    diary = Diary(database, failing=("first",))
    await add(database, job("first"), job("second"))
    async with working(database, clock, diary.work) as worker:
        await worker.idle()
    assert diary.attempts == ["first"]
    assert [each.held_up_by for each in await in_lane(database)] == ["Trouble", None]


async def test_at_the_end_of_patience_the_job_is_buried_and_the_lane_goes_on(
    database: Database, clock: ManualClock
):
    diary = Diary(database, failing=("first",))
    await add(database, job("first"), job("second"))
    async with working(database, clock, diary.work) as worker:
        for _ in range(PATIENCE.attempts):
            await worker.idle()
            clock.advance(timedelta(minutes=2))
        await worker.idle()
    assert diary.attempts == ["first"] * 3 + ["second"]
    assert [(each.error, each.attempts) for each in await database.read(dead_letters.listed)] == [
        ("Trouble", 3)
    ]


async def test_what_has_waited_for_others_for_long_may_fail_as_often_as_anything_else(
    database: Database, clock: ManualClock
):
    """Nobody answered for an hour; a fault right after that is the first one, not the last."""
    diary = Diary(database)
    outcomes = [*["wait"] * 10, *["fail"] * (PATIENCE.attempts - 1)]

    async def work(one: Job) -> None:
        match outcomes.pop(0) if outcomes else "well":
            case "wait":
                await postpone(database, one, clock.now() + timedelta(minutes=6))
            case "fail":
                raise Trouble
            case _:
                await diary.work(one)

    await add(database, job("k"))
    async with working(database, clock, work) as worker:
        for _ in range(10 + PATIENCE.attempts):
            await worker.idle()
            clock.advance(timedelta(minutes=6))
        await worker.idle()
    assert diary.attempts == ["k"]


async def test_a_dead_letter_is_told_once(database: Database, clock: ManualClock):
    diary, told = Diary(database, failing=("k",)), []

    async def tell(one: Job) -> None:
        told.append((one.key, one.body))

    await add(database, job("k", body=b"what it was"))
    patience = RetryPolicy(2, (SECOND,))
    async with working(
        database, clock, diary.work, patience=patience, on_dead_letter=tell
    ) as worker:
        await worker.idle()
        assert told == []
        clock.advance(2 * SECOND)
        await worker.idle()
        clock.advance(timedelta(hours=1))
        await worker.idle()
    assert told == [("k", b"what it was")]


async def test_a_dead_letter_that_cannot_be_told_is_kept_and_its_lane_goes_on(
    database: Database, clock: ManualClock
):
    diary = Diary(database, failing=("k",))

    async def tell(_one: Job) -> None:
        raise Trouble

    await add(database, job("k"), job("next"))
    patience = RetryPolicy(1, (SECOND,))
    async with working(
        database, clock, diary.work, patience=patience, on_dead_letter=tell
    ) as worker:
        await worker.idle()
    assert diary.attempts == ["k", "next"]
    assert [each.error for each in await database.read(dead_letters.listed)] == ["Trouble"]


async def test_logs_name_a_kind_as_operators_read_it(database: Database, clock: ManualClock):
    diary = Diary(database, failing=("k",))
    await add(database, job("k"))
    with logged() as lines:
        async with working(database, clock, diary.work, label="fleet_request") as worker:
            await worker.idle()
    assert [entry["kind"] for entry in lines] == ["fleet_request"]


async def test_a_lost_lease_is_no_failure_of_the_job(database: Database, clock: ManualClock):
    async def work(_one: Job) -> None:
        raise LeaseLost

    await add(database, job("k"))
    async with working(database, clock, work) as worker:
        await worker.idle()
    (waiting,) = await in_lane(database)
    assert waiting.held_up_by is None


async def test_a_job_that_is_not_due_waits_for_the_clock(database: Database, clock: ManualClock):
    diary = Diary(database)
    await add(database, job("k", due_at=clock.now() + 5 * SECOND))
    async with working(database, clock, diary.work) as worker:
        await worker.idle()
        assert diary.attempts == []
        clock.advance(5 * SECOND)
        await until(lambda: diary.attempts == ["k"])


async def test_idle_means_nothing_under_way(database: Database, clock: ManualClock):
    gate, started = asyncio.Event(), asyncio.Event()

    async def work(one: Job) -> None:
        started.set()
        await gate.wait()
        await finish(database, one)

    await add(database, job("k"))
    async with working(database, clock, work) as worker:
        await started.wait()
        idle = asyncio.create_task(worker.idle())
        for _ in range(50):
            await asyncio.sleep(0)
        assert not idle.done()
        assert not worker.is_idle
        gate.set()
        await idle
        assert worker.is_idle


async def test_what_was_under_way_when_the_worker_was_stopped_comes_again(
    database: Database, clock: ManualClock
):
    started = asyncio.Event()

    async def work(_one: Job) -> None:
        started.set()
        await asyncio.Event().wait()

    await add(database, job("k"))
    async with working(database, clock, work):
        await started.wait()
    clock.advance(timedelta(seconds=60))
    (again,) = await claim(database)
    assert (again.key, again.attempts) == ("k", 1)  # what was cut off does not count


async def test_what_is_under_way_when_the_worker_is_stopped_may_come_to_its_end(
    database: Database, clock: ManualClock
):
    started, gate, diary = asyncio.Event(), asyncio.Event(), Diary(database)

    async def work(one: Job) -> None:
        started.set()
        await gate.wait()
        await diary.work(one)

    await add(database, job("first", "a"), job("behind it", "a"))
    worker = hired(database, clock, work, grace=60)
    working = asyncio.create_task(worker.run())
    await started.wait()
    working.cancel()
    await asyncio.sleep(0)
    gate.set()
    await asyncio.gather(working, return_exceptions=True)
    assert diary.attempts == ["first"]
    (left,) = await claim(database)
    assert (left.key, left.attempts) == ("behind it", 1)


async def test_a_job_that_takes_long_stays_its_workers(database: Database, clock: ManualClock):
    gate, diary = asyncio.Event(), Diary(database)

    async def work(one: Job) -> None:
        await gate.wait()
        await diary.work(one)

    await add(database, job("k"))
    async with working(database, clock, work) as worker:
        await come_true(lambda: is_running(database, "k"))
        clock.advance(timedelta(days=1))
        assert await claim(database) == []
        gate.set()
        await worker.idle()
    assert diary.attempts == ["k"]


async def is_running(database: Database, key: str) -> bool:
    return (await stored(database, key)).state == "running"


async def test_a_job_that_its_worker_did_not_count_on_any_more_comes_again(
    database: Database, clock: ManualClock
):
    """Nobody else may have taken it over: then nobody but its worker can free it."""
    diary, lost = Diary(database), [LeaseLost]

    async def work(one: Job) -> None:
        if lost:
            raise lost.pop()
        await diary.work(one)

    await add(database, job("k"), job("behind"))
    async with working(database, clock, work) as worker:
        await until(lambda: worker.finished == 1)
        await worker.idle()
        clock.advance(timedelta(seconds=1))
        await until(lambda: diary.attempts == ["k", "behind"])


async def test_a_job_that_could_not_be_settled_comes_again_when_the_store_is_back(
    database: Database, clock: ManualClock
):
    diary, begun, gate = Diary(database), asyncio.Event(), asyncio.Event()

    async def work(one: Job) -> None:
        if one.attempts == 1:
            begun.set()
            await gate.wait()
        await diary.work(one)

    await add(database, job("k"))
    async with working(database, clock, work) as worker:
        await begun.wait()
        async with without_jobs(database):
            gate.set()
            await until(lambda: worker.finished == 1)
        for _ in range(3):
            clock.advance(timedelta(seconds=1))
            await asyncio.sleep(0)
        await come_true(lambda: is_gone(database, "k"))


async def test_a_store_that_fails_for_a_while_ends_nothing(database: Database, clock: ManualClock):
    diary = Diary(database)
    async with working(database, clock, diary.work) as worker:
        await worker.idle()
        async with without_jobs(database):
            database.signals[JobKind.FLEET_REQUEST].notify()
            for _ in range(200):
                await asyncio.sleep(0)
        await add(database, job("k"))
        clock.advance(SECOND)
        await until(lambda: diary.attempts == ["k"])
        await worker.idle()


async def test_another_process_that_rings_no_bell_is_heard_soon(
    replicas: tuple[Database, Database], clock: ManualClock
):
    here, elsewhere = replicas
    diary = Diary(here)
    async with working(here, clock, diary.work) as worker:
        await worker.idle()
        await add(elsewhere, job("k"))
        clock.advance(SECOND)
        await until(lambda: diary.attempts == ["k"])
        await worker.idle()


async def test_two_processes_share_the_work_and_nothing_is_done_twice(
    replicas: tuple[Database, Database], clock: ManualClock
):
    here, elsewhere = replicas
    diaries = [Diary(here), Diary(elsewhere)]
    await add(here, *(job(f"k{number}", f"lane {number % 5}") for number in range(30)))
    async with (
        working(here, clock, diaries[0].work) as one,
        working(elsewhere, clock, diaries[1].work) as other,
    ):
        await until(lambda: one.finished + other.finished == 30)
    assert sorted(diaries[0].attempts + diaries[1].attempts) == sorted(
        f"k{number}" for number in range(30)
    )


@given(st.integers(1, 50))
def test_waits_are_spread_around_their_step_and_the_last_one_repeats(attempts: int):
    step = PATIENCE.waits[min(attempts, 2) - 1]
    assert LEAST * step <= PATIENCE.wait(attempts) <= MOST * step


def test_waits_differ():
    assert len({PATIENCE.wait(1) for _ in range(10)}) > 1


@pytest.mark.parametrize("concurrency", [1, 4])
async def test_everything_is_worked_off_however_many_may_be_under_way(
    database: Database, clock: ManualClock, concurrency: int
):
    diary = Diary(database)
    await add(database, *(job(f"k{number}", f"lane {number % 3}") for number in range(12)))
    async with working(database, clock, diary.work, concurrency=concurrency) as worker:
        await worker.idle()
    assert len(diary.attempts) == len(set(diary.attempts)) == 12


class Stumbling:
    """A database that is this one, but for a fault at a certain transaction."""

    def __init__(self, database: Database, at: int) -> None:
        self._database = database
        self._left = at

    def __getattr__(self, name: str) -> object:
        return getattr(self._database, name)

    async def write(self, *what: object) -> object:
        self._left -= 1
        if self._left == 0:
            raise LookupError("nobody thought of this")
        return await self._database.write(*what)


async def test_a_look_that_fails_in_any_way_cuts_nothing_off_and_is_made_again(
    database: Database, clock: ManualClock
):
    gate, done = asyncio.Event(), []

    async def work(one: Job) -> None:
        if one.key == "k1":
            await gate.wait()
        done.append(one.key)
        await finish(database, one)

    await add(database, job("k1", "a"))
    worker = hired(Stumbling(database, at=2), clock, work, look_again=SECOND)
    async with at_work(worker.run) as running:
        with logged() as lines:
            await until(lambda: worker._running and clock.rings_in(SECOND))
            clock.advance(SECOND)
            await until(lambda: any("fault" in line for line in lines))
        await add(database, job("k2", "b"))
        clock.advance(SECOND)
        await until(lambda: done == ["k2"])
        gate.set()
        await worker.idle()
        assert not running.done()
    assert done == ["k2", "k1"]
