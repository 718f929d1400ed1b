"""Recent bookings, as hashes of phones and addresses to count by."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, insert, select

from bot.base.database.prepared import Change, Query, given
from bot.base.database.transaction import Transaction
from bot.service.store.tables import bookings


@dataclass(frozen=True, slots=True)
class BookedOrder:
    """One delivery that was booked, from where, and for which phones."""

    at: datetime
    address: bytes
    sender: bytes
    receiver: bytes


_COLUMNS = (bookings.c.at, bookings.c.address, bookings.c.sender, bookings.c.receiver)
_SINCE = Query(
    select(*_COLUMNS).where(
        bookings.c.environment == given("environment"), bookings.c.at > given("since")
    ),
    BookedOrder,
)
_ADD = Change(insert(bookings).values({column.name: given(column.name) for column in bookings.c}))
_DROP = Change(delete(bookings).where(bookings.c.at <= given("before")))


def bookings_since(tx: Transaction, environment: str, since: datetime) -> Sequence[BookedOrder]:
    return tx.all(_SINCE, environment=environment, since=since)


def add_booking(tx: Transaction, environment: str, uuid: str, booking: BookedOrder) -> None:
    """Remember a booking; the same delivery a second time is an error of the database."""
    tx.run(
        _ADD,
        environment=environment,
        delivery_uuid=uuid,
        at=booking.at,
        address=booking.address,
        sender=booking.sender,
        receiver=booking.receiver,
    )


def drop_bookings(tx: Transaction, before: datetime) -> None:
    tx.run(_DROP, before=before)
