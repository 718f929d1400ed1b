"""What somebody was told is safe, and whether it is still there."""

from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.actions.arrivals import UnreadableUpdate, event_job, read_update
from bot.base.clock import SystemClock
from bot.base.database.database import Database
from bot.base.database.transaction import Transaction
from bot.base.queue import backlog, jobs
from bot.base.queue.jobs import NewJob
from bot.base.vault import Vault, key_from
from bot.demo.town import ENVIRONMENT
from bot.store.schema import SCHEMA
from bot.web.routes import TELEGRAM_PATH
from tests.cluster.postings import Posting

_DEAD = "dead"


@asynccontextmanager
async def opened(url: str, key_file: Path) -> AsyncIterator[Database]:
    """Open what the bots remember, once they have ended."""
    database = Database(url, SCHEMA, Vault(key_from(key_file)), SystemClock())
    await database.open()
    try:
        yield database
    finally:
        await database.close()


def lost(tx: Transaction, postings: Iterable[Posting], bot_id: int) -> list[str]:
    """Return what was acknowledged and is not known any more.

    Whoever does not know a job by its key takes it, and so is asked.
    """
    arrived = list(_jobs(postings, bot_id))
    return [f"the {job.kind} {job.key} is gone" for job in arrived if jobs.add(tx, job)]


def given_up(tx: Transaction) -> int:
    """Return how many jobs are dead."""
    return sum(count for (_, state), count in backlog.counts(tx).items() if state == _DEAD)


def _jobs(postings: Iterable[Posting], bot_id: int) -> Iterator[NewJob]:
    """Return the jobs of all that was acknowledged, each once."""
    for path, body in dict.fromkeys(
        (posting.path, posting.body) for posting in postings if posting.acknowledged
    ):
        if path != TELEGRAM_PATH:
            yield event_job(ENVIRONMENT, body)
            continue
        try:
            yield read_update(bot_id, body).job
        except UnreadableUpdate:
            continue
