"""Subscriptions: which customer follows which delivery, and as which party of it."""

from dataclasses import dataclass

from sqlalchemy import delete, select

from bot.base.database.prepared import Change, Query, given, upsert, values_of
from bot.base.database.transaction import Transaction
from bot.identifiers import DeliveryUuid
from bot.store.tables.deliveries import subscriptions

SENDER = "sender"
"""The party name of a delivery's sender; a receiver's party name is its uuid."""


@dataclass(frozen=True, slots=True)
class Subscription:
    """One person follows one delivery as one party."""

    user_id: int
    delivery: DeliveryUuid
    party: str


_ADD = Change(upsert(subscriptions, *Subscription.__slots__))
_REMOVE = Change(
    delete(subscriptions).where(
        subscriptions.c.user_id == given("user_id"), subscriptions.c.delivery == given("delivery")
    )
)
_OF_DELIVERY = Query(
    select(subscriptions)
    .where(subscriptions.c.delivery == given("delivery"))
    .order_by(subscriptions.c.user_id),
    Subscription,
)
_OF_PERSON = Query(
    select(subscriptions).where(subscriptions.c.user_id == given("user_id")), Subscription
)


def add(tx: Transaction, subscription: Subscription) -> None:
    """Let a person follow a delivery; the newer party replaces an older one."""
    tx.run(_ADD, **values_of(subscription))


def remove(tx: Transaction, subscription: Subscription) -> None:
    """End a person's following of a delivery."""
    tx.run(_REMOVE, user_id=subscription.user_id, delivery=subscription.delivery)


def of_delivery(tx: Transaction, delivery: DeliveryUuid) -> list[Subscription]:
    """Return who follows a delivery."""
    return tx.all(_OF_DELIVERY, delivery=delivery)


def of_person(tx: Transaction, user_id: int) -> list[Subscription]:
    """Return what a person follows."""
    return tx.all(_OF_PERSON, user_id=user_id)
