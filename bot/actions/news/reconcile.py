"""Reconciling: what webhooks did not tell is found by looking."""

from dataclasses import dataclass

from bot.actions.desk import Desk
from bot.actions.news.projection import News, apply
from bot.fleet import Delivery, NotFound, State
from bot.store import deliveries, preferences
from bot.store.deliveries import DeliveryRow
from bot.store.preferences import Preference


@dataclass(frozen=True, slots=True)
class Reconciled:
    """How many deliveries were looked at, and of how many changes a webhook should have told."""

    looked_at: int
    missed: int


async def reconcile(desk: Desk) -> Reconciled:
    """Compare every open delivery with what is known, keep and announce what was missed.

    Raises:
        FleetError: the fleet service did not answer; what was read until then is kept.
    """
    seen, missed = set(), 0
    async for listed in desk.fleet.open_deliveries():
        seen.add(listed.uuid)
        is_news = await compare(desk, listed)
        missed += is_news and listed.state is not State.ACCEPTED  # of which no webhook tells
    async with desk.database.read() as tx:
        known = await deliveries.all_open(tx)
    ended = [row.uuid for row in known if row.uuid not in seen]
    for uuid in ended:
        missed += await refresh(desk, uuid)
    async with desk.database.write() as tx:
        await preferences.keep(tx, Preference.RECONCILED_AT, tx.now.isoformat())
    return Reconciled(len(seen) + len(ended), missed)


async def compare(desk: Desk, listed: Delivery) -> bool:
    """Read a delivery anew if a list tells something of it that is not known; tell whether it did.

    A list is only a hint: its shape may leave out what the delivery itself has.
    """
    async with desk.database.read() as tx:
        row = await deliveries.get(tx, listed.uuid)
    return (row is None or _differs(row, listed)) and await refresh(desk, listed.uuid)


def _differs(row: DeliveryRow, listed: Delivery) -> bool:
    other_rider = listed.rider is not None and listed.rider.uuid not in (None, row.rider)
    return row.state != listed.state or other_rider


async def refresh(desk: Desk, uuid: str) -> bool:
    """Read one delivery anew; tell whether that brought news.

    One that the fleet service does not know any more stays as it was.
    """
    asked_at = desk.clock.now()
    try:
        delivery = await desk.fleet.get_delivery(uuid)
    except NotFound:
        return False
    async with desk.database.write() as tx:
        before = await deliveries.get(tx, uuid)
        await apply(tx, News(delivery, asked_at))
        after = await deliveries.get(tx, uuid)
    return before is None or (after is not None and after.revision != before.revision)
