"""Leases: one holder at a time, and an epoch that tells the former from the present one."""

import asyncio
from datetime import timedelta

from bot.base import leases
from bot.base.database import Database
from tests.support.clock import ManualClock

LASTS = timedelta(seconds=30)


async def hold(database: Database, holder: str, name: str = "sender") -> int | None:
    return await database.write(leases.hold, name, holder, LASTS)


async def test_who_comes_first_has_the_duty_and_keeps_it(database: Database, clock: ManualClock):
    first = await hold(database, "one")
    assert first is not None
    clock.advance(LASTS - timedelta(seconds=1))
    assert await hold(database, "one") == first
    clock.advance(LASTS - timedelta(seconds=1))
    assert await hold(database, "two") is None


async def test_a_lease_that_was_not_renewed_goes_to_the_next_with_a_higher_epoch(
    database: Database, clock: ManualClock
):
    former = await hold(database, "one")
    clock.advance(LASTS)
    present = await hold(database, "two")
    assert former is not None
    assert present is not None
    assert present > former
    assert await hold(database, "one") is None


async def test_who_takes_a_lease_back_has_a_higher_epoch_than_before(
    database: Database, clock: ManualClock
):
    epochs = []
    for holder in ("one", "two", "one"):
        epochs.append(await hold(database, holder))
        clock.advance(LASTS)
    assert epochs == sorted(set(epochs))


async def test_a_duty_that_was_given_up_is_free_at_once(database: Database):
    await hold(database, "one")
    await database.write(leases.let_go, "sender", "two")
    assert await hold(database, "two") is None
    await database.write(leases.let_go, "sender", "one")
    assert await hold(database, "two") is not None


async def test_the_lease_of_a_dead_holder_can_be_taken_away(database: Database):
    await hold(database, "killed")
    await database.write(leases.take_away, "sender")
    await database.write(leases.take_away, "never held")
    assert await hold(database, "next") is not None


async def test_duties_do_not_concern_each_other(database: Database):
    assert await hold(database, "one", "sender:1") is not None
    assert await hold(database, "two", "sender:2") is not None


async def test_of_many_who_come_at_once_one_has_the_duty(database: Database, clock: ManualClock):
    for _ in range(3):
        epochs = await asyncio.gather(*(hold(database, f"holder {n}") for n in range(6)))
        assert sum(epoch is not None for epoch in epochs) == 1
        clock.advance(LASTS)
