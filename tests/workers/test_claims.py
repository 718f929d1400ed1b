"""What a transaction has made due is claimed in its own commit, where there is one writer."""

import asyncio
import threading
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from bot.base.database.database import Database
from bot.base.database.transaction import Transaction
from bot.base.queue import backlog, jobs
from bot.base.queue.jobs import Job
from bot.store.job_kind import JobKind
from tests.store.work import FILE, add, claimed_keys, finish, job, stored
from tests.support import wal
from tests.support.clock import ManualClock
from tests.support.sql import listening, uncommitted
from tests.workers.test_worker import Diary, working
from tests.workers.waiting import until

KIND = JobKind.FLEET_REQUEST


async def test_a_job_takes_two_commits_from_its_adding_to_its_end(
    database: Database, tmp_path: Path, clock: ManualClock
):
    diary = Diary(database)
    async with working(database, clock, diary.work) as worker:
        await worker.idle()
        before = wal.commits(tmp_path / FILE)
        await add(database, job("k"))
        await until(lambda: worker.finished == 1)
        assert wal.commits(tmp_path / FILE) - before == 2


async def test_nobody_asks_when_there_will_be_more_for_each_job(
    database: Database, clock: ManualClock
):
    diary = Diary(database)
    async with working(database, clock, diary.work) as worker:
        await worker.idle()
        with listening() as asked:
            for number in range(10):
                await add(database, job(f"k{number}"))
            await until(lambda: worker.finished == 10)
    assert [each for each in asked if "min(due_at)" in each.sql] == []
    assert len(asked) <= 5 * 10  # added with its key, claimed, ended, and looked for the next


async def test_who_has_room_for_few_takes_the_others_when_these_are_done(
    database: Database, clock: ManualClock
):
    gate, under_way = asyncio.Event(), []

    async def work(one: Job) -> None:
        under_way.append(one.key)
        await gate.wait()
        await finish(database, one)

    async with working(database, clock, work, concurrency=2) as worker:
        await worker.idle()
        await add(database, *(job(f"k{number}", f"lane {number}") for number in range(5)))
        await until(lambda: len(under_way) == 2)
        assert [(await stored(database, f"k{n}")).state for n in range(5)].count("running") == 2
        gate.set()
        await until(lambda: worker.finished == 5)
    assert sorted(under_way) == [f"k{number}" for number in range(5)]


async def test_a_transaction_that_fails_has_nothing_claimed(database: Database, clock: ManualClock):
    def add_and_fail(tx: Transaction) -> None:
        jobs.add(tx, job("k"))
        raise ValueError

    diary = Diary(database)
    async with working(database, clock, diary.work) as worker:
        await worker.idle()
        with pytest.raises(ValueError):  # noqa: PT011 - it says nothing
            await database.write(add_and_fail)
        await worker.idle()
    assert diary.attempts == []


async def test_a_claim_that_fails_takes_nothing_with_it_and_is_made_up_for(
    database: Database, clock: ManualClock
):
    def fail(_tx: Transaction) -> None:
        raise ValueError

    database.claims[KIND] = fail
    await add(database, job("k"))
    assert database.signals[KIND].notified.is_set()
    del database.claims[KIND]
    assert await claimed_keys(database) == ["k"]


async def test_what_is_claimed_while_a_worker_is_stopped_is_free_for_the_next(
    database: Database, clock: ManualClock
):
    diary, claimed, may_commit = Diary(database), threading.Event(), threading.Event()
    async with working(database, clock, diary.work) as worker:
        await worker.idle()
        claim = database.claims[KIND]

        def claim_slowly(tx: Transaction) -> None:
            claim(tx)
            claimed.set()
            may_commit.wait()

        database.claims[KIND] = claim_slowly
        adding = asyncio.create_task(add(database, job("k")))
        await asyncio.to_thread(claimed.wait)
        committing = asyncio.create_task(after_a_while(may_commit.set))
    await asyncio.gather(adding, committing)
    assert diary.attempts == []
    assert (await stored(database, "k")).state == "waiting"


async def after_a_while(call: Callable[[], None]) -> None:
    """Let everything else go on as far as it can first."""
    for _ in range(50):
        await asyncio.sleep(0)
    call()


async def test_a_worker_that_is_cut_off_lets_go_of_what_it_holds(
    database: Database, clock: ManualClock
):
    started = asyncio.Event()

    async def work(_job: Job) -> None:
        started.set()
        await asyncio.Event().wait()

    async with working(database, clock, work):
        await add(database, job("k"))
        await started.wait()
    assert (await stored(database, "k")).state == "waiting"
    assert await claimed_keys(database) == ["k"]


async def test_what_is_for_later_is_begun_then_and_not_before(
    database: Database, clock: ManualClock
):
    diary = Diary(database)
    async with working(database, clock, diary.work) as worker:
        await worker.idle()
        for seconds in (27, 9, 18):
            due_at = clock.now() + timedelta(seconds=seconds)
            await add(database, job(f"after {seconds} s", f"lane {seconds}", due_at=due_at))
        for number in (1, 2, 3):
            clock.advance(timedelta(seconds=9))
            await until(lambda number=number: worker.finished == number)
    assert diary.attempts == ["after 9 s", "after 18 s", "after 27 s"]


async def test_what_has_failed_comes_again_though_nobody_asks_for_it(
    database: Database, clock: ManualClock
):
    diary = Diary(database, failing=("k",))
    async with working(database, clock, diary.work) as worker:
        await worker.idle()
        await add(database, job("k"))
        await until(lambda: worker.finished == 1)
        clock.advance(timedelta(seconds=12))
        await until(lambda: worker.finished == 2)
    assert diary.attempts == ["k", "k"]


async def test_what_is_postponed_in_the_commit_of_others_comes_again_by_itself(
    database: Database, clock: ManualClock
):
    later = clock.now() + timedelta(seconds=9)
    diary = Diary(database)
    async with working(database, clock, diary.work) as worker:
        await worker.idle()
        async with uncommitted(database, backlog.counts):
            adding = [add(database, job("later", due_at=later)), add(database, job("b", "b"))]
            added = asyncio.gather(*adding)
            await asyncio.sleep(0)
        await added
        await until(lambda: worker.finished == 1)
        clock.advance(timedelta(seconds=9))
        await until(lambda: worker.finished == 2)
    assert diary.attempts == ["b", "later"]
