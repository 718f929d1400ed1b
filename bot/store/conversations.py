"""Conversations: what somebody has said in a row, who reads it, and what was answered."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import uuid4

from sqlalchemy import insert, select, update

from bot.base.database.prepared import Change, Query, as_value, each_given, given
from bot.base.database.transaction import Transaction
from bot.identifiers import DeliveryUuid
from bot.store.tables.chats import conversation_lines, conversations


@dataclass(frozen=True, slots=True)
class Conversation:
    """The words of `user_id` to `reader`, or to all dispatchers if that is `None`.

    `delivery` is its subject, if it is about one. `spoken_at` is the time of their last words, and
    `answered_at` that of the other side's last answer.
    """

    uuid: str
    user_id: int
    reader: int | None
    delivery: DeliveryUuid | None
    spoken_at: datetime
    answered_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class SpokenLine:
    """One message in a conversation, from either side."""

    user_id: int
    words: str
    at: datetime


_ALL = select(conversations)
_LATEST = Query(
    _ALL.where(
        conversations.c.user_id == given("user_id"), conversations.c.spoken_at > given("since")
    )
    .order_by(conversations.c.spoken_at.desc())
    .limit(8),
    Conversation,
)
_ONE = Query(_ALL.where(conversations.c.uuid == given("uuid")), Conversation)
_ABOUT = Query(_ALL.where(conversations.c.delivery == given("delivery")), Conversation)
_BEGIN = Change(
    insert(conversations).values(each_given("uuid", "user_id", "reader", "delivery", "spoken_at"))
)
_SPOKEN = Change(
    update(conversations)
    .where(conversations.c.uuid == given("which"))
    .values(spoken_at=given("spoken_at"))
)
_ANSWERED = Change(
    update(conversations)
    .where(conversations.c.uuid == given("which"))
    .values(answered_at=given("answered_at"))
)
_SETTLED = Change(
    update(conversations)
    .where(conversations.c.uuid == given("which"))
    .values(delivery=given("about"))
)
_ADD = Change(
    insert(conversation_lines).values(each_given("conversation", "user_id", "words", "at"))
)
_LINES = Query(
    select(conversation_lines.c.user_id, conversation_lines.c.words, conversation_lines.c.at)
    .where(conversation_lines.c.conversation == given("conversation"))
    .order_by(conversation_lines.c.id),
    SpokenLine,
)
_OF_PERSON: Query[str] = Query(
    select(conversations.c.uuid).where(conversations.c.user_id == given("user_id")), as_value
)


def get(tx: Transaction, uuid: str) -> Conversation | None:
    return tx.one(_ONE, uuid=uuid)


def of_person(tx: Transaction, user_id: int) -> list[str]:
    """Return the uuids of all that somebody has begun."""
    return tx.all(_OF_PERSON, user_id=user_id)


def latest(tx: Transaction, user_id: int, since: datetime) -> Sequence[Conversation]:
    """Return what somebody has begun to say, and spoken of since a moment; the latest first."""
    return tx.all(_LATEST, user_id=user_id, since=since)


def about(tx: Transaction, delivery: DeliveryUuid) -> Sequence[Conversation]:
    """Return what was said about a delivery, to the dispatchers and to its riders."""
    return tx.all(_ABOUT, delivery=delivery)


def begin(
    tx: Transaction, user_id: int, reader: int | None, delivery: DeliveryUuid | None
) -> Conversation:
    begun = Conversation(str(uuid4()), user_id, reader, delivery, tx.now)
    tx.run(
        _BEGIN,
        uuid=begun.uuid,
        user_id=user_id,
        reader=reader,
        delivery=delivery,
        spoken_at=begun.spoken_at,
    )
    return begun


def say(tx: Transaction, conversation: Conversation, user_id: int, words: str) -> None:
    """Add what one of them says; the side that began goes on, the other one answers."""
    tx.run(_ADD, conversation=conversation.uuid, user_id=user_id, words=words, at=tx.now)
    if user_id == conversation.user_id:
        tx.run(_SPOKEN, which=conversation.uuid, spoken_at=tx.now)
    else:
        tx.run(_ANSWERED, which=conversation.uuid, answered_at=tx.now)


def say_on_page(tx: Transaction, reader: int, user_id: int, words: str) -> None:
    """Add what stands on the page of a reader without Telegram, which all is one conversation."""
    tx.run(_ADD, conversation=_page_of(reader), user_id=user_id, words=words, at=tx.now)


def lines_on_page(tx: Transaction, reader: int) -> list[SpokenLine]:
    """Return what stands there, the first first."""
    return lines(tx, _page_of(reader))


def _page_of(reader: int) -> str:
    return f"page:{reader}"


def settle_on(tx: Transaction, conversation: Conversation, delivery: DeliveryUuid) -> None:
    """Note which delivery a conversation is about."""
    tx.run(_SETTLED, which=conversation.uuid, about=delivery)


def lines(tx: Transaction, uuid: str) -> list[SpokenLine]:
    """Return what was said in a conversation, the first first."""
    return tx.all(_LINES, conversation=uuid)
