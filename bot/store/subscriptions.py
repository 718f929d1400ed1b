"""Subscriptions: which customer follows which delivery, and as which party of it."""

from dataclasses import dataclass

from sqlalchemy import delete, select

from bot.base.database import Transaction
from bot.identifiers import DeliveryUuid
from bot.store.tables import subscriptions

SENDER = "sender"
"""The party name of a delivery's sender; a receiver's party name is its uuid."""


@dataclass(frozen=True, slots=True)
class Subscription:
    """One person follows one delivery as one party."""

    user_id: int
    delivery: DeliveryUuid
    party: str


async def add(tx: Transaction, subscription: Subscription) -> None:
    """Let a person follow a delivery; the newer party replaces an older one."""
    row = tx.insert(subscriptions).values(
        user_id=subscription.user_id, delivery=subscription.delivery, party=subscription.party
    )
    same = ["user_id", "delivery"]
    await tx.connection.execute(
        row.on_conflict_do_update(index_elements=same, set_={"party": subscription.party})
    )


async def remove(tx: Transaction, subscription: Subscription) -> None:
    """Let a person follow a delivery no more."""
    theirs = (subscriptions.c.user_id == subscription.user_id) & (
        subscriptions.c.delivery == subscription.delivery
    )
    await tx.connection.execute(delete(subscriptions).where(theirs))


async def of_delivery(tx: Transaction, delivery: DeliveryUuid) -> list[Subscription]:
    """Return who follows a delivery."""
    query = (
        select(subscriptions)
        .where(subscriptions.c.delivery == delivery)
        .order_by(subscriptions.c.user_id)
    )
    return [Subscription(**row._mapping) for row in await tx.connection.execute(query)]


async def of_person(tx: Transaction, user_id: int) -> list[Subscription]:
    """Return what a person follows."""
    query = select(subscriptions).where(subscriptions.c.user_id == user_id)
    return [Subscription(**row._mapping) for row in await tx.connection.execute(query)]
