"""What somebody was told is safe, and whether it is still there."""

from collections.abc import Iterable, Iterator

from bot.actions.arrivals import UnreadableUpdate, event_job, read_update
from bot.base import jobs
from bot.base.clock import SystemClock
from bot.base.database import Database
from bot.base.jobs import NewJob
from bot.base.transaction import Transaction
from bot.base.vault import Vault
from bot.demo.town import ENVIRONMENT
from bot.store.schema import SCHEMA
from bot.web.routes import TELEGRAM_PATH
from tests.cluster.postings import Posting
from tests.cluster.replicated_town import ReplicatedTown
from tests.faults.gauges import DEAD


async def lost_arrivals(town: ReplicatedTown) -> tuple[list[str], int]:
    """Return what a bot acknowledged and none of them knows any more, and how many jobs died.

    The bots must have ended: whoever does not know a job by its key takes it, and so is asked.
    """
    database = Database(town.bot_url, SCHEMA, Vault.from_file(town.key_file), SystemClock())
    await database.open()
    try:
        arrived = list(_jobs(town.posted.all, town.account.id))
        dead = await database.read(_count_dead)
        return await database.write(unknown, arrived), dead
    finally:
        await database.close()


def unknown(tx: Transaction, arrived: Iterable[NewJob]) -> list[str]:
    """Return which of these are taken as if they had never come."""
    return [f"the {job.kind} {job.key} is gone" for job in arrived if jobs.add(tx, job)]


def _count_dead(tx: Transaction) -> int:
    return sum(count for (_, state), count in jobs.counts(tx).items() if state in DEAD)


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
