"""Looking deliveries up: by order number, by words, by filters."""

from bot.actions.context import Context
from bot.actions.deliveries import reconcile
from bot.actions.order_numbers import is_called, tidy
from bot.fleet import Delivery, DeliveryQuery, Page
from bot.identifiers import DeliveryUuid, OrderNumber
from bot.store import deliveries
from bot.store.deliveries import DeliveryRow
from bot.texts.dispatcher.filters import Filters

PAGE = 10


async def by_order(context: Context, order: str) -> DeliveryRow | None:
    """Return the delivery with this order number, read anew from the fleet service.

    Raises:
        FleetError: the fleet service did not answer.
    """
    known = await context.database.read(deliveries.by_order, OrderNumber(tidy(order)))
    uuids = [row.uuid for row in known] or await _searched(context, order)
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
    """Return a page of the deliveries that fit, newest first.

    Raises:
        FleetError: the fleet service did not answer.
    """
    query = DeliveryQuery(
        page=number,
        per_page=PAGE,
        status=filters.status,
        rider_uuid=filters.rider,
        period=filters.day,
        start=filters.days.first if filters.days else None,
        end=filters.days.last if filters.days else None,
        creation_mode=filters.mode,
    )
    return await _read(context, query)


async def found(
    context: Context, text: str, number: int = 1, *, per_page: int = PAGE
) -> Page[Delivery]:
    """Return a page of the deliveries that the fleet service finds for some words, newest first.

    Raises:
        FleetError: the fleet service did not answer.
    """
    return await _read(context, DeliveryQuery(page=number, per_page=per_page, search=text))


async def _searched(context: Context, order: str) -> list[DeliveryUuid]:
    page = await found(context, tidy(order))
    return [one.uuid for one in page.items if is_called(one.order_number, order)]


async def _read(context: Context, query: DeliveryQuery) -> Page[Delivery]:
    """Read a list, and learn what it tells: the buttons under it name these deliveries."""
    page = (await context.fleet.list_deliveries(query)).page
    if not page.items and page.number > page.last_page:  # it has become shorter meanwhile
        return await _read(context, query.model_copy(update={"page": page.last_page}))
    for delivery in page.items:
        await reconcile.compare(context, delivery)
    return page
