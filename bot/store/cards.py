"""Cards: the one living message that a chat has for a delivery, and what it shows."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import and_, delete, func, select

from bot.base.database.prepared import Change, Query, among, as_row, given, upsert, values_of
from bot.base.database.transaction import Transaction
from bot.identifiers import DeliveryUuid
from bot.store.tables.chats import cards


@dataclass(frozen=True, slots=True)
class Card:
    """A message that shows a delivery from one point of view. `shown` is a hash of its content.

    A rider's card has `rang_for` what was given to them at this time: its sound told of that.
    When it was sent is not known of those that older versions have sent.
    """

    chat_id: int
    delivery: DeliveryUuid
    view: str
    message_id: int
    shown: str
    rang_for: datetime | None = None
    sent_at: datetime | None = None


_SAME = and_(
    cards.c.chat_id == given("chat_id"),
    cards.c.delivery == given("delivery"),
    cards.c.view == given("view"),
)
_CARDS = select(cards).order_by(cards.c.chat_id)
_ONE = Query(_CARDS.where(_SAME), Card)
_OF_JOB = Query(
    _CARDS.where(cards.c.chat_id == given("chat_id"), among(cards.c.delivery, "known_by")), Card
)
_OF_DELIVERY = Query(_CARDS.where(cards.c.delivery == given("delivery")), Card)
_OF_CHAT = Query(_CARDS.where(cards.c.chat_id == given("chat_id")), Card)
_AT = Query(
    _CARDS.where(cards.c.chat_id == given("chat_id"), cards.c.message_id == given("message_id")),
    Card,
)
_LATEST = Query(
    select(cards.c.chat_id, func.max(cards.c.message_id)).group_by(cards.c.chat_id), as_row
)
_SAVE = Change(upsert(cards, *Card.__slots__))
_FORGET = Change(delete(cards).where(_SAME))


def get(tx: Transaction, chat_id: int, delivery: DeliveryUuid, view: str) -> Card | None:
    """Return the card of a chat for a delivery, if it was sent."""
    return tx.one(_ONE, chat_id=chat_id, delivery=delivery, view=view)


def of_job(tx: Transaction, chat_id: int, known_by: Mapping[str, str | None]) -> dict[str, Card]:
    """Return the cards of a chat that may show a job, by their view, as far as they were sent.

    `known_by` tells by view what each is known by.
    """
    names = [name for name in known_by.values() if name]
    of_names = tx.all(_OF_JOB, chat_id=chat_id, known_by=names)
    # The query looks for every name in every view.
    return {card.view: card for card in of_names if known_by.get(card.view) == card.delivery}


def at(tx: Transaction, chat_id: int, message_id: int) -> Card | None:
    """Return the card that is this message of a chat, if it is one."""
    return tx.one(_AT, chat_id=chat_id, message_id=message_id)


def of_delivery(tx: Transaction, delivery: DeliveryUuid) -> list[Card]:
    """Return every card that shows a delivery."""
    return tx.all(_OF_DELIVERY, delivery=delivery)


def of_chat(tx: Transaction, chat_id: int) -> list[Card]:
    """Return every card of a chat."""
    return tx.all(_OF_CHAT, chat_id=chat_id)


def latest(tx: Transaction) -> list[tuple[int, int]]:
    """Return each chat that has cards, with the number of its latest message that is one."""
    return tx.all(_LATEST)


def save(tx: Transaction, card: Card) -> None:
    """Keep which message shows the delivery, and what."""
    tx.run(_SAVE, **values_of(card))


def forget(tx: Transaction, card: Card) -> None:
    """Stop to keep a card: its message is gone or belongs to the past."""
    tx.run(_FORGET, chat_id=card.chat_id, delivery=card.delivery, view=card.view)
