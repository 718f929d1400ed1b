"""Giving out: the groups of waiting orders that one rider can take together."""

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
"""The number of groups of one kind that are offered, the largest ones."""


def waiting(tx: Transaction) -> list[Delivery]:
    """Return the orders that wait for a rider, the oldest first."""
    return oldest_first(map(snapshot, deliveries.without_rider(tx)))


def groups(waiting: Sequence[Delivery]) -> list[OrderGroup]:
    """Return the groups to offer: from one place, to one street, or the oldest orders.

    No two groups have exactly the same orders.
    """
    candidates = [
        *_alike(GroupKind.PICKUP, waiting, _sender),
        *_alike(GroupKind.PLACE, waiting, place),
    ]
    if len(waiting) > 1:
        oldest = waiting[:_OLDEST]
        candidates.append(OrderGroup(GroupKind.OLDEST, GroupKind.OLDEST, "", oldest))
    # If two kinds group the same orders, the first kind stays.
    by_orders: dict[frozenset[str], OrderGroup] = {}
    for group in candidates:
        by_orders.setdefault(frozenset(one.uuid for one in group.deliveries), group)
    return list(by_orders.values())


def pickup_point(chosen: Sequence[Delivery]) -> Point | None:
    """Return the first known pickup point of some orders."""
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
        # A button has no room for an address, so it names its group by a hash.
        token = f"{kind}{hashlib.sha256(name.encode()).hexdigest()[:12]}"
        sender = some[0].sender
        title = sender.name if kind is GroupKind.PICKUP and sender else place(some[0])
        offered.append(OrderGroup(kind, token, title, some))
    return offered


def _sender(delivery: Delivery) -> str:
    """Return a name of the pickup, with the address, because a shop may have two places."""
    sender = delivery.sender
    return f"{clean(sender.name)} · {clean(sender.address)}" if sender and sender.name else ""
