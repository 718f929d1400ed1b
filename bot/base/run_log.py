"""Two log lines for each run: its start with the settings, and how it ended."""

import asyncio
import os
import platform
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy import literal_column, select, table

from bot import __version__
from bot.base.database.database import Database
from bot.base.database.prepared import Query, as_value
from bot.base.database.transaction import DatabaseFailed, Transaction
from bot.base.log import Logger
from bot.base.queue import backlog

_log = Logger(__name__)

_MIGRATION = Query(
    select(literal_column("version_num")).select_from(table("alembic_version")), as_value
)
_WAIT_AT_MOST = 2.0
"""Seconds: a database that is away must not keep a program from ending."""


@asynccontextmanager
async def logged_run(database: Database, **settings: object) -> AsyncIterator[None]:
    """Log the start of a run with its `settings`, and its end: why, after how long, what waits.

    Raises:
        DatabaseFailed: the database, which must be open, does not answer.
    """
    began = database.clock.elapsed()
    _log.info(
        "starting",
        program=database.schema.program,
        version=__version__,
        python=platform.python_version(),
        process_id=os.getpid(),
        database="sqlite" if database.is_sqlite else "postgresql",
        migration=await database.read(_migration),
        **settings,
    )
    why = "done"
    try:
        yield
    except BaseException as error:
        # A signal cancels the work, with the signal's name as the message.
        is_signal = isinstance(error, asyncio.CancelledError) and error.args
        why = str(error.args[0]) if is_signal else type(error).__name__
        raise
    finally:
        ran = round(database.clock.elapsed() - began, 1)
        _log.info("stopped", why=why, ran_seconds=ran, waiting=await _waiting(database))


def _migration(tx: Transaction) -> str:
    return str(tx.one(_MIGRATION))


async def _waiting(database: Database) -> dict[str, int] | None:
    """Count the jobs left for the next start by kind; `None` if the database does not answer."""
    waiting: Counter[str] = Counter()
    try:
        async with asyncio.timeout(_WAIT_AT_MOST):
            counts = await database.read(backlog.counts)
    except (DatabaseFailed, TimeoutError):
        return None
    for (kind, state), count in counts.items():
        if state != "dead":
            waiting[kind] += count
    return dict(waiting)
