"""Updates that another run has taken: a sign that this one works with an old copy of its database.

Telegram numbers the updates of a bot one by one. Where the one before the oldest that waits is not
known here, somebody else has taken it. It tells so only while it is surely numbered so: what waits
for a day is dropped, and after a week without updates the numbers begin anywhere.
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
    """Name the lead of the one process that polls."""
    return f"poller:{bot_id}"


async def taken_until(database: Database, bot: TelegramBot) -> datetime | None:
    """Return when another run has taken updates at the latest; `None` if none is known to have.

    Asked only where updates are polled for: while there is a webhook, nobody is shown what waits.
    Where another replica polls, to ask would end its question.
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
    # The oldest may be kept here already: Telegram forgets it only at the next question.
    keys = (effect_keys.update(bot_id, each) for each in (number - 1, number))
    if any(jobs.is_known(tx, JobKind.UPDATE, key) for key in keys):
        return None
    contents = [each for each in oldest.values() if isinstance(each, dict)]
    written = next((each["date"] for each in contents if "date" in each), None)
    return datetime.fromtimestamp(written, UTC) if written else tx.now
