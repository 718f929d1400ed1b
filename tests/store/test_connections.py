"""As many transactions at once as there are connections, and with one none is lost."""

import asyncio

import pytest

from bot.base.database.database import Database
from bot.base.database.transaction import Transaction
from bot.base.vault import Vault
from bot.store.schema import SCHEMA
from tests.store.postgres import Postgres
from tests.store.work import KEY
from tests.support.clock import ManualClock
from tests.support.sql import raw


@pytest.mark.parametrize("connections", [1, 3])
async def test_there_are_no_more_connections_than_the_setting_says(
    postgres: Postgres, clock: ManualClock, connections: int
):
    database = Database(postgres.url, SCHEMA, Vault(KEY), clock, connections)
    await database.open()
    used = await asyncio.gather(*(database.write(_process) for _ in range(20)))
    await database.close()
    assert len(used) == 20
    assert 1 <= len(set(used)) <= connections


def _process(tx: Transaction) -> int:
    ((number,),) = raw(tx, "SELECT pg_backend_pid() FROM pg_sleep(0.01)")
    return int(number)
