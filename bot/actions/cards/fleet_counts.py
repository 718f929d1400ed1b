"""The fleet's own numbers for the whole account (contract: Delivery counts), as last told."""

from datetime import datetime

from pydantic import BaseModel

from bot.actions.context import Context, Numbers
from bot.base.database.transaction import Transaction
from bot.fleet import DeliveryCounts, DeliveryQuery, FleetError
from bot.store import preferences
from bot.store.preferences import Preference


class FleetCounts(BaseModel):
    """How many deliveries the account has in all, by state, and when the fleet has said so."""

    counts: DeliveryCounts
    told_at: datetime


async def look(context: Context) -> Numbers | None:
    """Ask for the numbers, and keep them; those from before stay where there is no answer."""
    # The numbers come with every page, also with the shortest.
    try:
        listed = await context.fleet.list_deliveries(DeliveryQuery(per_page=1))
    except FleetError:
        return None
    if listed.counts == DeliveryCounts():  # this service does not count
        return None
    answer = FleetCounts(counts=listed.counts, told_at=context.clock.now())
    await context.database.write(
        preferences.keep, Preference.FLEET_COUNTS, answer.model_dump_json()
    )
    return Numbers(listed.page.total, listed.counts)


def kept(tx: Transaction) -> FleetCounts | None:
    """Return what was told last; `None` where the fleet service has never counted."""
    text = preferences.get(tx, Preference.FLEET_COUNTS)
    return FleetCounts.model_validate_json(text) if text else None
