"""Orders without a rider that are ready together at one place and go into one street or area."""

from datetime import timedelta

from bot.actions.snapshots import snapshot
from bot.base.database.transaction import Transaction
from bot.domain.known_delivery import DeliveryRow
from bot.store import deliveries
from bot.texts import order_lines

_TOGETHER = timedelta(minutes=10)


def others(tx: Transaction, row: DeliveryRow) -> list[DeliveryRow]:
    """Return what else can be given along with an order that has no rider; the oldest first."""
    place = order_lines.place(snapshot(row))
    if row.rider is not None or row.ready_at is None or row.pickup is None or not place:
        return []
    return [
        each
        for each in reversed(deliveries.all_open(tx))
        if each.uuid != row.uuid and each.rider is None and _is_along(each, row, place)
    ]


def _is_along(each: DeliveryRow, row: DeliveryRow, place: str) -> bool:
    if each.pickup != row.pickup or each.ready_at is None or row.ready_at is None:
        return False
    is_together = abs(each.ready_at - row.ready_at) <= _TOGETHER
    return is_together and order_lines.place(snapshot(each)) == place
