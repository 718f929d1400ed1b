"""Lookups: single deliveries and riders, by uuid or by number, and lists."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Generic, TypeVar
from uuid import UUID

from bot.base.database.transaction import Transaction
from bot.base.days import Days
from bot.service.environment import Environment, lookup
from bot.service.errors import NotFoundError, RefusedError
from bot.service.records import Delivery, KnownRider
from bot.service.rules.lists import MAX_UNPAGED
from bot.service.rules.operators import MOST_COMMISSIONS, TOO_MANY_COMMISSIONS
from bot.service.store.counts import count_by_state, summary, tallies
from bot.service.store.delivery_rows import find_deliveries, uuid_of_order
from bot.service.store.earnings import (
    Commission,
    Earnings,
    commissions_between,
    earnings_between,
)
from bot.service.store.rider_rows import find_rider, uuid_of_rider
from bot.service.store.searches import (
    DeliverySearch,
    RiderSearch,
    Slice,
    Window,
    ongoing_deliveries,
    search_deliveries,
    search_riders,
)
from bot.service.vocabulary import State

Record = TypeVar("Record")
Overall = TypeVar("Overall")


@dataclass(frozen=True, slots=True)
class Found(Generic[Record, Overall]):
    """One page of matching records; `total` counts all matches, `overall` is over all records."""

    page: Sequence[Record]
    total: int
    overall: Overall


@lookup
def get_delivery(tx: Transaction, environment: str, uuid: str) -> Delivery:
    """Return one delivery, or raise `NotFoundError`."""
    deliveries = find_deliveries(tx, environment, [uuid])
    if uuid not in deliveries:
        raise NotFoundError
    return deliveries[uuid]


@lookup
def list_deliveries(
    tx: Transaction, environment: str, search: DeliverySearch, part: Slice
) -> Found[Delivery, Mapping[State, int]]:
    overall = count_by_state(tx, environment)
    page, total = search_deliveries(tx, environment, search, part, overall)
    return Found(page, total, overall)


def known_rider(tx: Transaction, environment: str, uuid: str) -> KnownRider:
    """Return one rider with a tally, or raise `NotFoundError`."""
    rider = find_rider(tx, environment, uuid)
    if rider is None:
        raise NotFoundError
    return KnownRider.of(rider, tallies(tx, environment, [uuid])[uuid])


@lookup
def get_rider(tx: Transaction, environment: str, uuid: str) -> KnownRider:
    """Return one rider with the deliveries in hand, or raise `NotFoundError`."""
    rider = known_rider(tx, environment, uuid)
    ongoing = ongoing_deliveries(tx, environment, [uuid])
    return replace(rider, ongoing=ongoing[uuid])


@lookup
def rider_history(
    tx: Transaction, environment: str, rider_uuid: str, window: Window | None, part: Slice
) -> Found[Delivery, None]:
    """Return a rider's deliveries that match, newest first, or raise `NotFoundError`."""
    search = DeliverySearch(rider_uuid=rider_uuid, window=window)
    rider = known_rider(tx, environment, rider_uuid)
    page, total = search_deliveries(tx, environment, search, part)
    return Found([replace(delivery, rider=rider) for delivery in page], total, None)


@lookup
def list_riders(
    tx: Transaction, environment: str, search: RiderSearch, part: Slice, *, with_ongoing: bool
) -> Found[KnownRider, Mapping[str, int]]:
    page, total = search_riders(tx, environment, search, part)
    uuids = [rider.uuid for rider in page]
    tally_of = tallies(tx, environment, uuids)
    in_hand = ongoing_deliveries(tx, environment, uuids) if with_ongoing else None
    records = [
        KnownRider.of(rider, tally_of[rider.uuid], None if in_hand is None else in_hand[rider.uuid])
        for rider in page
    ]
    return Found(records, total, summary(tx, environment))


async def every_rider(environment: Environment) -> Found[KnownRider, Mapping[str, int]]:
    """Return the riders as the operator sees them: all of them, as far as one page goes."""
    everybody = Slice(1, MAX_UNPAGED)
    return await list_riders(environment, RiderSearch(), everybody, with_ongoing=False)


@lookup
def list_earnings(tx: Transaction, environment: str, days: Days) -> Sequence[Earnings]:
    """Return the earnings of riders in some days."""
    return earnings_between(tx, environment, days.begin, days.end)


@lookup
def list_commissions(
    tx: Transaction, environment: str, since: datetime, until: datetime, rider: str | None
) -> Sequence[Commission]:
    """Return the commission of each delivery in some days, of all riders or of one.

    Raises:
        RefusedError: there are more than `MOST_COMMISSIONS`.
    """
    commissions = commissions_between(tx, environment, since, until, rider)
    if len(commissions) > MOST_COMMISSIONS:
        raise RefusedError({"until": [TOO_MANY_COMMISSIONS]})
    return commissions


_LONGEST_NUMBER = 9
"""Digits; more are not a number that a database column holds."""

_Find = Callable[[Transaction, str, int], str | None]


async def delivery_named(environment: Environment, text: str) -> str:
    """Return the uuid of the delivery with this uuid or order number.

    Raises:
        NotFoundError: no delivery has the number, or the text is neither.
    """
    return await _named(environment, text, uuid_of_order)


async def rider_named(environment: Environment, text: str) -> str:
    """Return the uuid of the rider with this uuid or number.

    Raises:
        NotFoundError: no rider has the number, or the text is neither.
    """
    return await _named(environment, text, uuid_of_rider)


async def _named(environment: Environment, text: str, find: _Find) -> str:
    # Anything but a number of a row is taken for a uuid.
    if not (text.isdecimal() and len(text) <= _LONGEST_NUMBER):
        return known_uuid(text)
    uuid = await environment.database.read(find, environment.name, int(text))
    if uuid is None:
        raise NotFoundError
    return uuid


def known_uuid(text: str) -> str:
    """Return a uuid in its usual form; any other text names nothing."""
    try:
        return str(UUID(text))
    except ValueError:
        raise NotFoundError from None
