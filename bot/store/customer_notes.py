"""Customer notes: what customers ask to be known about a delivery, such as which door to take."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select

from bot.base.database import Transaction
from bot.identifiers import DeliveryUuid
from bot.store.tables import customer_notes


@dataclass(frozen=True, slots=True)
class CustomerNote:
    """What one customer of a delivery has asked for. `party` is a receiver's uuid, or `sender`."""

    delivery: DeliveryUuid
    user_id: int
    party: str
    text: str
    at: datetime | None = None


async def add(tx: Transaction, note: CustomerNote) -> None:
    """Keep a note; it counts instead of what the same party has said before."""
    await tx.connection.execute(
        customer_notes.insert().values(
            delivery=note.delivery,
            user_id=note.user_id,
            party=note.party,
            text=note.text,
            at=tx.now,
        )
    )


async def of_delivery(tx: Transaction, delivery: DeliveryUuid) -> list[CustomerNote]:
    """Return the latest note of each party of a delivery, oldest first."""
    query = (
        select(customer_notes)
        .where(customer_notes.c.delivery == delivery)
        .order_by(customer_notes.c.id)
    )
    latest: dict[str, CustomerNote] = {}
    for row in await tx.connection.execute(query):
        latest.pop(row.party, None)
        latest[row.party] = CustomerNote(row.delivery, row.user_id, row.party, row.text, row.at)
    return list(latest.values())
