"""What a transaction costs a database that many ask at once."""

import tempfile
from itertools import count
from pathlib import Path

from bot.base.clock import SystemClock
from bot.base.database.database import Database
from bot.base.database.transaction import Transaction
from bot.base.queue import jobs
from bot.base.queue.jobs import EffectKey, NewJob
from bot.base.vault import Vault, key_from
from bot.store.schema import SCHEMA
from tests.benchmarks.posting import all_of
from tests.store.postgres import running

_AT_ONCE = 64
_TRANSACTIONS = 2000
_KIND = "simulated"

_keys = count()


async def sqlite_transaction() -> float:
    """Return the seconds of one in SQLite, whose commits are shared."""
    with tempfile.TemporaryDirectory(prefix="handover-bench-") as folder:
        return await _seconds(f"sqlite+aiosqlite:///{folder}/handover.db")


async def postgresql_transaction() -> float:
    """Return the seconds of one in PostgreSQL, which is sure of the disk before it answers."""
    with running() as postgres:
        postgres.run("ALTER SYSTEM SET fsync = on", "SELECT pg_reload_conf()")
        return await _seconds(postgres.url)


async def _seconds(url: str) -> float:
    with tempfile.TemporaryDirectory(prefix="handover-bench-") as folder:
        vault = Vault(key_from(Path(folder) / "handover.key"))
        database = Database(url, SCHEMA, vault, SystemClock())
        await database.open(alone=True)
        try:
            return await _written(database)
        finally:
            await database.close()


async def _written(database: Database) -> float:
    async def write(_number: int) -> None:
        await database.write(_add)

    await all_of(range(_AT_ONCE), write, _AT_ONCE)
    return await all_of(range(_TRANSACTIONS), write, _AT_ONCE) / _TRANSACTIONS


def _add(tx: Transaction) -> None:
    key = EffectKey(f"simulated|{next(_keys)}")
    jobs.add(tx, NewJob(_KIND, lane=key, key=key, body=b"{}" * 100))
