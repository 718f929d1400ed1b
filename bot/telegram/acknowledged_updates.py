"""Updates that another run has taken: a sign that this run's database is an old copy.

Telegram numbers the updates of a bot one by one. If the database does not know the update before
the oldest one that waits, another run has taken it. The numbers prove this only for a day: Telegram
drops an update that has waited so long, and after a week without updates it starts anywhere.
"""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from bot.actions import effect_keys
from bot.base.database.database import Database
from bot.base.database.transaction import Transaction
from bot.base.queue import jobs, leases
from bot.store.job_kind import JobKind
from bot.telegram.connection import TelegramBot

_SURELY_KEPT = timedelta(hours=23)


def poller_of(bot_id: int) -> str:
    """Return the name of the lead that the polling process holds."""
    return f"poller:{bot_id}"


async def taken_until(database: Database, bot: TelegramBot) -> datetime | None:
    """Return the latest time at which another run has taken updates; `None` if none is known.

    This is only for polling: while a webhook is set, Telegram does not show the waiting updates.
    If another replica polls, this asks nothing: asking would end that replica's poll.
    """
    poller = poller_of(bot.id)
    if not database.is_sqlite and await database.read(leases.is_led, poller):
        return None
    waiting = await bot.oldest_update()
    if waiting is None:
        return None
    return await database.read(partial(_taken_until, bot_id=bot.id, oldest=waiting))


def _taken_until(tx: Transaction, bot_id: int, oldest: Mapping[str, Any]) -> datetime | None:
    last = jobs.latest(tx, JobKind.UPDATE)
    if last is None or tx.now - last > _SURELY_KEPT:
        return None
    number = oldest["update_id"]
    # The oldest may be known here already: Telegram forgets it only at the next poll.
    keys = (effect_keys.update(bot_id, each) for each in (number - 1, number))
    if any(jobs.is_known(tx, JobKind.UPDATE, key) for key in keys):
        return None
    contents = [each for each in oldest.values() if isinstance(each, dict)]
    written = next((each["date"] for each in contents if "date" in each), None)
    return datetime.fromtimestamp(written, UTC) if written else tx.now
