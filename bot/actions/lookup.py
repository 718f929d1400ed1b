"""Looking deliveries up: by order number, by words, by what is somebody's own."""

from bot.actions import reconcile
from bot.actions.access import Action, may
from bot.actions.desk import Desk
from bot.fleet import Delivery, DeliveryQuery
from bot.store import deliveries
from bot.store.database import Transaction
from bot.store.deliveries import DeliveryRow
from bot.store.people import Person

PAGE = 10


async def own_open(
    tx: Transaction, person: Person, order: str, action: Action
) -> DeliveryRow | None:
    """Return the rider's own open delivery with this order number.

    `None` for one that does not exist and for one that is somebody else's alike.
    """
    rows = await deliveries.by_order(tx, order)
    return next((row for row in rows if may(person, action, row)), None)


async def by_order(desk: Desk, order: str) -> DeliveryRow | None:
    """Return the delivery with this order number, read anew from the fleet service.

    Raises:
        FleetError: the fleet service did not answer.
    """
    async with desk.database.read() as tx:
        known = await deliveries.by_order(tx, order)
    uuids = [row.uuid for row in known] or await _searched(desk, order)
    if not uuids:
        return None
    return await fresh(desk, uuids[0])


async def fresh(desk: Desk, uuid: str) -> DeliveryRow | None:
    """Return a delivery as the fleet service has it now.

    Raises:
        FleetError: the fleet service did not answer.
    """
    await reconcile.refresh(desk, uuid)
    async with desk.database.read() as tx:
        return await deliveries.get(tx, uuid)


async def latest(desk: Desk) -> tuple[list[Delivery], int | None]:
    """Return the newest deliveries and how many there are in all.

    Raises:
        FleetError: the fleet service did not answer.
    """
    return await _listed(desk, DeliveryQuery(per_page=PAGE))


async def found(desk: Desk, text: str) -> list[Delivery]:
    """Return the newest deliveries that the fleet service finds for some words.

    Raises:
        FleetError: the fleet service did not answer.
    """
    deliveries_found, _ = await _listed(desk, DeliveryQuery(per_page=PAGE, search=text))
    return deliveries_found


async def _searched(desk: Desk, order: str) -> list[str]:
    listed = await found(desk, order)
    return [delivery.uuid for delivery in listed if delivery.order_number == order]


async def _listed(desk: Desk, query: DeliveryQuery) -> tuple[list[Delivery], int | None]:
    """Read a list, and learn what it tells: the buttons under it name these deliveries."""
    page = (await desk.fleet.list_deliveries(query)).page
    for listed in page.items:
        await reconcile.compare(desk, listed)
    return list(page.items), page.total
