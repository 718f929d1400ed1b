"""Reconciling: what webhooks did not tell is found by looking."""

from bot.actions.desk import Desk
from bot.actions.projection import News, apply
from bot.fleet import NotFound
from bot.store import deliveries


async def reconcile(desk: Desk) -> int:
    """Compare every open delivery with what is known, keep and announce what was missed.

    Returns the number of deliveries looked at.

    Raises:
        FleetError: the fleet service did not answer; what was read until then is kept.
    """
    seen = set()
    asked_at = desk.clock.now()
    async for delivery in desk.fleet.open_deliveries():
        seen.add(delivery.uuid)
        async with desk.database.write() as tx:
            await apply(tx, News(delivery, asked_at))
    async with desk.database.read() as tx:
        known = await deliveries.all_open(tx)
    ended = [row.uuid for row in known if row.uuid not in seen]
    for uuid in ended:
        await refresh(desk, uuid)
    return len(seen) + len(ended)


async def refresh(desk: Desk, uuid: str) -> None:
    """Read one delivery anew; one that the fleet service does not know any more stays as it was."""
    asked_at = desk.clock.now()
    try:
        delivery = await desk.fleet.get_delivery(uuid)
    except NotFound:
        return
    async with desk.database.write() as tx:
        await apply(tx, News(delivery, asked_at))
