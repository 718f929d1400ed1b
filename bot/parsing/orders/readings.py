"""Two readings of one text, by what parts it and by the tagger: what both say is no guess."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Any

from bot.domain.draft import Blank
from bot.parsing.orders.written_order import WrittenOrder

_VALUES: Mapping[Blank, Any] = {  # of the receiver: a sender above both is of one reading
    Blank.TO_NAME: attrgetter("receiver.name"),
    Blank.TO_PHONE: attrgetter("receiver.phone"),
    Blank.TO_ADDRESS: attrgetter("receiver.address"),
    Blank.ITEMS: attrgetter("items"),
    Blank.FEE: attrgetter("fee"),
}


def confirmed(orders: Sequence[WrittenOrder], others: Sequence[WrittenOrder]) -> list[WrittenOrder]:
    """Leave marked as guessed only what the other reading does not say as well."""
    if len(orders) != len(others):
        return list(orders)
    return [
        replace(
            order, guessed=frozenset(each for each in order.guessed if _differ(each, order, other))
        )
        for order, other in zip(orders, others, strict=True)
    ]


def _differ(blank: Blank, order: WrittenOrder, other: WrittenOrder) -> bool:
    value_of = _VALUES.get(blank)
    return value_of is None or value_of(order) != value_of(other)
