"""Giving out: which of the orders that wait for a rider one rider can take together."""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Sequence

from bot.actions.snapshots import oldest_first, snapshot
from bot.base.database.transaction import Transaction
from bot.base.plain_text import clean
from bot.fleet import Delivery, Point
from bot.store import deliveries
from bot.texts.dispatcher.give_out import GroupKind, OrderGroup
from bot.texts.order_lines import place

_OLDEST = 5
_SHOWN = 4
"""Groups of one kind that are offered, the largest."""


def waiting(tx: Transaction) -> list[Delivery]:
    """Return what waits for a rider, the oldest first."""
    return oldest_first(map(snapshot, deliveries.without_rider(tx)))


def groups(waiting: Sequence[Delivery]) -> list[OrderGroup]:
    """Return what can be given together: from one place, to one street, or what waits longest.

    No two of them are the same orders.
    """
    candidates = [
        *_alike(GroupKind.PICKUP, waiting, _sender),
        *_alike(GroupKind.PLACE, waiting, place),
    ]
    if len(waiting) > 1:
        oldest = waiting[:_OLDEST]
        candidates.append(OrderGroup(GroupKind.OLDEST, GroupKind.OLDEST, "", oldest))
    # The first kind keeps orders that are a group of several kinds.
    by_orders: dict[frozenset[str], OrderGroup] = {}
    for group in candidates:
        by_orders.setdefault(frozenset(one.uuid for one in group.deliveries), group)
    return list(by_orders.values())


def pickup_point(chosen: Sequence[Delivery]) -> Point | None:
    """Return where the first of some orders is picked up, of those of which that is known."""
    points = (one.coordinates.sender for one in chosen)
    return next(filter(None, points), None)


def _alike(
    kind: GroupKind, waiting: Sequence[Delivery], named: Callable[[Delivery], str]
) -> list[OrderGroup]:
    by_name: defaultdict[str, list[Delivery]] = defaultdict(list)
    for delivery in waiting:
        by_name[named(delivery).casefold()].append(delivery)
    several = [(name, some) for name, some in by_name.items() if name and len(some) > 1]
    largest = sorted(several, key=lambda each: -len(each[1]))[:_SHOWN]
    offered = []
    for name, some in largest:
        # A button names its group, and has no room for an address.
        token = f"{kind}{hashlib.sha256(name.encode()).hexdigest()[:12]}"
        sender = some[0].sender
        title = sender.name if kind is GroupKind.PICKUP and sender else place(some[0])
        offered.append(OrderGroup(kind, token, title, some))
    return offered


def _sender(delivery: Delivery) -> str:
    """Name where an order is picked up: a shop may have two places."""
    sender = delivery.sender
    return f"{clean(sender.name)} · {clean(sender.address)}" if sender and sender.name else ""
