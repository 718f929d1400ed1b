"""What is there: single deliveries and riders, and lists of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.service.environment import Environment
from bot.service.errors import NotFoundError
from bot.service.records import Delivery, KnownRider
from bot.service.store.counts import count_by_state, summary, tallies
from bot.service.store.delivery_rows import find_deliveries
from bot.service.store.rider_rows import find_rider
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


@dataclass(frozen=True, slots=True)
class FoundDeliveries:
    """One page of deliveries; `total` counts all that match, `by_state` all there are."""

    page: Sequence[Delivery]
    total: int
    by_state: Mapping[State, int]


@dataclass(frozen=True, slots=True)
class FoundHistory:
    """One page of a rider's deliveries, each with its `KnownRider`; `total` counts all."""

    page: Sequence[Delivery]
    total: int


@dataclass(frozen=True, slots=True)
class FoundRiders:
    """One page of riders; `total` counts all that match, `summary` is over all there are."""

    page: Sequence[KnownRider]
    total: int
    summary: Mapping[str, int]


async def get_delivery(environment: Environment, uuid: str) -> Delivery:
    """Return one delivery, or raise `NotFoundError`."""
    async with environment.look() as connection:
        found = await find_deliveries(connection, environment.name, [uuid])
    if uuid not in found:
        raise NotFoundError
    return found[uuid]


async def list_deliveries(
    environment: Environment, search: DeliverySearch, part: Slice
) -> FoundDeliveries:
    """Return the deliveries that match, newest first."""
    async with environment.look() as connection:
        page, total = await search_deliveries(connection, environment.name, search, part)
        return FoundDeliveries(page, total, await count_by_state(connection, environment.name))


async def known_rider(connection: AsyncConnection, environment: str, uuid: str) -> KnownRider:
    """Return one rider with figures, or raise `NotFoundError`."""
    rider = await find_rider(connection, environment, uuid)
    if rider is None:
        raise NotFoundError
    return KnownRider.of(rider, (await tallies(connection, environment, [uuid]))[uuid])


async def get_rider(environment: Environment, uuid: str) -> KnownRider:
    """Return one rider with the deliveries in hand, or raise `NotFoundError`."""
    async with environment.look() as connection:
        known = await known_rider(connection, environment.name, uuid)
        ongoing = await ongoing_deliveries(connection, environment.name, [uuid])
    return replace(known, ongoing=ongoing[uuid])


async def rider_history(
    environment: Environment, rider_uuid: str, window: Window | None, part: Slice
) -> FoundHistory:
    """Return a rider's deliveries that match, newest first, or raise `NotFoundError`."""
    search = DeliverySearch(rider_uuid=rider_uuid, window=window)
    async with environment.look() as connection:
        known = await known_rider(connection, environment.name, rider_uuid)
        page, total = await search_deliveries(connection, environment.name, search, part)
    return FoundHistory([replace(delivery, rider=known) for delivery in page], total)


async def list_riders(
    environment: Environment, search: RiderSearch, part: Slice, *, with_ongoing: bool
) -> FoundRiders:
    """Return the riders that match, newest first."""
    async with environment.look() as connection:
        page, total = await search_riders(connection, environment.name, search, part)
        uuids = [rider.uuid for rider in page]
        tally = await tallies(connection, environment.name, uuids)
        ongoing = (
            await ongoing_deliveries(connection, environment.name, uuids) if with_ongoing else None
        )
        overall = await summary(connection, environment.name)
    known = [
        KnownRider.of(rider, tally[rider.uuid], None if ongoing is None else ongoing[rider.uuid])
        for rider in page
    ]
    return FoundRiders(known, total, overall)
