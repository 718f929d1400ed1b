"""Finished cards: the messages in private chats that show to riders and dispatchers what is over.

The card of a delivery is finished once that has ended, and stays its card. That of a pickup where
nothing waits any more is nobody's card, so its message is kept here.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, func, select

from bot.base.database.prepared import (
    Change,
    Query,
    among,
    columns_of,
    each_given,
    given,
    values_of,
)
from bot.base.database.transaction import Transaction
from bot.identifiers import DeliveryUuid, RiderUuid
from bot.store import cards as living
from bot.store.cards import Card
from bot.store.tables.chats import cards, finished_cards
from bot.store.tables.deliveries import deliveries


@dataclass(frozen=True, slots=True)
class FinishedCard:
    """A message that shows what is over, since `ended_at`; of a delivery unless of a pickup.

    A delivery has ended when the fleet service says so, which may be before it was heard here.
    """

    chat_id: int
    message_id: int
    sent_at: datetime
    ended_at: datetime
    delivery: DeliveryUuid | None = None
    view: str = ""
    state: str | None = None
    rider: RiderUuid | None = None


_ADD = Change(
    lambda insert: (
        insert(finished_cards)
        .values(each_given("chat_id", "message_id", "sent_at", "ended_at"))
        .on_conflict_do_nothing()
    )
)
_OF_DELIVERIES = Query(
    select(
        *columns_of(
            FinishedCard,
            cards,
            deliveries,
            ended_at=func.coalesce(deliveries.c.updated_at, deliveries.c.seen_at),
        )
    )
    .join(deliveries, deliveries.c.uuid == cards.c.delivery)
    .where(
        cards.c.chat_id == given("chat_id"),
        cards.c.sent_at > given("sent_after"),
        among(cards.c.view, "views"),
        deliveries.c.is_open.is_(False),
        deliveries.c.seen_at < given("known_before"),
    ),
    FinishedCard,
)
_OF_PICKUPS = Query(
    select(finished_cards).where(
        finished_cards.c.chat_id == given("chat_id"),
        finished_cards.c.sent_at > given("sent_after"),
        finished_cards.c.ended_at < given("known_before"),
    ),
    FinishedCard,
)
_FORGET = Change(
    delete(finished_cards).where(
        finished_cards.c.chat_id == given("chat_id"),
        finished_cards.c.message_id == given("message_id"),
    )
)


def add(tx: Transaction, card: Card) -> None:
    """Keep which message shows a pickup that is over, if it is known how old it is."""
    if card.sent_at is not None:
        tx.run(_ADD, **values_of(card, ended_at=tx.now))


def of_chat(
    tx: Transaction,
    chat_id: int,
    views: Collection[str],
    *,
    sent_after: datetime,
    known_before: datetime,
) -> list[FinishedCard]:
    """Return what is finished in a chat, and was known to be before a time.

    Deliveries are in it with their cards of these views.
    """
    of_deliveries = tx.all(
        _OF_DELIVERIES,
        chat_id=chat_id,
        views=list(views),
        sent_after=sent_after,
        known_before=known_before,
    )
    of_pickups = tx.all(
        _OF_PICKUPS, chat_id=chat_id, sent_after=sent_after, known_before=known_before
    )
    return [*of_deliveries, *of_pickups]


def forget(tx: Transaction, finished: FinishedCard) -> None:
    """Stop to keep a finished card, for its message goes."""
    if finished.delivery is None:
        tx.run(_FORGET, chat_id=finished.chat_id, message_id=finished.message_id)
    else:
        card = Card(finished.chat_id, finished.delivery, finished.view, finished.message_id, "")
        living.forget(tx, card)
