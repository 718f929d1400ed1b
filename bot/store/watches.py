"""Watches: which customer follows which delivery, and as which party of it."""

from dataclasses import dataclass

from sqlalchemy import delete, select

from bot.store.database import Transaction
from bot.store.tables import watches

SENDER = "sender"
"""The party name of a delivery's sender; a receiver's party name is its uuid."""


@dataclass(frozen=True, slots=True)
class Watch:
    """One person follows one delivery as one party."""

    user_id: int
    delivery: str
    party: str


async def add(tx: Transaction, watch: Watch) -> None:
    """Let a person follow a delivery; the newer party replaces an older one."""
    row = tx.insert(watches).values(
        user_id=watch.user_id, delivery=watch.delivery, party=watch.party
    )
    same = ["user_id", "delivery"]
    await tx.connection.execute(
        row.on_conflict_do_update(index_elements=same, set_={"party": watch.party})
    )


async def remove(tx: Transaction, watch: Watch) -> None:
    """Let a person follow a delivery no more."""
    theirs = (watches.c.user_id == watch.user_id) & (watches.c.delivery == watch.delivery)
    await tx.connection.execute(delete(watches).where(theirs))


async def of_delivery(tx: Transaction, delivery: str) -> list[Watch]:
    """Return who follows a delivery."""
    query = select(watches).where(watches.c.delivery == delivery).order_by(watches.c.user_id)
    return [Watch(**row._mapping) for row in await tx.connection.execute(query)]


async def of_person(tx: Transaction, user_id: int) -> list[Watch]:
    """Return what a person follows."""
    query = select(watches).where(watches.c.user_id == user_id)
    return [Watch(**row._mapping) for row in await tx.connection.execute(query)]
