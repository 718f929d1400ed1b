"""Notices: what the bot is going to say, as jobs.

What changes one delivery's card in a chat is sent in order, and so is what is said of a delivery,
and so are the answers that a chat gets; else nothing waits for more than its turn.
"""

import re
from collections.abc import Collection
from datetime import datetime, timedelta

from bot.actions import effect_keys
from bot.actions.notice_kinds import (
    ANSWERS,
    JOBS,
    Erase,
    Notice,
    Replace,
    Say,
    ShowCard,
    Urgency,
    View,
)
from bot.base.database.transaction import Transaction
from bot.base.queue import batches, job_contents
from bot.base.queue.jobs import EffectKey, NewJob
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import is_on_page
from bot.identifiers import DeliveryUuid
from bot.store import conversations, deliveries
from bot.store.job_kind import JobKind
from bot.store.tables import NOBODY
from bot.texts.callbacks import as_written
from bot.texts.html import plain

_PROGRESS_AFTER = timedelta(seconds=1)
_LOOKED_FOR = timedelta(minutes=1)
_COMMITTED_WITHIN = timedelta(seconds=1)
"""How long a transaction takes at most, where several processes work on one database."""


def lane_of(chat_id: int) -> str:
    """Return the lane in which those of all threads of a chat lie."""
    return f"chat:{chat_id}"


def post(
    tx: Transaction,
    notice: Notice,
    key: EffectKey,
    *,
    due_at: datetime | None = None,
    urgency: Urgency | None = None,
) -> None:
    """Add a notice, once for each key; it is sent when it is due, and its turn.

    What waits in its thread before it becomes as urgent as it is, and is due at once.
    """
    _add(tx, notice, notice.thread, key, urgency, due_at)


def answer(
    tx: Transaction, notice: Say | Replace, key: EffectKey, *, asked_at: datetime | None
) -> None:
    """Add an answer to somebody's own tap or word: behind its card, or else behind answers.

    What becomes a card of its own stands among what is done to that one.
    """
    thread = ANSWERS
    if isinstance(notice, Say) and notice.under:
        delivery, view = notice.under
        is_of_card = view is View.RIDER and notice.becomes is None
        thread = JOBS if is_of_card else delivery
    notice = notice.model_copy(update={"asked_at": asked_at})
    _add(tx, notice, thread, key, Urgency.ANSWER)


def is_looked_for(notice: Say | Replace, now: datetime) -> bool:
    """Tell whether somebody has just asked for this, and needs no sound to see it."""
    return notice.asked_at is not None and abs(now - notice.asked_at) <= _LOOKED_FOR


def _add(
    tx: Transaction,
    notice: Notice,
    thread: str,
    key: EffectKey,
    urgency: Urgency | None,
    due_at: datetime | None = None,
) -> None:
    urgency = notice.urgency if urgency is None else urgency
    if is_on_page(notice.chat_id):
        # All news is on the card of the page. Only what somebody waits for is kept besides.
        if isinstance(notice, Say) and urgency <= Urgency.DOOR:
            sign = "📎 " if notice.message.attachment else ""
            words = f"{sign}{plain(notice.message.html)}"
            conversations.say_on_page(tx, notice.chat_id, notice.author or NOBODY, words)
        return
    lane = f"{lane_of(notice.chat_id)}/{thread}"
    body = notice.model_dump_json().encode()
    job = NewJob(JobKind.NOTICE, lane, key, body, due_at, urgency)
    batches.add_at_the_end(tx, job, hurries=urgency < Urgency.REFRESH)


def show_card(
    tx: Transaction,
    chat_id: int,
    delivery: DeliveryRow,
    view: View,
    *,
    fresh: bool = False,
    create: bool = True,
    quiet: bool = False,
    is_news: bool = False,
    only_edits: bool = False,
    urgency: Urgency | None = None,
) -> None:
    notice = ShowCard(
        chat_id=chat_id,
        delivery=delivery.uuid,
        view=view,
        fresh=fresh,
        create=create,
        quiet=quiet,
        is_news=is_news,
        only_edits=only_edits,
    )
    key = effect_keys.card(
        chat_id, delivery.uuid, view, delivery.revision, fresh=fresh, create=create
    )
    post(tx, notice, key, urgency=urgency)


def show_shared(
    tx: Transaction,
    chat_id: int,
    view: View,
    uuid: str,
    key: EffectKey,
    urgency: Urgency | None = None,
) -> None:
    """Bring the card of a pickup, or of a round, up to date, where there is one."""
    notice = ShowCard(chat_id=chat_id, delivery=DeliveryUuid(uuid), view=view, create=False)
    post(tx, notice, key, urgency=urgency)


def put_right(
    tx: Transaction, chat_id: int, delivery: DeliveryUuid, view: View, key: EffectKey
) -> None:
    """Let a card that stands there show how things are; none is sent, and nobody hears of it."""
    notice = ShowCard(
        chat_id=chat_id, delivery=delivery, view=view, create=False, quiet=True, only_edits=True
    )
    post(tx, notice, key)


def show_progress(tx: Transaction, chat_id: int, delivery: DeliveryUuid, view: View) -> None:
    """Let a card that is there say that something is under way, unless it is over within a second.

    A message about it that is sent meanwhile takes this along, and then it shows what has come of
    it. It makes no sound: the person who has asked for the change looks on.
    """
    row = deliveries.get(tx, delivery)
    if row is None:
        return
    notice = ShowCard(chat_id=chat_id, delivery=delivery, view=view, create=False, quiet=True)
    key = effect_keys.card(chat_id, delivery, view, row.revision, fresh=False, create=False)
    post(tx, notice, key, due_at=tx.now + _PROGRESS_AFTER, urgency=Urgency.REFRESH)


def show_card_later(
    tx: Transaction,
    chat_id: int,
    delivery: DeliveryUuid,
    view: View,
    at: datetime,
) -> None:
    """Bring a card up to date when time alone has changed it."""
    notice = ShowCard(chat_id=chat_id, delivery=delivery, view=view, create=False)
    add_later(tx, notice, effect_keys.card_later(chat_id, delivery, view, at), at, Urgency.REFRESH)


def add_later(
    tx: Transaction, notice: Say | ShowCard, key: EffectKey, at: datetime, urgency: Urgency
) -> None:
    """Add a notice that is due later, once for each key; nothing waits for it or hurries it.

    What is due at another time has a thread of its own, or an earlier one would wait for a later.
    """
    _add(tx, notice, f"later:{notice.thread}:{at.isoformat()}", key, urgency, at)


def next_step(now: datetime, step: timedelta) -> datetime:
    """Return the next of the moments at which what changes often is shown, all at once.

    What is due before this transaction can be seen may be shown without it, and its key is taken.
    """
    seconds, seen_by_all = step.total_seconds(), now + _COMMITTED_WITHIN
    return datetime.fromtimestamp((seen_by_all.timestamp() // seconds + 1) * seconds, now.tzinfo)


def erase(
    tx: Transaction,
    chat_id: int,
    message_id: int,
    written_after: datetime | None = None,
    urgency: Urgency | None = None,
) -> None:
    notice = Erase(chat_id=chat_id, message_id=message_id, written_after=written_after)
    post(tx, notice, effect_keys.erased(chat_id, message_id), urgency=urgency)


def drop_naming(tx: Transaction, user_id: int, talked: Collection[str]) -> None:
    """Let nobody get any more what was to be sent to a person, or tells of them or their words.

    It names them by the number of their account, or what they have `talked` about by its uuid.
    """
    number = re.compile(rf"(?<!\d){user_id}(?!\d)".encode())
    uuids = [each.encode() for each in (*talked, *map(as_written, talked))]

    def tells_of_them(body: bytes) -> bool:
        return number.search(body) is not None or any(uuid in body for uuid in uuids)

    job_contents.drop(tx, JobKind.NOTICE, tells_of_them)
