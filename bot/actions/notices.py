"""Notices: the messages and changes that the bot is going to send, as jobs.

The notices of one thread of a chat are sent in order, such as the changes of one delivery's card,
the messages under it, or the answers to the chat. Across threads a notice waits only for its turn.
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
"""The longest time a transaction takes, where several processes work on one database."""


def lane_of(chat_id: int) -> str:
    """Return the lane of a chat, which holds the lanes of all its threads."""
    return f"chat:{chat_id}"


def post(
    tx: Transaction,
    notice: Notice,
    key: EffectKey,
    *,
    due_at: datetime | None = None,
    urgency: Urgency | None = None,
) -> None:
    """Add a notice, once for each key; it is sent when it is due and its turn comes.

    Unless it only refreshes, earlier notices of its thread become as urgent, and due at once.
    """
    _add(tx, notice, notice.thread, key, urgency, due_at)


def answer(
    tx: Transaction, notice: Say | Replace, key: EffectKey, *, asked_at: datetime | None
) -> None:
    """Add an answer to somebody's own tap or word, in the thread of its card or of the answers.

    An answer that becomes a card goes into that card's thread.
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
        # The card of the page shows all news. Only words that somebody waits for are kept besides.
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
    """Update the card of a pickup or of a round, if there is one."""
    notice = ShowCard(chat_id=chat_id, delivery=DeliveryUuid(uuid), view=view, create=False)
    post(tx, notice, key, urgency=urgency)


def put_right(
    tx: Transaction, chat_id: int, delivery: DeliveryUuid, view: View, key: EffectKey
) -> None:
    """Update a card that is in the chat, without a sound; no new card is sent."""
    notice = ShowCard(
        chat_id=chat_id, delivery=delivery, view=view, create=False, quiet=True, only_edits=True
    )
    post(tx, notice, key)


def show_progress(tx: Transaction, chat_id: int, delivery: DeliveryUuid, view: View) -> None:
    """Show on an existing card that a request is under way, unless it ends within a second.

    A message about the request that is sent meanwhile brings this notice forward, and the card then
    shows the result. It makes no sound: the person who asked for the change is looking.
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
    """Update a card at a time when time alone changes it."""
    notice = ShowCard(chat_id=chat_id, delivery=delivery, view=view, create=False)
    add_later(tx, notice, effect_keys.card_later(chat_id, delivery, view, at), at, Urgency.REFRESH)


def add_later(
    tx: Transaction, notice: Say | ShowCard, key: EffectKey, at: datetime, urgency: Urgency
) -> None:
    """Add a notice that is due later, once for each key; nothing waits for it or hurries it.

    Each due time has a thread of its own; otherwise an earlier notice could wait for a later one.
    """
    _add(tx, notice, f"later:{notice.thread}:{at.isoformat()}", key, urgency, at)


def next_step(now: datetime, step: timedelta) -> datetime:
    """Return the next of the moments at which all frequent changes are shown together.

    It is late enough for others to see this transaction. Otherwise the update could be sent without
    this change, and its key would be used up.
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
    """Drop the waiting notices that go to a person, or tell of them or of their words.

    Such a notice has the number of their account in it, or the uuid of a conversation in `talked`.
    """
    number = re.compile(rf"(?<!\d){user_id}(?!\d)".encode())
    uuids = [each.encode() for each in (*talked, *map(as_written, talked))]

    def tells_of_them(body: bytes) -> bool:
        return number.search(body) is not None or any(uuid in body for uuid in uuids)

    job_contents.drop(tx, JobKind.NOTICE, tells_of_them)
