"""Sweeps: all that is open, or has ended lately, out of lists that each tell a part of it."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from datetime import datetime

from bot.fleet.client import FleetClient
from bot.fleet.delivery import Delivery
from bot.fleet.errors import Refused
from bot.fleet.pagination import SWEEP_PAGE, Page, pages_since
from bot.fleet.queries import DeliveryQuery, Period
from bot.fleet.vocabulary import FilterToken

_HAVE_TOKENS = frozenset(token.state for token in FilterToken)
_ENDED = tuple(token for token in FilterToken if not token.state.is_open)
_MOST_ENDED_PAGES = 100


IsKnown = Callable[[Delivery], Awaitable[bool]]
"""Tells of a delivery, as a list has it, whether it needs no question of its own."""


async def nothing_is_known(_listed: Delivery) -> bool:
    return False


async def open_deliveries(
    fleet: FleetClient, *, is_known: IsKnown = nothing_is_known
) -> AsyncIterator[Delivery]:
    """Yield every delivery that can still change, each once.

    Accepted and failed deliveries answer to no filter token, but somebody carries them: they
    are found among the riders' ongoing deliveries, and fetched for their full shape; passed over
    are those of which the caller says that what stands there `is_known`. The
    order follows a delivery's way, so that one which moves on meanwhile is met later.

    Raises:
        FleetError: the fleet service did not answer; what was yielded until then is right.
    """
    seen: set[str] = set()
    on_the_way = [
        _with_status(fleet, FilterToken.PENDING),
        _with_status(fleet, FilterToken.AWAITING_PICKUP),
        _without_token(fleet, is_known),
        _with_status(fleet, FilterToken.IN_TRANSIT),
    ]
    for listed in on_the_way:
        async for delivery in listed:
            if delivery.uuid not in seen:
                seen.add(delivery.uuid)
                yield delivery


async def ended_deliveries(
    fleet: FleetClient, since: datetime, now: datetime
) -> AsyncIterator[Delivery]:
    """Yield what is over and was created from a time on, as the lists tell it.

    Of each final state so many pages are read at most that no service is asked for years.

    Raises:
        FleetError: the fleet service did not answer; what was yielded until then is right.
    """
    for status in _ENDED:
        async for delivery in _ended_as(fleet, status, since, now):
            yield delivery


def _with_status(fleet: FleetClient, status: FilterToken) -> AsyncIterator[Delivery]:
    return fleet.deliveries(DeliveryQuery(status=status, per_page=SWEEP_PAGE))


async def _without_token(fleet: FleetClient, is_known: IsKnown) -> AsyncIterator[Delivery]:
    for rider in await fleet.all_riders():
        for carried in rider.ongoing:
            if not carried.state.is_open or carried.state in _HAVE_TOKENS:
                continue
            if await is_known(carried):
                continue
            with suppress(Refused):  # it may be gone since the rider's list was read
                yield await fleet.get_delivery(carried.uuid)


def _ended_as(
    fleet: FleetClient, status: FilterToken, since: datetime, now: datetime
) -> AsyncIterator[Delivery]:
    query = DeliveryQuery.created(since.date(), now.date(), status)

    async def page(number: int) -> Page[Delivery]:
        wanted = query.model_copy(update={"page": number})
        try:
            return (await fleet.list_deliveries(wanted)).page
        except Refused:  # it may know no such filter: then the order of the list must do
            everything = {"period": Period.ALL, "start": None, "end": None}
            return (await fleet.list_deliveries(wanted.model_copy(update=everything))).page

    return pages_since(page, lambda one: one.created_at, since, _MOST_ENDED_PAGES)
