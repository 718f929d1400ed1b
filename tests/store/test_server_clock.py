"""Replicas go by the clock of their server, however wrong those of their machines are."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy.engine import make_url

from bot.base.clock import SystemClock
from bot.base.database import Database
from bot.base.transaction import Transaction
from bot.base.vault import Vault
from bot.store.schema import SCHEMA
from tests.store.postgres import Postgres
from tests.store.work import KEY

AHEAD = timedelta(seconds=65)
NEARLY = timedelta(seconds=5)
_OTHER_CLOCK = """
CREATE OR REPLACE FUNCTION public.clock_timestamp() RETURNS timestamptz
LANGUAGE sql VOLATILE AS 'SELECT pg_catalog.clock_timestamp() + interval ''65 seconds'''
"""
_FOUND_FIRST = {"options": "-csearch_path=public,pg_catalog"}


@pytest.fixture
async def database(postgres: Postgres) -> AsyncIterator[Database]:
    """A store on a server whose clock is over a minute ahead of this machine's."""
    postgres.run(_OTHER_CLOCK)
    url = make_url(postgres.url).update_query_dict(_FOUND_FIRST)
    address = url.render_as_string(hide_password=False)
    database = Database(address, SCHEMA, Vault(KEY), SystemClock())
    await database.open()
    yield database
    await database.close()
    postgres.run("DROP FUNCTION public.clock_timestamp()")


def _when(tx: Transaction) -> datetime:
    return tx.now


async def test_a_transaction_is_made_at_the_servers_time(database: Database):
    ahead = await database.write(_when) - datetime.now(UTC)
    assert abs(ahead - AHEAD) < NEARLY


async def test_whoever_waits_for_a_time_of_the_server_waits_no_longer_than_there(
    database: Database,
):
    await database.write(_when)
    soon = database.clock.now() + timedelta(milliseconds=10)
    assert abs(soon - datetime.now(UTC) - AHEAD) < NEARLY
    async with asyncio.timeout(NEARLY.total_seconds()):
        await database.clock.wait(asyncio.Event(), soon)
    assert database.clock.now() >= soon
