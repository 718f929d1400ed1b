"""What keeps a queue in order over the years."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from sqlalchemy import delete, exists

from bot.base.database.prepared import Change, given
from bot.base.database.transaction import Transaction
from bot.base.log import Logger
from bot.base.queue import lane_heads
from bot.base.queue.tables import job_keys, jobs

_log = Logger(__name__)

_STILL_KEPT = exists().where(jobs.c.kind == job_keys.c.kind, jobs.c.key == job_keys.c.key)
_FORGET_KEYS = Change(
    delete(job_keys).where(
        job_keys.c.kind == given("of_kind"), job_keys.c.added_at < given("before"), ~_STILL_KEPT
    )
)


def keep_in_order(tx: Transaction, kinds: Iterable[str], keys_kept: timedelta) -> None:
    """Forget old keys, and see that no lane stands still, which none should."""
    for kind in kinds:
        forget_keys(tx, kind, tx.now - keys_kept)
    stood_still = lane_heads.move_all_up(tx)
    if stood_still:
        _log.error("lanes stood still", lanes=stood_still)


def forget_keys(tx: Transaction, kind: str, before: datetime) -> int:
    """Forget what was added before a time and has ended; only then may its key come again."""
    return tx.run(_FORGET_KEYS, of_kind=kind, before=before)
