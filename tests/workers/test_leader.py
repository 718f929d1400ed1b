"""A leader: one process does what only one may do, and when that one is gone another."""

import asyncio
from datetime import timedelta

from bot.base.database.database import Database
from bot.base.loops import AFTER_FAULT
from bot.base.queue import leases
from bot.base.queue.heartbeat import BEAT, LASTS, Heartbeat
from bot.workers.leader import LOOK_AGAIN, Leader
from tests.support.process_logging import logged
from tests.support.sql import execute
from tests.workers.waiting import WatchedClock, at_work, until

LONG = timedelta(minutes=1)


class Work:
    """Something that goes on until it is stopped."""

    def __init__(self) -> None:
        self.is_going_on = False
        self.begun = 0

    async def __call__(self) -> None:
        self.begun += 1
        self.is_going_on = True
        try:
            await asyncio.Event().wait()
        finally:
            self.is_going_on = False


async def die(process: Database) -> None:
    """Let a process be found dead by another one."""
    await process.write(leases.end)


async def test_what_nobody_leads_is_done(database: Database, clock: WatchedClock):
    work = Work()
    async with Heartbeat(database), at_work(Leader(database, "sender:1", work).run):
        await until(lambda: work.is_going_on)
        for _ in range(6):
            clock.advance(LONG)
        assert (work.is_going_on, work.begun) == (True, 1)
    assert not work.is_going_on


async def test_of_two_processes_one_leads(replicas: tuple[Database, Database], clock: WatchedClock):
    one, other = Work(), Work()
    first = Leader(replicas[0], "sender:1", one)
    async with Heartbeat(replicas[0]), Heartbeat(replicas[1]), at_work(first.run):
        await until(lambda: clock.waits == 1)
        async with at_work(Leader(replicas[1], "sender:1", other).run):
            await until(lambda: clock.waits == 2)
            for _ in range(6):
                await clock.pass_by(LOOK_AGAIN, waiting=2)
                assert (one.is_going_on, other.is_going_on) == (True, False)


async def test_a_leader_that_stops_is_followed_at_the_next_look(
    replicas: tuple[Database, Database], clock: WatchedClock
):
    one, other = Work(), Work()
    async with Heartbeat(replicas[0]), Heartbeat(replicas[1]):
        first = asyncio.create_task(Leader(replicas[0], "sender:1", one).run())
        await until(lambda: clock.waits == 1)
        async with at_work(Leader(replicas[1], "sender:1", other).run):
            await until(lambda: clock.waits == 2)
            first.cancel()
            await asyncio.gather(first, return_exceptions=True)
            assert not one.is_going_on
            await clock.pass_by(LOOK_AGAIN)
            assert other.is_going_on


async def test_a_leader_that_was_killed_is_followed_when_it_was_not_heard_for_long_enough(
    replicas: tuple[Database, Database], clock: WatchedClock
):
    await replicas[0].write(leases.begin, LASTS)
    assert await replicas[0].write(leases.lead, "sender:1")
    work = Work()
    async with Heartbeat(replicas[1]) as heartbeat, at_work(heartbeat.run):
        await until(lambda: clock.waits == 1)
        async with at_work(Leader(replicas[1], "sender:1", work).run):
            await until(lambda: clock.waits == 2)
            passed = timedelta()
            while passed + BEAT < LASTS:
                await clock.pass_by(BEAT, waiting=2)
                passed += BEAT
                assert not work.is_going_on
            for _ in range(2):
                await clock.pass_by(BEAT, waiting=2)
            await until(lambda: work.is_going_on)


async def test_who_was_found_dead_stops_at_the_next_look(
    replicas: tuple[Database, Database], clock: WatchedClock
):
    """As after a long sleep of the machine: somebody else has taken over meanwhile."""
    work = Work()
    async with Heartbeat(replicas[0]), at_work(Leader(replicas[0], "sender:1", work).run):
        await until(lambda: clock.waits == 1)
        await die(replicas[0])
        await replicas[1].write(leases.begin, LASTS)
        assert await replicas[1].write(leases.lead, "sender:1")
        await clock.pass_by(LOOK_AGAIN)
        assert not work.is_going_on
        await die(replicas[1])
        await replicas[0].write(leases.begin, LASTS)
        await clock.pass_by(LOOK_AGAIN)
        assert (work.is_going_on, work.begun) == (True, 2)


async def test_a_lone_process_leads_at_once_after_one_that_was_killed(
    database: Database, clock: WatchedClock
):
    await database.write(leases.begin, LASTS)
    assert await database.write(leases.lead, "sender:1")
    database.process.begin_anew()
    work = Work()
    async with Heartbeat(database), at_work(Leader(database, "sender:1", work).run):
        await until(lambda: work.is_going_on)


async def test_while_the_store_does_not_answer_who_leads_goes_on_until_its_lease_ends(
    replicas: tuple[Database, Database], clock: WatchedClock
):
    work = Work()
    leader = Leader(replicas[0], "sender:1", work)
    async with Heartbeat(replicas[0]), at_work(leader.run) as running:
        await until(lambda: clock.waits == 1)
        await rename(replicas[1], "leaders", "away")
        await clock.pass_by(LOOK_AGAIN)
        assert work.is_going_on
        await clock.pass_by(LASTS)
        assert not work.is_going_on
        assert not running.done()
        await rename(replicas[1], "away", "leaders")
        await clock.pass_by(LOOK_AGAIN)
        assert work.is_going_on


async def rename(database: Database, table: str, to: str) -> None:
    await execute(database, f"ALTER TABLE {table} RENAME TO {to}")


async def test_work_that_fails_begins_anew_and_ends_nothing_else(
    database: Database, clock: WatchedClock
):
    work = Work()

    async def broken_at_first() -> None:
        if not work.begun:
            work.begun += 1
            raise LookupError("a fault of ours")
        await work()

    with logged() as lines:
        leader = Leader(database, "sender:1", broken_at_first)
        async with Heartbeat(database), at_work(leader.run) as running:
            await until(lambda: clock.waits == 2)
            await clock.pass_by(AFTER_FAULT, waiting=0)
            await until(lambda: work.is_going_on)
            assert not running.done()
    assert [line["fault"] for line in lines if "fault" in line] == ["LookupError"]


async def test_who_asks_who_leads_is_told_once_that_is_known(
    replicas: tuple[Database, Database], clock: WatchedClock
):
    leaders = [Leader(process, "sender:1", Work()) for process in replicas]
    async with Heartbeat(replicas[0]), Heartbeat(replicas[1]):
        asked = asyncio.ensure_future(leaders[0].leads())
        await asyncio.sleep(0)
        assert not asked.done()
        async with at_work(leaders[0].run):
            assert await asked
            async with at_work(leaders[1].run):
                assert not await leaders[1].leads()
