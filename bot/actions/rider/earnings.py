"""Earnings: the commissions and tips of deliveries, as the fleet service and customers tell them.

The fleet service computes the commissions. Its operator's door lists them, if the settings name
one. Otherwise a commission is known only if the answer to the delivery's creation told it
(contract: Delivery, `rider_commission`, "newer create shape").
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import timedelta
from decimal import Decimal

from bot.actions.context import Context
from bot.actions.snapshots import snapshot
from bot.base.database.transaction import Transaction
from bot.domain.cash import Cash, CashEntry
from bot.domain.earnings import Earned
from bot.fleet import Delivery, FleetError
from bot.identifiers import DeliveryUuid, RiderUuid
from bot.store import cash, deliveries

Amounts = Mapping[DeliveryUuid, Decimal]


async def of(
    context: Context, delivered: Sequence[Delivery], rider: RiderUuid | None = None
) -> dict[DeliveryUuid, Earned]:
    """Return what each of these deliveries earned; if `rider` is given, all are of that rider."""
    commissions = await _commissions(context, delivered, rider)
    tips = await context.database.read(_tips, delivered, rider)
    earned = {}
    for one in delivered:
        currency = (one.fee.currency if one.fee else None) or one.currency
        commission = Cash.exactly(commissions.get(one.uuid), currency)
        earned[one.uuid] = Earned(commission, tuple(tips[one.uuid]))
    return earned


async def _commissions(
    context: Context, delivered: Sequence[Delivery], rider: RiderUuid | None
) -> Amounts:
    times = [one.dropoff_at for one in delivered if one.dropoff_at]
    if not times:
        return {}

    def told_at_creation(tx: Transaction) -> Amounts:
        rows = filter(None, (deliveries.get(tx, one.uuid) for one in delivered))
        commissions = {row.uuid: snapshot(row).commission for row in rows}
        return {uuid: money.amount for uuid, money in commissions.items() if money and money.amount}

    if context.door is None:
        return await context.database.read(told_at_creation)
    with suppress(FleetError):  # the history and the report can be shown without commissions
        # The door's period excludes its end, so add a second to include the last parcel.
        until = max(times) + timedelta(seconds=1)
        return await context.door.commissions(min(times), until, rider)
    return {}


def _tips(
    tx: Transaction, delivered: Sequence[Delivery], rider: RiderUuid | None
) -> Mapping[DeliveryUuid, list[Cash]]:
    """Return the tips for each delivery, only those for the rider who delivered it."""
    whose = {one.uuid: rider or one.rider_uuid for one in delivered}
    times = [one.dropoff_at for one in delivered if one.dropoff_at]
    entries: list[CashEntry] = []
    if rider is not None:
        entries = cash.tips_of_rider(tx, rider)
    elif times:
        # The clocks of the fleet service and the bot may differ, so begin a day earlier.
        entries = cash.tips_since(tx, min(times) - timedelta(days=1))
    by_delivery: defaultdict[DeliveryUuid, list[Cash]] = defaultdict(list)
    for entry in entries:
        if entry.delivery and whose.get(entry.delivery) == entry.rider:
            by_delivery[entry.delivery].append(entry.cash)
    return by_delivery
