"""The comparison of two readings of one text: a value that both have is not a guess."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Any

from bot.domain.draft import SENDER, Blank, DraftItem
from bot.parsing.orders.parties import is_place, may_be_a_name
from bot.parsing.orders.words_of import words_of
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
_PHONES = {Blank.FROM_PHONE, Blank.TO_PHONE}
_PAIRS = ({Blank.FROM_NAME, Blank.FROM_ADDRESS}, {Blank.TO_NAME, Blank.TO_ADDRESS})
_FEWEST_LETTERS, _MOST_DIGITS = 3, 7


def _are_things(items: Sequence[DraftItem]) -> bool:
    """Tell whether each item has a description of one thing, without a phone number."""
    named = [item.description for item in items]
    letters, digits = (
        [sum(map(is_one, text)) for text in named] for is_one in (str.isalpha, str.isdigit)
    )
    is_listed = any("," in text or "،" in text for text in named)
    return min(letters) >= _FEWEST_LETTERS and max(digits) < _MOST_DIGITS and not is_listed


_SHAPES: Mapping[Blank, Callable[[Any], bool]] = {
    Blank.FROM_NAME: may_be_a_name,
    Blank.TO_NAME: may_be_a_name,
    Blank.FROM_ADDRESS: is_place,
    Blank.TO_ADDRESS: is_place,
    Blank.FROM_PHONE: lambda _: False,
    Blank.TO_PHONE: lambda _: False,
    Blank.FEE: lambda fee: fee is not None,
    Blank.ITEMS: _are_things,
}


def with_shared_doubts(orders: Sequence[WrittenOrder]) -> list[WrittenOrder]:
    """Mark an equal sender in all orders, and both numbers of an order if one is a guess."""
    doubts = [
        (each, value_of(order))
        for order in orders
        for each, value_of in VALUES.items()
        if each in order.guessed & SENDER.keys()
    ]
    shared = []
    for order in orders:
        guessed = {*order.guessed, *(each for each, said in doubts if VALUES[each](order) == said)}
        guessed |= {each for each in _PHONES if VALUES[each](order)} if guessed & _PHONES else set()
        shared.append(replace(order, guessed=frozenset(guessed)))
    return shared


def with_doubt_of_number(order: WrittenOrder) -> WrittenOrder:
    """Mark the only number if all values of its own party are guesses, and there is another."""
    numbers = [blank for blank in _PHONES if VALUES[blank](order)]
    filled = [blank for blank in (*_PAIRS[0], *_PAIRS[1]) if VALUES[blank](order)]
    beside = _PAIRS[0] if numbers == [Blank.FROM_PHONE] else _PAIRS[1]
    own, others = ([blank for blank in filled if (blank in beside) is own] for own in (True, False))
    is_doubtful = len(numbers) == 1 and others and order.guessed.issuperset(own)
    return replace(order, guessed=order.guessed | {*numbers}) if is_doubtful else order


def all_guessed(order: WrittenOrder) -> WrittenOrder:
    """Mark all values of an order as guesses."""
    return replace(order, guessed=frozenset(_filled(order)))


def _filled(order: WrittenOrder) -> Mapping[Blank, Any]:
    values = {blank: value_of(order) for blank, value_of in VALUES.items()}
    return {blank: value for blank, value in values.items() if value not in {"", (), None}}


def marked(orders: Sequence[WrittenOrder], others: Sequence[WrittenOrder]) -> list[WrittenOrder]:
    """Mark values that the reading by anchors (`others`) does not have.

    If it has another number of orders, and not each has its own receiver's number, mark all.
    """
    is_paired = len(orders) == len(others)
    numbers = {order.receiver.phone for order in orders} - {""}
    if not is_paired and len(numbers) < len(orders):
        return [all_guessed(order) for order in orders]
    marked_orders = []
    for at, order in enumerate(orders):
        unlike = _unlike(order, others[at : at + 1] if is_paired else others)
        marked_orders.append(replace(order, guessed=order.guessed | unlike))
    return marked_orders


def _unlike(order: WrittenOrder, same: Sequence[WrittenOrder]) -> frozenset[Blank]:
    """Return the filled blanks of an order whose value none of the orders `same` has."""
    filled = _filled(order)
    return frozenset(each for each in filled if filled[each] not in map(VALUES[each], same))


def confirmed(
    orders: Sequence[WrittenOrder], others: Sequence[WrittenOrder], *, trusts_shapes: bool = True
) -> list[WrittenOrder]:
    """Mark values that neither the other reading nor their own form confirms.

    The form counts only if no word of the text is left over. A name and an address of one party
    are marked together, because a part of one may belong to the other.
    """
    is_paired = len(orders) == len(others)
    confirmed_orders = []
    for at, order in enumerate(orders):
        same = others[at : at + 1] if is_paired else others
        filled, doubted = _filled(order), _unlike(order, same)
        # A leftover may be the rest of a value, even if the value looks complete.
        is_explained = trusts_shapes and not any(map(words_of, order.left))
        unlike = {each for each in doubted if not (is_explained and _SHAPES[each](filled[each]))}
        for pair in _PAIRS:
            unlike |= pair & doubted if pair & unlike else set()
        sure = replace(order, guessed=frozenset(doubted & order.guessed | unlike))
        own, other = order.sender, same[0].sender if is_paired else NOBODY
        # If the other reading has a name for the same sender, fill it in as a guess.
        if own.phone and own.phone == other.phone and other.name and not own.name:
            sure = replace(
                sure,
                sender=own.model_copy(update={"name": other.name}),
                left=tuple(piece for piece in order.left if piece != other.name),
                guessed=sure.guessed | {Blank.FROM_NAME},
            )
        confirmed_orders.append(sure)
    return confirmed_orders
