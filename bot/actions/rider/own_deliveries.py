"""A rider's own deliveries: one by its order number, or all of them in working order."""

from collections.abc import Iterable
from datetime import datetime

from bot.actions.access import Action, may
from bot.actions.order_numbers import is_called
from bot.actions.snapshots import snapshot
from bot.base.database.transaction import Transaction
from bot.base.days import LONG_AGO
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Person
from bot.fleet import State
from bot.store import deliveries

_GROUPS = {State.IN_TRANSIT: 0, State.FAILED: 0, State.ACCEPTED: 1}
_NEW = 2


def own_open(tx: Transaction, person: Person, order: str, action: Action) -> DeliveryRow | None:
    """Return the rider's own open delivery with this order number, if this action is allowed.

    Return `None` alike for one that does not exist and for somebody else's.
    """
    mine = deliveries.open_of_rider(tx, person.as_rider)
    named = (row for row in reversed(mine) if is_called(row.order_number, order))
    return next((row for row in named if may(person, action, row)), None)


def in_working_order(rows: Iterable[DeliveryRow]) -> list[DeliveryRow]:
    """Sort a rider's open deliveries: first those in the bag, then the accepted, then the new.

    In the bag the oldest come first. Of the others those whose shop named no time come first, then
    by the time when they are ready, then by age.
    """

    def place(row: DeliveryRow) -> tuple[int, datetime, datetime, str]:
        group = _GROUPS.get(State(row.state), _NEW)
        # A parcel in the bag is fetched already, so the time when it was ready does not count.
        return group, (ready(row) if group else LONG_AGO), *age(row)

    return sorted(rows, key=place)


def ready(row: DeliveryRow) -> datetime:
    """Return when a parcel is ready to be fetched; long ago if its shop has not said."""
    return row.ready_at or LONG_AGO


def age(row: DeliveryRow) -> tuple[datetime, str]:
    """Return a sort key that puts the older delivery first."""
    return snapshot(row).created_at or LONG_AGO, row.order_number
