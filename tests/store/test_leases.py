"""Leases: a process lives while it renews its own, and one at a time leads."""

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime, timedelta

import pytest

from bot.base.database.database import Database
from bot.base.queue import leases
from tests.store.postgres import Postgres
from tests.store.work import add, claim, claimed_keys, job, opened
from tests.support.clock import ManualClock
from tests.support.sql import others_wait_for_a_lock, uncommitted

LASTS = timedelta(seconds=9)


@pytest.fixture
async def other(database: Database, url: str, clock: ManualClock) -> AsyncIterator[Database]:
    """The same database as another process has it: on SQLite, where there is none, as its next."""
    if database.is_sqlite:
        other = Database(url, database.schema, database._vault, clock)
        await other.open()
    else:
        other = await opened(url, clock)
    yield other
    await other.close()


async def begin(*processes: Database) -> None:
    for process in processes:
        await process.write(leases.begin, LASTS)


async def renew(process: Database) -> bool:
    return await process.write(leases.renew, LASTS)


async def lead(process: Database, name: str = "sender") -> bool:
    return await process.write(leases.lead, name)


async def end_silent(process: Database, heard: dict[str, datetime]) -> int:
    """End those who have said nothing else than was heard before."""
    others = {token: said for token, said in heard.items() if token != process.process.token}
    return await process.write(leases.end_silent, others)


async def test_who_comes_first_leads_and_goes_on_to(database: Database, other: Database):
    await begin(database, other)
    assert [await lead(process) for process in (database, other, database)] == [True, False, True]
    assert await other.read(leases.is_led, "sender")


async def test_what_is_led_by_one_does_not_concern_the_other(database: Database, other: Database):
    await begin(database, other)
    assert await lead(database, "sender")
    assert await lead(other, "poller")


async def test_who_has_renewed_its_lease_keeps_what_it_holds(
    database: Database, other: Database, clock: ManualClock
):
    await begin(database, other)
    await lead(database)
    await add(database, job("k"))
    await claim(database)
    for _ in range(5):
        heard = await other.read(leases.heard)
        clock.advance(LASTS)
        assert await renew(database)
        assert await end_silent(other, heard) == 0
    assert not await lead(other)
    assert await claimed_keys(other) == []


async def test_what_a_process_held_is_free_when_it_has_said_nothing_for_too_long(
    database: Database, other: Database, clock: ManualClock
):
    await begin(database, other)
    await lead(database)
    await add(database, job("k"))
    await claim(database)
    heard = await other.read(leases.heard)
    clock.advance(LASTS)
    assert not await lead(other)  # nobody has found it dead yet
    assert await end_silent(other, heard) == 1
    assert await lead(other)
    assert await claimed_keys(other) == ["k"]


async def test_who_was_found_dead_cannot_live_on_nor_lead(
    database: Database, other: Database, clock: ManualClock
):
    await begin(database, other)
    await end_silent(other, await other.read(leases.heard))
    assert not await renew(database)
    assert not await lead(database)
    database.process.begin_anew()
    await begin(database)
    assert await renew(database)
    assert await lead(database)


async def test_who_was_late_and_was_not_found_dead_lives_on(database: Database, clock: ManualClock):
    await begin(database)
    clock.advance(10 * LASTS)
    assert await renew(database)


async def test_who_ends_leaves_everything_to_others_at_once(database: Database, other: Database):
    await begin(database, other)
    await lead(database)
    await add(database, job("k"))
    await claim(database)
    await database.write(leases.end)
    assert not await other.read(leases.is_led, "sender")
    assert await lead(other)
    assert await claimed_keys(other) == ["k"]


async def test_who_lets_go_lets_go_of_its_own_only(database: Database, other: Database):
    await begin(database, other)
    await lead(database)
    await other.write(leases.let_go, "sender")
    assert not await lead(other)
    await database.write(leases.let_go, "sender")
    assert await lead(other)


async def test_the_only_process_frees_all_that_a_killed_one_held(
    database: Database, other: Database
):
    await begin(other)
    await lead(other)
    await add(other, job("k"))
    await claim(other)
    await database.write(leases.end_all)
    await begin(database)
    assert await lead(database)
    assert await claimed_keys(database) == ["k"]


async def test_who_asks_twice_at_once_leads_by_both(postgres: Postgres, clock: ManualClock):
    postgres.empty()
    database = await opened(postgres.url, clock)
    await begin(database)
    async with uncommitted(database, leases.lead, "sender"):
        second = asyncio.ensure_future(lead(database))
        await others_wait_for_a_lock(database)
    assert await second
    await database.close()


async def test_of_many_who_come_at_once_one_leads(
    database: Database, other: Database, clock: ManualClock
):
    await begin(database, other)
    for _ in range(3):
        claims = await asyncio.gather(*(lead(process) for process in (database, other) * 3))
        assert sorted(claims) == [False] * 3 + [True] * 3
        clock.advance(LASTS)
        process = database if claims[0] else other
        await process.write(leases.end)
        await begin(process)
