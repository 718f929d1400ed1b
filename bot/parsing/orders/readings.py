"""Several readings of one text: what they say alike is no guess."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Any

from bot.domain.draft import Blank
from bot.parsing.orders.written_order import NOBODY, WrittenOrder

VALUES: Mapping[Blank, Callable[[WrittenOrder], Any]] = {
    Blank.FROM_NAME: attrgetter("sender.name"),
    Blank.FROM_PHONE: attrgetter("sender.phone"),
    Blank.FROM_ADDRESS: attrgetter("sender.address"),
    Blank.TO_NAME: attrgetter("receiver.name"),
    Blank.TO_PHONE: attrgetter("receiver.phone"),
    Blank.TO_ADDRESS: attrgetter("receiver.address"),
    Blank.ITEMS: attrgetter("items"),
    Blank.FEE: attrgetter("fee"),
}
_MISSED_TWICE = frozenset({Blank.FROM_ADDRESS, Blank.TO_ADDRESS, Blank.FEE})


def all_guessed(order: WrittenOrder) -> WrittenOrder:
    """Mark all that is filled in of an order as guessed."""
    return replace(order, guessed=frozenset(_filled(order)))


def _filled(order: WrittenOrder) -> Mapping[Blank, Any]:
    values = {blank: value_of(order) for blank, value_of in VALUES.items()}
    return {blank: value for blank, value in values.items() if value not in {"", (), None}}


def _unlike(order: WrittenOrder, same: Sequence[WrittenOrder]) -> frozenset[Blank]:
    """Return what is filled in and none of these say as well."""
    filled = _filled(order)
    return frozenset(each for each in filled if filled[each] not in map(VALUES[each], same))


def marked(orders: Sequence[WrittenOrder], others: Sequence[WrittenOrder]) -> list[WrittenOrder]:
    """Mark what the reading by anchors does not say as well, and what is in doubt all the same.

    Of a name, a number and things two readings that agree are hardly ever wrong together (measured
    on orders that neither learned); where an address ends, or what an amount is for, both may miss
    in the same way. Where one sees more orders than the other, and not each has a number of its
    own, all may be of another one.
    """
    is_paired = len(orders) == len(others)
    numbers = {order.receiver.phone for order in orders} - {""}
    if not is_paired and len(numbers) < len(orders):
        return [all_guessed(order) for order in orders]
    marked_orders = []
    for at, order in enumerate(orders):
        unlike = _unlike(order, others[at : at + 1] if is_paired else others)
        is_doubted = order.guessed.issuperset(_filled(order))  # it may be parted wrong
        doubts = order.guessed if is_doubted else order.guessed & _MISSED_TWICE
        marked_orders.append(replace(order, guessed=unlike | doubts))
    return marked_orders


def confirmed(orders: Sequence[WrittenOrder], others: Sequence[WrittenOrder]) -> list[WrittenOrder]:
    """Mark as guessed what another reading does not say as well.

    That one may know the name of the same sender: it is filled in as a guess.
    """
    is_paired = len(orders) == len(others)
    confirmed_orders = []
    for at, order in enumerate(orders):
        same = others[at : at + 1] if is_paired else others
        sure = replace(order, guessed=_unlike(order, same))
        own, other = order.sender, same[0].sender if is_paired else NOBODY
        if own.phone and own.phone == other.phone and other.name and not own.name:
            sure = replace(
                sure,
                sender=own.model_copy(update={"name": other.name}),
                left=tuple(piece for piece in order.left if piece != other.name),
                guessed=sure.guessed | {Blank.FROM_NAME},
            )
        confirmed_orders.append(sure)
    return confirmed_orders
