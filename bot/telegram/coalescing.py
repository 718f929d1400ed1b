"""Coalescing: what one request to Telegram does for notices that wait behind it in its lane.

A card that had to wait shows the latest when it is sent: changes of it that wait behind have
nothing left to say, and would only take up turns of their chat. Deletions go together as far as
none of them can be too old for that: Telegram deletes what was written in the last 48 hours. Of a
single message it tells when that is over, and then nothing is left to be read in it; of several it
promises only that those which are not there are left out (Bot API, deleteMessages).
"""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta

from bot.actions import notice_kinds
from bot.actions.notice_kinds import SURELY_DELETED_WITHIN, Erase, ShowCard, View
from bot.base.database.transaction import Transaction
from bot.base.queue import jobs, lanes
from bot.base.queue.jobs import EffectKey, Job
from bot.store.job_kind import JobKind

_HAD_TO_WAIT = timedelta(seconds=1)
_AT_ONCE = 100

Deletions = Mapping[EffectKey, int]
"""Messages to be deleted, by the keys of the jobs that are to do so."""


def changes(
    tx: Transaction, job: Job, covers: Collection[tuple[str, View]], *, only_edits: bool = False
) -> Collection[EffectKey]:
    """Return the changes of a card behind it that it shows already, if it is rendered after this.

    It `covers` what would be shown by these views of these deliveries. One that `only_edits`, where
    there is no card, leaves those that would make one.
    Those that are to be seen later are left, and so is all behind something else that is said.
    """
    if tx.now - job.created_at < _HAD_TO_WAIT:
        return ()
    covered = []
    for each in lanes.open_jobs(tx, job.kind, job.lane):
        notice = notice_kinds.read(each.body)
        if not isinstance(notice, ShowCard) or (only_edits and notice.create):
            break
        # A card that is sent again, or that makes a sound, is something else that is said.
        if (notice.fresh or notice.is_news) and each.key != job.key:
            break
        is_covered = (notice.delivery, notice.view) in covers and not notice.alone
        if each.key != job.key and is_covered and each.due_at <= tx.now:
            covered.append(each.key)
    return covered


def deletions(tx: Transaction, job: Job, first: Erase) -> Deletions:
    """Return what stands in a lane behind a deletion that is under way, and can go along."""
    if not _is_surely_young(first, tx.now):
        return {}
    waiting = [each for each in lanes.open_jobs(tx, job.kind, job.lane) if each.key != job.key]
    read = ((each.key, notice_kinds.read(each.body)) for each in waiting)
    young = [
        (key, notice.message_id)
        for key, notice in read
        if isinstance(notice, Erase) and _is_surely_young(notice, tx.now)
    ]
    return dict(young[: _AT_ONCE - 1])


def _is_surely_young(erase: Erase, now: datetime) -> bool:
    age = now - erase.written_after if erase.written_after else SURELY_DELETED_WITHIN
    return abs(age) < SURELY_DELETED_WITHIN


def settle(tx: Transaction, done: Collection[EffectKey]) -> None:
    """End the jobs of what has gone along; one that was tried before ends in its own turn."""
    for key in done:
        jobs.withdraw(tx, JobKind.NOTICE, key)
