"""Search jobs by their content: each job is opened, because the table names nobody."""

from collections.abc import Callable

from sqlalchemy import delete

from bot.base.database.prepared import Change, Query, given
from bot.base.database.transaction import Transaction
from bot.base.queue import lane_heads
from bot.base.queue.job_rows import JOBS, JobRow, unsealed
from bot.base.queue.tables import jobs
from bot.base.vault import SealBroken

_IS_LEFT_ALONE = jobs.c.state.in_(["waiting", "dead"])
_NOBODYS = Query(
    JOBS.where(jobs.c.kind == given("of_kind"), _IS_LEFT_ALONE).order_by(jobs.c.id), JobRow
)
_DROP = Change(delete(jobs).where(jobs.c.id == given("dropped"), _IS_LEFT_ALONE))


def drop(tx: Transaction, kind: str, is_meant: Callable[[bytes], bool]) -> None:
    """Delete the waiting and dead jobs with such a body; running jobs end by themselves."""
    for row in tx.all(_NOBODYS, of_kind=kind):
        try:
            _, _, body = unsealed(tx.vault, row)
        except SealBroken:  # it was sealed with another key, and nobody can read it
            continue
        if is_meant(body) and tx.run(_DROP, dropped=row.id):
            lane_heads.move_up(tx, kind, row.lane)
    tx.wake(kind)
