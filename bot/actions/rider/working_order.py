"""Working order: what is in the rider's bag first, then what they have accepted, then what is new.

Within these, the oldest first.
"""

from collections.abc import Iterable
from datetime import UTC, datetime

from bot.actions.snapshots import snapshot
from bot.fleet import State
from bot.store.deliveries import DeliveryRow

_GROUPS = {State.IN_TRANSIT: 0, State.FAILED: 0, State.ACCEPTED: 1}
_NEW = 2
_LONG_AGO = datetime.min.replace(tzinfo=UTC)


def in_working_order(rows: Iterable[DeliveryRow]) -> list[DeliveryRow]:
    """Sort a rider's open deliveries."""
    return sorted(rows, key=lambda row: (_GROUPS.get(State(row.state), _NEW), *age(row)))


def age(row: DeliveryRow) -> tuple[datetime, str]:
    """Return what tells the older delivery from the younger one: the older is less."""
    return snapshot(row).created_at or _LONG_AGO, row.order_number
