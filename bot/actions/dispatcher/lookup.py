"""The lookup of deliveries by order number, by words and by filters."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime

from bot.actions.context import Context
from bot.actions.order_numbers import is_called, tidy
from bot.actions.tracking import reconcile
from bot.base.days import LONG_AGO, Days
from bot.domain.known_delivery import DeliveryRow
from bot.fleet import Delivery, DeliveryQuery, Page, Period
from bot.fleet.pagination import SWEEP_PAGE
from bot.identifiers import DeliveryUuid, OrderNumber
from bot.store import deliveries
from bot.texts.dispatcher.filters import Filters
from bot.texts.pagination import cut

PAGE = 10

MOST = 5000
"""The most deliveries that are read to find those of some days."""

_MOMENTS: Mapping[Period, Callable[[Delivery], datetime | None]] = {
    Period.CREATED_AT: lambda delivery: delivery.created_at,
    Period.DROPOFF_AT: lambda delivery: delivery.dropoff_at,
}
"""The dates that a delivery itself tells, and whose day in the business's zone is known so."""


class TooMany(Exception):
    """These days have more than `MOST` deliveries."""


async def by_order(context: Context, order: str) -> DeliveryRow | None:
    """Return the delivery with this order number, read again from the fleet service.

    Raises:
        FleetError: the fleet service did not answer.
    """
    rows = await context.database.read(deliveries.by_order, OrderNumber(tidy(order)))
    uuids = [row.uuid for row in rows]
    if not uuids:
        # A search may also find longer numbers, and words that contain the number.
        page = await found(context, tidy(order))
        uuids = [one.uuid for one in page.items if is_called(one.order_number, order)]
    if not uuids:
        return None
    return await fresh(context, uuids[0])


async def fresh(context: Context, uuid: DeliveryUuid) -> DeliveryRow | None:
    """Return a delivery as the fleet service has it now.

    Raises:
        FleetError: the fleet service did not answer.
    """
    await reconcile.refresh(context, uuid)
    return await context.database.read(deliveries.get, uuid)


async def listed(context: Context, filters: Filters, number: int) -> Page[Delivery]:
    """Return a page of the deliveries that match the filters, newest first.

    Deliveries do not tell the day of their assignment, so the fleet service's own days count there.

    Raises:
        TooMany: there are more than `MOST` in these days.
        FleetError: the fleet service did not answer.
    """
    dates = filters.dates(context.today)
    query = DeliveryQuery(
        page=number,
        per_page=PAGE,
        status=filters.status,
        rider_uuid=filters.rider,
        period=filters.period,
        start=dates.first if dates else None,
        end=dates.last if dates else None,
        creation_mode=filters.mode,
    )
    if dates is None or query.period not in _MOMENTS:
        return await _read(context, query)
    days = Days(dates.first, dates.last, context.identity.zone)
    # The service pages by days of another zone, so read all deliveries and cut pages here.
    page = cut(await of_days(context, query, days), number, PAGE)
    await _learn(context, page)
    return page


async def of_days(context: Context, query: DeliveryQuery, days: Days) -> list[Delivery]:
    """Return the deliveries that match a query and whose `period` date is in these days.

    The zone in which the fleet service counts its days is unknown, so ask it for more days.

    Raises:
        TooMany: there are more than `MOST`.
        FleetError: the fleet service did not answer.
    """
    first, last = days.in_any_zone
    whole_days = {"per_page": SWEEP_PAGE, "start": first, "end": last}
    listed = []
    async for delivery in context.fleet.deliveries(query.model_copy(update=whole_days)):
        if _MOMENTS[query.period](delivery) in days:
            listed.append(delivery)
        # Raise here, so that the other pages are not read for nothing.
        if len(listed) > MOST:
            raise TooMany
    return newest_first(listed)


def newest_first(found: Iterable[Delivery]) -> list[Delivery]:
    """Return deliveries by their creation, the newest first, each once."""
    once = {delivery.uuid: delivery for delivery in found}
    return sorted(once.values(), key=lambda one: one.created_at or LONG_AGO, reverse=True)


async def found(
    context: Context, text: str, number: int = 1, *, per_page: int = PAGE
) -> Page[Delivery]:
    """Return a page of the deliveries that the fleet service finds for some words, newest first.

    Raises:
        FleetError: the fleet service did not answer.
    """
    return await _read(context, DeliveryQuery(page=number, per_page=per_page, search=text))


async def _read(context: Context, query: DeliveryQuery) -> Page[Delivery]:
    """Read a page, and store its deliveries, because the buttons under the list name them."""
    page = (await context.fleet.list_deliveries(query)).page
    if not page.items and page.number > page.last_page:  # it has become shorter meanwhile
        return await _read(context, query.model_copy(update={"page": page.last_page}))
    await _learn(context, page)
    return page


async def _learn(context: Context, page: Page[Delivery]) -> None:
    for delivery in page.items:
        await reconcile.compare(context, delivery)
