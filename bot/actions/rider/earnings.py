"""Earnings: what deliveries have brought their riders, as the fleet service and customers say.

A commission is what the fleet service has computed. Its operator's door, where the settings name
one, lists what was earned; else it is known where the answer to a creation has told it for the
rider who has brought the parcel (contract: Delivery, `rider_commission`, "newer create shape").
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
    """Return what each of these deliveries has brought; all are of `rider` where it is given."""
    commissions = await _commissions(context, delivered, rider)
    tips = await context.database.read(_tips, delivered, rider)
    return {
        one.uuid: Earned(
            Cash.exactly(commissions.get(one.uuid), _currency(one)), tuple(tips[one.uuid])
        )
        for one in delivered
    }


def _currency(delivery: Delivery) -> str | None:
    return (delivery.fee.currency if delivery.fee else None) or delivery.currency


async def _commissions(
    context: Context, delivered: Sequence[Delivery], rider: RiderUuid | None
) -> Amounts:
    times = [one.dropoff_at for one in delivered if one.dropoff_at]
    if not times:
        return {}
    if context.door is None:
        return await context.database.read(_told_at_creation, delivered)
    with suppress(FleetError):  # the history and the report do without
        until = max(times) + timedelta(seconds=1)
        return await context.door.commissions(min(times), until, rider)
    return {}


def _told_at_creation(tx: Transaction, delivered: Sequence[Delivery]) -> Amounts:
    known = filter(None, (deliveries.get(tx, one.uuid) for one in delivered))
    told = {row.uuid: snapshot(row).commission for row in known}
    return {uuid: money.amount for uuid, money in told.items() if money and money.amount}


def _tips(
    tx: Transaction, delivered: Sequence[Delivery], rider: RiderUuid | None
) -> Mapping[DeliveryUuid, list[Cash]]:
    """Return the tips for each delivery: of the rider who has brought it, and no other."""
    whose = {one.uuid: rider or (one.rider.uuid if one.rider else None) for one in delivered}
    by_delivery: defaultdict[DeliveryUuid, list[Cash]] = defaultdict(list)
    for entry in _entries(tx, delivered, rider):
        if entry.delivery and whose.get(entry.delivery) == entry.rider:
            by_delivery[entry.delivery].append(entry.cash)
    return by_delivery


def _entries(
    tx: Transaction, delivered: Sequence[Delivery], rider: RiderUuid | None
) -> list[CashEntry]:
    if rider is not None:
        return cash.tips_of_rider(tx, rider)
    times = [one.dropoff_at for one in delivered if one.dropoff_at]
    # Two clocks may differ, by which a parcel was brought and a tip was given.
    return cash.tips_since(tx, min(times) - timedelta(days=1)) if times else []
