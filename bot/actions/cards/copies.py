"""An old copy of the database is put back: what waits in it was said and done by another run."""

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
    """Take out what waits, before anybody works on it; once for each copy that is put back.

    A run that is started again before it has caught up has taken in messages and events of its
    own, and told what it has found: these are not the other run's.

    What people and the fleet service have said was heard by the other run. What was asked of the
    fleet stays, marked: each of it is compared with how things are by now. Of what was to be sent,
    what takes something out of a chat stays, and cards change, if they are still there. Orders that
    were being written are put away.
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
    # What was being written when the copy was made may have been created since.
    dialogs.close_all(tx, OpenDraft)
    for digest in digests.all_living(tx):
        digests.rung(tx, digest)
    morning = finished_cards.last_morning(tx.now, zone)
    preferences.keep(tx, Preference.FOLDED_AT, morning.isoformat())
