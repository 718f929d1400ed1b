"""Reconciling: what webhooks did not tell is found by looking."""

from bot.actions.desk import Desk
from bot.actions.projection import News, apply
from bot.fleet import Delivery, NotFound
from bot.store import deliveries
from bot.store.deliveries import DeliveryRow


async def reconcile(desk: Desk) -> int:
    """Compare every open delivery with what is known, keep and announce what was missed.

    Returns the number of deliveries looked at.

    Raises:
        FleetError: the fleet service did not answer; what was read until then is kept.
    """
    seen = set()
    async for listed in desk.fleet.open_deliveries():
        seen.add(listed.uuid)
        await compare(desk, listed)
    async with desk.database.read() as tx:
        known = await deliveries.all_open(tx)
    ended = [row.uuid for row in known if row.uuid not in seen]
    for uuid in ended:
        await refresh(desk, uuid)
    return len(seen) + len(ended)


async def compare(desk: Desk, listed: Delivery) -> None:
    """Read a delivery anew if a list tells something of it that is not known.

    A list is only a hint: its shape may leave out what the delivery itself has.
    """
    async with desk.database.read() as tx:
        row = await deliveries.get(tx, listed.uuid)
    if row is None or _differs(row, listed):
        await refresh(desk, listed.uuid)


def _differs(row: DeliveryRow, listed: Delivery) -> bool:
    other_rider = listed.rider is not None and listed.rider.uuid not in (None, row.rider)
    return row.state != listed.state or other_rider


async def refresh(desk: Desk, uuid: str) -> None:
    """Read one delivery anew; one that the fleet service does not know any more stays as it was."""
    asked_at = desk.clock.now()
    try:
        delivery = await desk.fleet.get_delivery(uuid)
    except NotFound:
        return
    async with desk.database.write() as tx:
        await apply(tx, News(delivery, asked_at))
