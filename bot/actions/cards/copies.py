"""A restored copy of the database: the jobs that wait in it were done already by another run."""

from datetime import datetime, tzinfo

from bot.actions import effect_keys, notice_kinds, notices
from bot.actions.cards import finished_cards
from bot.actions.notice_kinds import (
    EraseEphemeral,
    React,
    RefreshEphemeral,
    Replace,
    Say,
    SayEphemeral,
    ShowCard,
)
from bot.base.database.transaction import Transaction
from bot.base.queue import restored_copy
from bot.store import dialogs, digests, preferences
from bot.store.drafts import OpenDraft
from bot.store.job_kind import JobKind
from bot.store.preferences import Preference


def take_out(tx: Transaction, zone: tzinfo, other_run_until: datetime) -> None:
    """Take the other run's jobs out of the queue, before the workers start; once for each copy.

    A run that starts again before it has caught up has jobs of its own already, so nothing is
    taken out a second time.

    The other run has handled the updates and events, so drop these. Mark the fleet requests, which
    are then compared with the present state of the service. Of the notices drop new messages; keep
    those that delete something, and let cards only be edited. Close the open drafts.
    """
    copy = other_run_until.isoformat()
    if preferences.get(tx, Preference.TAKEN_OUT) == copy:
        return
    preferences.keep(tx, Preference.TAKEN_OUT, copy)
    for kind in (JobKind.UPDATE, JobKind.EVENT):
        restored_copy.take_out(tx, kind)
    restored_copy.mark(tx, JobKind.FLEET_REQUEST)
    preferences.keep(tx, Preference.COPY_FROM, str(tx.next_number()))
    for job in restored_copy.take_out(tx, JobKind.NOTICE):
        notice = notice_kinds.read(job.body)
        match notice:
            case Say() | Replace() | React():
                continue
            case SayEphemeral() | RefreshEphemeral() | EraseEphemeral():
                continue
            case ShowCard():
                changes = {"fresh": False, "create": False, "quiet": True, "is_news": False}
                notice = notice.model_copy(update={**changes, "only_edits": True})
        notices.post(tx, notice, effect_keys.of_copy(job.key, tx.now), due_at=job.due_at)
    # A draft that was open when the copy was made may have been created since.
    dialogs.close_all(tx, OpenDraft)
    for digest in digests.all_living(tx):
        digests.rung(tx, digest)
    morning = finished_cards.last_morning(tx.now, zone)
    preferences.keep(tx, Preference.FOLDED_AT, morning.isoformat())
