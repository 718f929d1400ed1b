"""Replicas go by the clock of their server, however wrong those of their machines are."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy.engine import make_url

from bot.base.clock import SystemClock
from bot.base.database.database import Database
from bot.base.database.transaction import Transaction
from bot.base.queue import jobs, known_time
from bot.base.queue.time_watch import TimeWatch
from bot.base.vault import Vault
from bot.store.schema import SCHEMA
from tests.store.postgres import Postgres
from tests.store.work import KEY, add, claim, claimed_keys, job
from tests.support.sql import execute

AHEAD = timedelta(seconds=65)
HOURS, DAY = timedelta(hours=2), timedelta(days=1)
NEARLY = timedelta(seconds=5)
_ITS_CLOCK = """
CREATE OR REPLACE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
AS 'SELECT pg_catalog.clock_timestamp() + interval ''{seconds} seconds'''
"""
_FOUND_FIRST = {"options": "-csearch_path=public,pg_catalog"}

Start = Callable[[], Awaitable[Database]]


def set_server(postgres: Postgres, ahead: timedelta) -> None:
    postgres.run(_ITS_CLOCK.format(seconds=ahead.total_seconds()))


@pytest.fixture
async def start(postgres: Postgres) -> AsyncIterator[Start]:
    """Start replicas on a server whose clock is over a minute ahead of this machine's."""
    postgres.empty()
    set_server(postgres, AHEAD)
    url = make_url(postgres.url).update_query_dict(_FOUND_FIRST)
    async with AsyncExitStack() as stack:

        async def start() -> Database:
            address = url.render_as_string(hide_password=False)
            database = Database(address, SCHEMA, Vault(KEY), SystemClock())
            await database.open()
            stack.push_async_callback(database.close)
            return database

        yield start
    postgres.run("DROP FUNCTION public.clock_timestamp()")


@pytest.fixture
async def database(start: Start) -> Database:
    return await start()


def _when(tx: Transaction) -> datetime:
    return tx.now


async def ahead(database: Database) -> timedelta:
    """How far a replica's time is ahead of this machine's."""
    return await database.write(_when) - datetime.now(UTC)


async def test_a_transaction_is_made_at_the_servers_time(database: Database):
    assert abs(await ahead(database) - AHEAD) < NEARLY


async def test_whoever_waits_for_a_time_of_the_server_waits_no_longer_than_there(
    database: Database,
):
    await database.write(_when)
    soon = database.clock.now() + timedelta(milliseconds=10)
    assert abs(soon - datetime.now(UTC) - AHEAD) < NEARLY
    async with asyncio.timeout(NEARLY.total_seconds()):
        await database.clock.wait(asyncio.Event(), soon)
    assert database.clock.now() >= soon


@pytest.mark.parametrize("jump", [-DAY, -HOURS, HOURS, DAY], ids=str)
async def test_a_servers_clock_that_is_set_is_gone_by_by_all_at_once_and_with_what_waits(
    start: Start, postgres: Postgres, jump: timedelta
):
    one, other = await start(), await start()
    async with TimeWatch(one, lasts=timedelta()) as watch, TimeWatch(other) as others:
        now = await one.write(_when)
        await add(one, job("k", due_at=now + timedelta(minutes=10)), job("now", lane="b"))
        set_server(postgres, AHEAD + jump)
        for replica in (one, other):
            assert abs(await ahead(replica) - AHEAD) < NEARLY
        await others.look()
        for _ in range(2):
            await watch.look()
        for replica in (other, one):
            assert abs(await ahead(replica) - AHEAD - jump) < NEARLY
        await others.look()
        assert (await one.read(known_time.known)).shifts == 1
        assert await claimed_keys(other) == ["now"]
        await execute(one, "UPDATE jobs SET due_at = due_at - interval '10 minutes'")
        assert await claimed_keys(other) == ["k"]


async def test_of_replicas_that_believe_it_at_once_one_shifts_what_waits(
    start: Start, postgres: Postgres
):
    replicas = [await start() for _ in range(3)]
    async with AsyncExitStack() as stack:
        watches = [
            await stack.enter_async_context(TimeWatch(each, lasts=timedelta())) for each in replicas
        ]
        await add(replicas[0], job("k"))
        set_server(postgres, AHEAD + DAY)
        for replica in replicas:
            await replica.write(_when)
        for _ in range(2):
            await asyncio.gather(*(watch.look() for watch in watches))
        (claimed,) = await claim(replicas[0])
        assert abs(await replicas[0].read(jobs.age, claimed)) < NEARLY


@pytest.mark.parametrize("jump", [-DAY, -HOURS, HOURS, DAY], ids=str)
async def test_who_starts_while_others_are_at_work_shifts_nothing(start: Start, jump: timedelta):
    async with TimeWatch(await start()):
        database = await start()
        await add(database, job("k", due_at=await database.write(_when) + jump))
        async with TimeWatch(database):
            assert await claimed_keys(database) == (["k"] if jump < timedelta() else [])


@pytest.mark.parametrize("jump", [-DAY, -HOURS], ids=str)
async def test_who_starts_after_the_servers_clock_was_set_back_lets_all_go_by_it(
    start: Start, postgres: Postgres, jump: timedelta
):
    running = await start()
    async with TimeWatch(running):
        await add(running, job("k"))
        set_server(postgres, AHEAD + jump)
        async with TimeWatch(await start()):
            for replica in (running, await start()):
                assert abs(await ahead(replica) - AHEAD - jump) < NEARLY
            assert await claimed_keys(running) == ["k"]
