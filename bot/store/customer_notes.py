"""Customer notes: what customers ask to be known about a delivery, such as which door to take."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import insert, select

from bot.base.database.prepared import Change, Query, columns_of, each_given, given, values_of
from bot.base.database.transaction import Transaction
from bot.identifiers import DeliveryUuid
from bot.store.tables.deliveries import customer_notes

DISPATCHER = "dispatcher"
"""In place of a party: what stood next to the order when it was made."""


@dataclass(frozen=True, slots=True)
class CustomerNote:
    """What one customer of a delivery has asked for. `party` is a receiver's uuid, or `sender`."""

    delivery: DeliveryUuid
    user_id: int
    party: str
    text: str
    at: datetime | None = None


_ADD = Change(insert(customer_notes).values(each_given(*CustomerNote.__slots__)))
_OF_DELIVERY = Query(
    select(*columns_of(CustomerNote, customer_notes))
    .where(customer_notes.c.delivery == given("delivery"))
    .order_by(customer_notes.c.id),
    CustomerNote,
)


def add(tx: Transaction, note: CustomerNote) -> None:
    """Keep a note; it counts instead of what the same party has said before."""
    tx.run(_ADD, **values_of(note, at=tx.now))


def of_delivery(tx: Transaction, delivery: DeliveryUuid) -> list[CustomerNote]:
    """Return the latest note of each party of a delivery, oldest first."""
    latest: dict[str, CustomerNote] = {}
    for note in tx.all(_OF_DELIVERY, delivery=delivery):
        # Taken out before, so that a party's place is that of its latest note.
        latest.pop(note.party, None)
        latest[note.party] = note
    return list(latest.values())
