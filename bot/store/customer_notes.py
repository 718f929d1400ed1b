"""Customer notes: what customers ask to be known about a delivery, such as which door to take."""

from dataclasses import dataclass, fields
from datetime import datetime

from sqlalchemy import insert, select

from bot.base.database.prepared import Change, Query, given
from bot.base.database.transaction import Transaction
from bot.identifiers import DeliveryUuid
from bot.store.tables import customer_notes

DISPATCHER = "dispatcher"
"""In place of a party: what stood beside the order when it was made."""


@dataclass(frozen=True, slots=True)
class CustomerNote:
    """What one customer of a delivery has asked for. `party` is a receiver's uuid, or `sender`."""

    delivery: DeliveryUuid
    user_id: int
    party: str
    text: str
    at: datetime | None = None


_NAMES = [field.name for field in fields(CustomerNote)]
_ADD = Change(insert(customer_notes).values({name: given(name) for name in _NAMES}))
_OF_DELIVERY = Query(
    select(*(customer_notes.c[name] for name in _NAMES))
    .where(customer_notes.c.delivery == given("delivery"))
    .order_by(customer_notes.c.id),
    CustomerNote,
)


def add(tx: Transaction, note: CustomerNote) -> None:
    """Keep a note; it counts instead of what the same party has said before."""
    tx.run(
        _ADD,
        delivery=note.delivery,
        user_id=note.user_id,
        party=note.party,
        text=note.text,
        at=tx.now,
    )


def of_delivery(tx: Transaction, delivery: DeliveryUuid) -> list[CustomerNote]:
    """Return the latest note of each party of a delivery, oldest first."""
    latest: dict[str, CustomerNote] = {}
    for note in tx.all(_OF_DELIVERY, delivery=delivery):
        latest.pop(note.party, None)
        latest[note.party] = note
    return list(latest.values())
