"""A duty: one process has it, and when that one is gone another."""

import asyncio
from datetime import timedelta

import pytest

from bot.store.database import Database
from bot.workers.duty import Duty
from tests.support.clock import ManualClock
from tests.workers.waiting import at_work, until

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


def duty(database: Database, clock: ManualClock, work: Work) -> Duty:
    return Duty(database, clock, "sender:1", work)


async def step(clock: ManualClock, delta: timedelta) -> None:
    """Let time go by in the steps in which leases are renewed."""
    for _ in range(int(delta / RENEWED)):
        clock.advance(RENEWED)
        await settle()


async def settle() -> None:
    for _ in range(300):
        await asyncio.sleep(0)


async def test_a_duty_that_nobody_has_is_done(database: Database, clock: ManualClock):
    work = Work()
    async with at_work(duty(database, clock, work).run):
        await until(lambda: work.is_going_on)
        await step(clock, 3 * LASTS)
        assert (work.is_going_on, work.begun) == (True, 1)
    assert not work.is_going_on


async def test_of_two_holders_one_works(replicas: tuple[Database, Database], clock: ManualClock):
    one, other = Work(), Work()
    async with at_work(duty(replicas[0], clock, one).run):
        await until(lambda: one.is_going_on)
        async with at_work(duty(replicas[1], clock, other).run):
            await step(clock, 2 * LASTS)
            assert (one.is_going_on, other.is_going_on) == (True, False)


async def test_a_holder_that_stops_is_followed_at_the_next_look(
    replicas: tuple[Database, Database], clock: ManualClock
):
    one, other = Work(), Work()
    async with at_work(duty(replicas[1], clock, other).run):
        await until(lambda: other.is_going_on)
        async with at_work(duty(replicas[0], clock, one).run):
            await settle()
            assert not one.is_going_on
    async with at_work(duty(replicas[0], clock, one).run):
        clock.advance(RENEWED)
        await until(lambda: one.is_going_on)
    assert not other.is_going_on


async def test_a_holder_that_was_killed_is_followed_when_its_lease_has_run_out(
    replicas: tuple[Database, Database], clock: ManualClock
):
    """The lost connection stands for the kill: the holder can neither renew nor let go."""
    one, other = Work(), Work()
    async with at_work(duty(replicas[0], clock, one).run):
        await until(lambda: one.is_going_on)
        async with at_work(duty(replicas[1], clock, other).run):
            await settle()
            await forget_holder(replicas[1])
            clock.advance(LASTS)
            await until(lambda: other.is_going_on or one.begun > 1)
            await settle()
            assert [one.is_going_on, other.is_going_on].count(True) == 1


async def forget_holder(database: Database) -> None:
    """Make the lease somebody's who will not come back."""
    async with database.write() as tx:
        await tx.connection.exec_driver_sql("UPDATE leases SET holder = 'killed'")


async def test_who_has_lost_the_lease_stops_at_the_next_look(
    database: Database, clock: ManualClock
):
    work = Work()
    async with at_work(duty(database, clock, work).run):
        await until(lambda: work.is_going_on)
        await forget_holder(database)
        clock.advance(RENEWED)
        await until(lambda: not work.is_going_on)
        await step(clock, LASTS)
        await until(lambda: work.is_going_on)
    assert work.begun == 2


async def test_a_lone_process_that_was_killed_has_its_duty_again_at_once(
    database: Database, clock: ManualClock
):
    before, after = Work(), Work()
    async with at_work(duty(database, clock, before).run):
        await until(lambda: before.is_going_on)
        await forget_holder(database)
    async with at_work(duty(database, clock, after).run):
        await until(lambda: after.is_going_on)


async def test_while_the_store_does_not_answer_nothing_is_done_and_nothing_ends(
    database: Database, clock: ManualClock
):
    work = Work()
    async with at_work(duty(database, clock, work).run) as running:
        await until(lambda: work.is_going_on)
        await rename(database, "leases", "away")
        clock.advance(RENEWED)
        await until(lambda: not work.is_going_on)
        assert not running.done()
        await rename(database, "away", "leases")
        clock.advance(RENEWED)
        await until(lambda: work.is_going_on)


async def rename(database: Database, table: str, to: str) -> None:
    async with database.write() as tx:
        await tx.connection.exec_driver_sql(f"ALTER TABLE {table} RENAME TO {to}")


async def test_work_that_fails_is_not_hidden(database: Database, clock: ManualClock):
    async def broken() -> None:
        raise LookupError("a fault of ours")

    running = asyncio.create_task(Duty(database, clock, "sender:1", broken).run())
    await settle()
    clock.advance(RENEWED)
    with pytest.raises(LookupError, match="a fault of ours"):
        await running
