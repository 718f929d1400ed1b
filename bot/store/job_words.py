"""Messages in riders' chats that tell what only who brings a delivery may know, and go with it."""

from sqlalchemy import and_, delete

from bot.base.database.prepared import Change, Query, as_value, each_given, given
from bot.base.database.transaction import Transaction
from bot.identifiers import DeliveryUuid
from bot.store.tables.chats import job_words

_ADD = Change(
    lambda insert: (
        insert(job_words)
        .values(each_given("chat_id", "message_id", "delivery", "sent_at"))
        .on_conflict_do_nothing()
    )
)
_TAKE: Query[int] = Query(
    delete(job_words)
    .where(
        and_(job_words.c.delivery == given("of_delivery"), job_words.c.chat_id == given("of_chat"))
    )
    .returning(job_words.c.message_id),
    as_value,
)
_TAKE_ALL: Query[int] = Query(
    delete(job_words)
    .where(job_words.c.chat_id == given("of_chat"))
    .returning(job_words.c.message_id),
    as_value,
)


def add(tx: Transaction, chat_id: int, message_id: int, delivery: DeliveryUuid) -> None:
    """Keep that a message was sent which goes with a delivery."""
    tx.run(_ADD, chat_id=chat_id, message_id=message_id, delivery=delivery, sent_at=tx.now)


def take(tx: Transaction, chat_id: int, delivery: DeliveryUuid) -> list[int]:
    """Return the messages of a chat that go with a delivery, for they do now."""
    return tx.all(_TAKE, of_chat=chat_id, of_delivery=delivery)


def take_all(tx: Transaction, chat_id: int) -> list[int]:
    """Return the messages of a chat that go with any delivery, for they do now."""
    return tx.all(_TAKE_ALL, of_chat=chat_id)
