"""The heartbeat: what a process holds is its own while it is heard, and not for longer."""

import asyncio
from contextlib import AsyncExitStack
from datetime import timedelta
from typing import Self

import pytest

from bot.base.database.database import Database
from bot.base.queue import jobs, leases
from bot.base.queue.heartbeat import BEAT, LASTS, Heartbeat
from bot.base.queue.jobs import Job, LeaseLost
from tests.store.postgres import Postgres
from tests.store.work import add, claim, claimed_keys, finish, job, opened
from tests.support.clock import Machine
from tests.support.sql import execute
from tests.workers.test_worker import working
from tests.workers.waiting import WatchedClock, at_work, until

LONG = timedelta(hours=1)


async def test_who_is_heard_holds_what_it_claimed_for_as_long_as_it_takes(
    replicas: tuple[Database, Database], clock: WatchedClock
):
    one, other = replicas
    async with beating(clock, one, other):
        await add(one, job("k"))
        (claimed,) = await claim(one)
        for _ in range(20):
            await clock.pass_by(BEAT, waiting=2)
        assert one.process.holds(claimed.process)
        assert await claimed_keys(other) == []
        await finish(one, claimed)


def beating(clock: WatchedClock, *processes: Database) -> AsyncExitStack:
    return _Beating(clock, processes)


class _Beating(AsyncExitStack):
    """Several processes that are heard, each waiting for its next heartbeat."""

    def __init__(self, clock: WatchedClock, processes: tuple[Database, ...]) -> None:
        super().__init__()
        self._clock = clock
        self._processes = processes

    async def __aenter__(self) -> Self:
        for count, process in enumerate(self._processes, self._clock.waits + 1):
            heartbeat = await self.enter_async_context(Heartbeat(process))
            await self.enter_async_context(at_work(heartbeat.run))
            await until(lambda count=count: self._clock.waits == count)
        return self


async def test_what_a_killed_process_held_is_anothers_within_twelve_seconds(
    replicas: tuple[Database, Database], clock: WatchedClock
):
    killed, other = replicas
    async with beating(clock, other):
        for _ in range(5):
            await clock.pass_by(BEAT)
        await killed.write(leases.begin, LASTS)
        await add(killed, job("k"))
        await claim(killed)
        passed = timedelta()
        while not (found := await claimed_keys(other)):
            await clock.pass_by(BEAT)
            passed += BEAT
        assert found == ["k"]
        assert LASTS <= passed <= timedelta(seconds=12)


async def test_who_was_paused_and_goes_on_does_not_count_on_what_it_held(
    replicas: tuple[Database, Database], clock: WatchedClock
):
    paused, other = replicas
    async with Heartbeat(paused) as heartbeat, beating(clock, other):
        await add(paused, job("k"))
        (claimed,) = await claim(paused)
        assert paused.process.holds(claimed.process)
        for _ in range(10):
            await clock.pass_by(BEAT)
        assert not paused.process.holds(claimed.process)  # before anything was asked
        assert await claimed_keys(other) == ["k"]
        waits = clock.waits
        async with at_work(heartbeat.run):
            await until(lambda: clock.waits == waits + 1)
            await clock.pass_by(BEAT, waiting=2)
            assert not paused.process.holds(claimed.process)
            assert paused.process.holds(paused.process.token)


async def test_who_could_not_be_heard_for_the_databases_fault_keeps_what_it_held(
    replicas: tuple[Database, Database], clock: WatchedClock
):
    one, other = replicas
    async with beating(clock, one, other):
        for _ in range(6):
            await clock.pass_by(BEAT, waiting=2)
        await add(one, job("k"), job("other", lane="b"))
        (claimed,) = await claim(one, limit=1)
        (others,) = await claim(other)
        await execute(one, "ALTER TABLE processes RENAME TO away")
        for _ in range(10):
            await clock.pass_by(BEAT, waiting=2)
        assert not one.process.holds(claimed.process)
        await execute(one, "ALTER TABLE away RENAME TO processes")
        for _ in range(10):
            await clock.pass_by(BEAT, waiting=2)
        assert one.process.holds(claimed.process)
        assert other.process.holds(others.process)
        assert await claimed_keys(other) == []
        await finish(one, claimed)
        await finish(other, others)


@pytest.mark.parametrize("jump", [-LONG, LONG], ids=str)
async def test_who_comes_with_another_time_ends_nobody_who_is_heard(
    postgres: Postgres, clock: WatchedClock, jump: timedelta
):
    """As after a jump of the server's clock, by which the others do not go yet."""
    postgres.empty()
    machine = Machine(clock)
    one = await opened(postgres.url, machine.clock())
    machine.set_clock(jump)
    newcomer = await opened(postgres.url, machine.clock())
    async with beating(clock, one, newcomer):
        await add(one, job("k"))
        (claimed,) = await claim(one)
        for _ in range(10):
            await clock.pass_by(BEAT, waiting=2)
        assert one.process.holds(claimed.process)
        await finish(one, claimed)
        assert len(await newcomer.read(leases.heard)) == 2
    await one.close()
    await newcomer.close()


async def test_who_stops_leaves_nothing_that_others_have_to_wait_for(
    replicas: tuple[Database, Database],
):
    one, other = replicas
    async with Heartbeat(other):
        async with Heartbeat(one):
            await add(one, job("k"))
            await claim(one)
        assert await claimed_keys(other) == ["k"]


async def test_who_is_alone_holds_what_it_has_however_late_it_is(
    database: Database, clock: WatchedClock
):
    async with beating(clock, database):
        await add(database, job("k"))
        (claimed,) = await claim(database)
        clock.advance(LONG)
        assert database.process.holds(claimed.process)
        assert await claimed_keys(database) == []


async def test_who_starts_alone_frees_what_a_killed_one_held(
    database: Database, clock: WatchedClock
):
    await database.write(leases.begin, LASTS)
    await add(database, job("k"))
    await claim(database)
    database.process.begin_anew()
    async with Heartbeat(database):
        assert await claimed_keys(database) == ["k"]


async def test_a_job_that_is_not_held_any_more_must_not_be_worked_on(
    replicas: tuple[Database, Database], clock: WatchedClock
):
    one, _ = replicas
    async with Heartbeat(one):
        await add(one, job("k"))
        (claimed,) = await claim(one)
        jobs.ensure_held(claimed, one.process)
        clock.advance(LASTS)
        with pytest.raises(LeaseLost):
            jobs.ensure_held(claimed, one.process)


async def test_who_stops_working_while_the_store_is_away_keeps_its_jobs_from_nobody_for_long(
    replicas: tuple[Database, Database], clock: WatchedClock
):
    """Its process lives on: as a leader that leads no more, while another one does."""
    one, other = replicas
    begun = asyncio.Event()

    async def work(_job: Job) -> None:
        begun.set()
        await asyncio.Event().wait()

    async with beating(clock, one, other):
        for _ in range(6):
            await clock.pass_by(BEAT, waiting=2)
        async with working(one, clock, work):
            await add(one, job("k"))
            await begun.wait()
            await execute(other, "ALTER TABLE jobs RENAME TO away")
        await execute(other, "ALTER TABLE away RENAME TO jobs")
        passed = timedelta()
        while not (found := await claimed_keys(other)):
            assert passed < timedelta(seconds=30)
            await clock.pass_by(BEAT, waiting=2)
            passed += BEAT
        assert found == ["k"]
