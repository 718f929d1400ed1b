"""A duty: one process has it, and when that one is gone another."""

import asyncio
from datetime import timedelta

import pytest

from bot.base import leases
from bot.base.database import Database
from bot.workers.leader import Leader
from tests.support.sql import execute
from tests.workers.waiting import WatchedClock, at_work, until

RENEWED = timedelta(seconds=10)
LASTS = timedelta(seconds=30)


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


def duty(database: Database, clock: WatchedClock, work: Work) -> Leader:
    return Leader(database, clock, "sender:1", work)


async def test_a_duty_that_nobody_has_is_done(database: Database, clock: WatchedClock):
    work = Work()
    async with at_work(duty(database, clock, work).run):
        await until(lambda: clock.waits == 1)
        for _ in range(6):
            await clock.pass_by(RENEWED)
        assert (work.is_going_on, work.begun) == (True, 1)
    assert not work.is_going_on


async def test_of_two_holders_one_works(replicas: tuple[Database, Database], clock: WatchedClock):
    one, other = Work(), Work()
    async with at_work(duty(replicas[0], clock, one).run):
        await until(lambda: clock.waits == 1)
        async with at_work(duty(replicas[1], clock, other).run):
            await until(lambda: clock.waits == 2)
            for _ in range(6):
                await clock.pass_by(RENEWED, waiting=2)
                assert (one.is_going_on, other.is_going_on) == (True, False)


async def test_a_holder_that_stops_is_followed_at_the_next_look(
    replicas: tuple[Database, Database], clock: WatchedClock
):
    one, other = Work(), Work()
    first = asyncio.create_task(duty(replicas[0], clock, one).run())
    await until(lambda: clock.waits == 1)
    async with at_work(duty(replicas[1], clock, other).run):
        await until(lambda: clock.waits == 2)
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        assert not one.is_going_on
        await clock.pass_by(RENEWED)
        assert other.is_going_on


async def test_a_holder_that_was_killed_is_followed_when_its_lease_has_run_out(
    replicas: tuple[Database, Database], clock: WatchedClock
):
    await held_by_a_killed_process(replicas[0])
    work = Work()
    async with at_work(duty(replicas[1], clock, work).run):
        await until(lambda: clock.waits == 1)
        for _ in range(2):
            await clock.pass_by(RENEWED)
            assert not work.is_going_on
        await clock.pass_by(RENEWED)
        assert work.is_going_on


async def held_by_a_killed_process(database: Database) -> None:
    assert await database.write(leases.hold, "sender:1", "killed", LASTS) is not None


async def test_who_has_lost_the_lease_stops_at_the_next_look(
    replicas: tuple[Database, Database], clock: WatchedClock
):
    """As after a long sleep of the machine: somebody else has taken over meanwhile."""
    work = Work()
    async with at_work(duty(replicas[0], clock, work).run):
        await until(lambda: clock.waits == 1)
        await replicas[1].write(leases.take_away, "sender:1")
        await replicas[1].write(leases.hold, "sender:1", "somebody else", LASTS)
        await clock.pass_by(RENEWED)
        assert not work.is_going_on
        clock.advance(LASTS)
        await until(lambda: work.is_going_on)
    assert work.begun == 2


async def test_a_lone_process_has_the_duty_of_its_killed_forerunner_at_once(
    database: Database, clock: WatchedClock
):
    await held_by_a_killed_process(database)
    work = Work()
    async with at_work(duty(database, clock, work).run):
        await until(lambda: work.is_going_on)


async def test_while_the_store_does_not_answer_nothing_is_done_and_nothing_ends(
    database: Database, clock: WatchedClock
):
    work = Work()
    async with at_work(duty(database, clock, work).run) as running:
        await until(lambda: clock.waits == 1)
        await rename(database, "leases", "away")
        await clock.pass_by(RENEWED)
        assert not work.is_going_on
        assert not running.done()
        await rename(database, "away", "leases")
        await clock.pass_by(RENEWED)
        assert work.is_going_on


async def rename(database: Database, table: str, to: str) -> None:
    await execute(database, f"ALTER TABLE {table} RENAME TO {to}")


async def test_work_that_fails_is_not_hidden(database: Database, clock: WatchedClock):
    async def broken() -> None:
        raise LookupError("a fault of ours")

    running = asyncio.create_task(Leader(database, clock, "sender:1", broken).run())
    await until(lambda: clock.waits == 1)
    clock.advance(RENEWED)
    with pytest.raises(LookupError, match="a fault of ours"):
        await running
