"""The lines above a form or a table: the sender of all orders, a title, or a greeting."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.domain.draft import Blank, Party
from bot.parsing.orders.labelled import labelled, order_of
from bot.parsing.orders.labels import Label, Side
from bot.parsing.orders.lexicon import lexicon
from bot.parsing.orders.parties import PartyTold, is_place, party_told
from bot.parsing.orders.telephones import telephones_in
from bot.parsing.orders.words_of import folded_words, words_of
from bot.parsing.orders.written_order import NOBODY, WrittenOrder, with_left

_LONGEST = 8
"""The most words of a line that a till prints; a longer line is a sentence."""
_MOST_LINES = 5
_NAME_AND_ADDRESS = frozenset({Blank.FROM_NAME, Blank.FROM_ADDRESS})

OrdersOf = Callable[[str], list[WrittenOrder]]
"""A reader of text without labels, as people write it."""


def with_above(
    orders: Sequence[WrittenOrder], lines: Sequence[str], country: str, orders_of: OrdersOf
) -> list[WrittenOrder] | None:
    """Give all orders the sender above them; return `None` if a number there has no owner."""
    numbered = any(telephones_in(line, country) for line in lines)
    sender = orders[0].sender
    # With a number above and a sender below, no line says which sender counts.
    if numbered and sender != NOBODY:
        return None
    above = _labelled_sender(lines, country) or _head_of_till(lines, sender, country)
    if above is None and sender == NOBODY:
        above = _sender_in(orders_of("\n".join(lines)))
        if above and (above.items or above.fee is not None):  # they would be lost
            above = replace(above, notes=(), left=tuple(lines))
    if above is None:
        left = [line for line in lines if not _is_greeting(line)]
        return None if numbered else [with_left(orders[0], left), *orders[1:]]
    orders = [
        replace(each, sender=above.sender, guessed=each.guessed | above.guessed) for each in orders
    ]
    first = replace(orders[0], notes=(*above.notes, *orders[0].notes))
    return [with_left(first, above.left), *orders[1:]]


def _labelled_sender(lines: Sequence[str], country: str) -> WrittenOrder | None:
    """Read the sender from the one line with a label, if that is a label for the sender."""
    found = [(line, told) for line in lines if (told := labelled(line, country))]
    if len(found) != 1 or found[0][1].label != Label(None, Side.SENDER):
        return None
    order = order_of([found[0][1]], country)
    others = [line for line in lines if line != found[0][0] and not _is_greeting(line)]
    return (
        None if any(telephones_in(line, country) for line in others) else with_left(order, others)
    )


def _head_of_till(lines: Sequence[str], sender: Party, country: str) -> WrittenOrder | None:
    """Read the head of a till slip: the shop, its street and its number, a line each.

    The number may be missing if `sender` has it, which a labelled line may have told.
    """
    numbers = [at for at, line in enumerate(lines) if telephones_in(line, country)]
    end = numbers[0] if numbers else len(lines)
    party = party_told(lines[end], country) if numbers else PartyTold(phone=sender.phone)
    is_sentence = any(len(words_of(line)) > _LONGEST for line in lines[:end])
    if not party.phone or party.name or sender.name or sender.address or len(numbers) > 1:
        return None
    if is_sentence or not 0 < end <= _MOST_LINES:
        return None
    numbered = [line for line in lines[1:end] if any(map(str.isdigit, line))]
    street = numbered or [line for line in lines[1:end] if is_place(line)]
    other = [line for line in lines[1:end] if line not in street]
    found = Party(name=lines[0].strip(" *-_="), phone=party.phone, address=", ".join(street))
    # If another line is left over, or there is no street, name and address are guesses.
    marked = _NAME_AND_ADDRESS if other or not street else frozenset()
    return WrittenOrder(sender=found, left=(*other, *lines[end + 1 :]), guessed=marked)


def _sender_in(orders: Sequence[WrittenOrder]) -> WrittenOrder | None:
    """Return the lines above as an order whose sender is the only party in them."""
    if len(orders) != 1:
        return None
    order = orders[0]
    sender, receiver = order.sender, order.receiver
    if sender == NOBODY and (receiver.phone or (receiver.name and receiver.address)):
        return replace(order, sender=receiver, guessed=_NAME_AND_ADDRESS)
    if receiver.phone and not sender.phone:
        whole = Party(
            name=sender.name or receiver.name,
            phone=receiver.phone,
            address=sender.address or receiver.address,
        )
        over = [receiver.name] if sender.name and receiver.name else []
        return replace(order, sender=whole, left=(*over, *order.left), guessed=_NAME_AND_ADDRESS)
    if (sender.phone or (sender.name and sender.address)) and not receiver.address:
        over = [text for text in (receiver.name, receiver.phone) if text]
        return replace(order, left=(*over, *order.left))
    return None


def _is_greeting(line: str) -> bool:
    return lexicon().only("words.greeting", folded_words(line))
