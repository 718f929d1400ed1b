"""Coalescing: one request to Telegram also settles notices that wait behind it in its lane.

A card that had to wait shows the latest state when it is sent. The changes of it that wait behind
have nothing left to show, and would only use up turns of their chat. Deletions go together only if
none can be too old: Telegram deletes messages of the last 48 hours. For a single older message it
reports an error, and the message is blanked; for several it promises only to skip those that it
cannot find (Bot API, deleteMessages).
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
"""Messages to delete, by the keys of their jobs."""


def changes(
    tx: Transaction, job: Job, covers: Collection[tuple[str, View]], *, only_edits: bool = False
) -> Collection[EffectKey]:
    """Return the jobs behind a card whose changes it shows, if it is rendered after this.

    The card `covers` these views of these deliveries. With `only_edits` there is no card yet, and
    a job that would create one is left.
    Jobs that are due later are left, and all jobs behind another message are left too.
    """
    if tx.now - job.created_at < _HAD_TO_WAIT:
        return ()
    covered = []
    for each in lanes.open_jobs(tx, job.kind, job.lane):
        notice = notice_kinds.read(each.body)
        if not isinstance(notice, ShowCard) or (only_edits and notice.create):
            break
        # A card that is sent anew, or that makes a sound, counts as another message.
        if (notice.fresh or notice.is_news) and each.key != job.key:
            break
        is_covered = (notice.delivery, notice.view) in covers and not notice.alone
        if each.key != job.key and is_covered and each.due_at <= tx.now:
            covered.append(each.key)
    return covered


def deletions(tx: Transaction, job: Job, first: Erase) -> Deletions:
    """Return the deletions behind the current one that the same request can do."""
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
    """Withdraw the jobs that the request has settled; one tried before ends in its own turn."""
    for key in done:
        jobs.withdraw(tx, JobKind.NOTICE, key)
