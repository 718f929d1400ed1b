"""Deletions of one chat go by one request, as far as none of them can be too old for that.

Telegram deletes what was written in the last 48 hours. Of a single message it tells when that is
over, and then nothing is left to be read in it; of several it promises only that those which are
not there are left out (Bot API, deleteMessages).
"""

from collections.abc import Mapping
from datetime import datetime, timedelta

from bot.actions import notices
from bot.actions.notices import Erase
from bot.base import jobs, lanes
from bot.base.jobs import EffectKey, Job
from bot.base.transaction import Transaction
from bot.store.job_kind import JobKind

_AT_ONCE = 100
_SURELY_YOUNG = timedelta(hours=47)  # an hour less than Telegram's, whose clock is not ours

Deletions = Mapping[EffectKey, int]
"""Messages to be deleted, by the keys of the jobs that are to do so."""


def going_along(tx: Transaction, job: Job, first: Erase) -> Deletions:
    """Return what stands in a lane behind a deletion that is under way, and can go along."""
    if not _is_surely_young(first, tx.now):
        return {}
    waiting = [each for each in lanes.open_jobs(tx, job.kind, job.lane) if each.key != job.key]
    found = ((each.key, notices.read(each.body)) for each in waiting)
    young = [
        (key, notice.message_id)
        for key, notice in found
        if isinstance(notice, Erase) and _is_surely_young(notice, tx.now)
    ]
    return dict(young[: _AT_ONCE - 1])


def _is_surely_young(erase: Erase, now: datetime) -> bool:
    return erase.written_after is not None and now - erase.written_after < _SURELY_YOUNG


def settle(tx: Transaction, deleted: Deletions) -> None:
    """End the jobs of what has gone along; one that was tried before ends in its own turn."""
    for key in deleted:
        jobs.withdraw(tx, JobKind.NOTICE, key)
