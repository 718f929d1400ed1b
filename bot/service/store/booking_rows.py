"""Recent bookings: hashes of the bookers to count by, and the orders that wait to be made."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import delete, insert, select, update

from bot.base.database.prepared import (
    Change,
    Query,
    as_value,
    columns_of,
    each_given,
    given,
    values_of,
)
from bot.base.database.transaction import Transaction
from bot.service.store.tables import bookings, texts

CODE = "booking"
"""The subject of a text with the code of a booking."""

QUEUE = "bookings that wait"
"""The subject of a text to the approver of bookings that one waits."""


class BookingState(StrEnum):
    """The state of a booking: before its delivery is made, or instead of it."""

    PROVING = "proving"  # for the code of its booker's phone
    UNPROVEN = "unproven"  # for a person, without a code
    WAITING = "waiting"  # for a person, after the code
    MADE = "made"
    APPROVED = "approved"
    REFUSED = "refused"


MADE = frozenset({BookingState.MADE, BookingState.APPROVED})
QUEUED = frozenset({BookingState.WAITING, BookingState.UNPROVEN})


@dataclass(frozen=True, slots=True)
class BookedOrder:
    """One delivery that was booked, from where, and for which phones.

    `sealed` is the order while it waits. `digest` is the hash of the last of its `codes`, which
    was texted at `code_at` and has been mistyped `misses` times.
    """

    delivery_uuid: str
    at: datetime
    address: bytes
    sender: bytes
    receiver: bytes
    state: str
    sealed: bytes | None = None
    digest: bytes | None = None
    misses: int = 0
    codes: int = 0
    code_at: datetime | None = None


_NAMES = BookedOrder.__slots__
_HERE = bookings.c.environment == given("environment")
_ALL = select(*columns_of(BookedOrder, bookings))
_SINCE = Query(_ALL.where(_HERE, bookings.c.at > given("since")), BookedOrder)
_FIND = Query(_ALL.where(_HERE, bookings.c.delivery_uuid == given("uuid")), BookedOrder)
_ADD = Change(insert(bookings).values(each_given("environment", *_NAMES)))
_CHANGE = Change(
    update(bookings)
    .where(bookings.c.delivery_uuid == given("delivery_uuid"))
    # The first name is that of the uuid, which says which booking is meant.
    .values(each_given(*_NAMES[1:]))
)
_OLD = select(bookings.c.delivery_uuid).where(bookings.c.at <= given("before"))
_DROP_CODES = Change(delete(texts).where(texts.c.delivery_uuid.in_(_OLD), texts.c.about == CODE))
_DROP = Change(delete(bookings).where(bookings.c.at <= given("before")))
_FORGET: Query[str] = Query(
    delete(bookings)
    .where(_HERE, (bookings.c.sender == given("phone")) | (bookings.c.receiver == given("phone")))
    .returning(bookings.c.delivery_uuid),
    as_value,
)


def bookings_since(tx: Transaction, environment: str, since: datetime) -> Sequence[BookedOrder]:
    return tx.all(_SINCE, environment=environment, since=since)


def find_booking(tx: Transaction, environment: str, uuid: str) -> BookedOrder | None:
    return tx.one(_FIND, environment=environment, uuid=uuid)


def add_booking(tx: Transaction, environment: str, booking: BookedOrder) -> None:
    """Remember a booking; the same delivery a second time is an error of the database."""
    tx.run(_ADD, **values_of(booking, environment=environment))


def change_booking(tx: Transaction, booking: BookedOrder) -> None:
    tx.run(_CHANGE, **values_of(booking))


def forget_bookings(tx: Transaction, environment: str, phone: bytes) -> Sequence[str]:
    """Delete the bookings by or for a phone, given by its hash; return their deliveries."""
    return tx.all(_FORGET, environment=environment, phone=phone)


def drop_bookings(tx: Transaction, before: datetime) -> None:
    """Drop old bookings, with the texts that have told their codes."""
    tx.run(_DROP_CODES, before=before)
    tx.run(_DROP, before=before)
