"""The fleet's own numbers for the whole account (contract: Delivery counts), as last told."""

from datetime import datetime

from pydantic import BaseModel

from bot.actions.context import Context, Numbers
from bot.base.database.transaction import Transaction
from bot.fleet import DeliveryCounts, DeliveryQuery, FleetError
from bot.store import preferences
from bot.store.preferences import Preference


class FleetCounts(BaseModel):
    """The account's deliveries by state, and when the fleet service told these counts."""

    counts: DeliveryCounts
    told_at: datetime


async def look(context: Context) -> Numbers | None:
    """Ask for the counts, and keep them; without an answer the former ones stay."""
    # The counts come with every page, so ask for the shortest one.
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
    """Return the latest counts; `None` if the fleet service has never told any."""
    text = preferences.get(tx, Preference.FLEET_COUNTS)
    return FleetCounts.model_validate_json(text) if text else None
