"""Orders without a rider from one pickup, ready at the same time, into the same street or area."""

from datetime import timedelta

from bot.actions.snapshots import snapshot
from bot.base.database.transaction import Transaction
from bot.domain.known_delivery import DeliveryRow
from bot.store import deliveries
from bot.texts import order_lines

_TOGETHER = timedelta(minutes=10)


def others(tx: Transaction, row: DeliveryRow) -> list[DeliveryRow]:
    """Return the orders that can be given together with one that has no rider, oldest first."""
    place = order_lines.place(snapshot(row))
    if row.rider is not None or row.ready_at is None or row.pickup is None or not place:
        return []
    along = []
    for each in reversed(deliveries.all_open(tx)):
        if each.uuid == row.uuid or each.rider is not None or each.pickup != row.pickup:
            continue
        is_ready_then = each.ready_at and abs(each.ready_at - row.ready_at) <= _TOGETHER
        if is_ready_then and order_lines.place(snapshot(each)) == place:
            along.append(each)
    return along
