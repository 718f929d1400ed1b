"""Grouping of a text's parts by order.

A part of a party that the order already has begins the next order if the parts behind it, up to the
next of its kind, repeat another one: a name and a number after a name and a number. Otherwise it is
a second name, number or address of the same order.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from bot.parsing.orders.features import lines
from bot.parsing.orders.lexicon import lexicon
from bot.parsing.orders.spans import PHONES, Span
from bot.parsing.orders.tagger import RECEIVER, SENDER, PartKind
from bot.parsing.orders.tokens import Token
from bot.parsing.orders.words_of import folded, western_digits

_OF_SOMEBODY = frozenset((*SENDER, *RECEIVER))
_AT_ONCE = 2
"""The distance in tokens between two parts with one sign between them."""
_NUMBERS = (PartKind.RECEIVER_PHONE, PartKind.SENDER_PHONE)
_SIGNS = frozenset(".):-–—/")
_FEWEST_COUNTED = 2
_HEAD = 3
"""How many tokens at the beginning of a line may hold its number in a list."""


@dataclass(slots=True)
class PartsOfOrder:
    """The parts of one order; `more` are second ones of a kind, `others` belong to no party."""

    parties: dict[PartKind, Span] = field(default_factory=dict)
    more: list[Span] = field(default_factory=list)
    others: list[Span] = field(default_factory=list)

    @property
    def has_receiver(self) -> bool:
        """Whether the receiver has a number or an address; a name alone may be a salutation."""
        return not self.parties.keys().isdisjoint(
            (PartKind.RECEIVER_PHONE, PartKind.RECEIVER_ADDRESS)
        )

    def of(self, kind: PartKind) -> list[Span]:
        """Return the parts of a kind that belongs to no party."""
        return [span for span in self.others if span.kind is kind]


def numbers_of_list(tokens: Sequence[Token]) -> list[range]:
    """Return the places of the numbers of a list, with the words before them.

    The list must count from one and have two numbers at least; otherwise return [].
    """
    found: list[range] = []
    for start, end in lines(tokens):
        figures = [western_digits(tokens[at].text) for at in range(start, min(end, start + _HEAD))]
        numbers = [
            at
            for at, digits in enumerate(figures, start=start)
            if digits.isdecimal() and not tokens[at].phone
        ]
        if not numbers:
            continue
        at = numbers[0]
        # A sign behind a number, or a word before it such as “order”, shows that it counts.
        words = [folded(token.text) for token in tokens[start:at] if token.is_word]
        has_sign = at + 1 < end and tokens[at + 1].text in _SIGNS
        counts = lexicon().only("words.numbering", words) and (bool(words) or has_sign)
        if counts and int(figures[at - start]) == len(found) + 1:
            found.append(range(start, at + 1))
    return found if len(found) >= _FEWEST_COUNTED else []


def groups_of(spans: Sequence[Span], begins: Sequence[int] = ()) -> list[PartsOfOrder]:
    """Group the parts of a text by order, in the sequence of the text.

    `begins` are the tokens where the orders of a numbered list begin; it is empty without a list.
    """
    spans = [_beside_sender(spans, at) for at in range(len(spans))]
    groups = _numbered(spans, begins) if begins else _told_apart(spans)
    for group in groups:
        _give_each_its_number(group)
    # An order without a sender gets that of the order before it, or else the first one.
    named = [group for group in groups if any(kind in group.parties for kind in SENDER)]
    for number, group in enumerate(groups):
        if named and group not in named:
            before = [other for other in groups[:number] if other in named]
            group.parties |= _sender_of(before[-1] if before else named[0])
    return [group for group in groups if group.parties or group.others]


def _beside_sender(spans: Sequence[Span], at: int) -> Span:
    """Give a text's first number to the sender, if it directly follows the sender's other parts."""
    span = spans[at]
    before = [each for each in spans[:at] if each.kind in _OF_SOMEBODY]
    is_behind = before and before[-1].line == span.line and span.first - before[-1].last <= _AT_ONCE
    is_first = is_behind and {each.kind for each in before} <= {*SENDER}
    is_taken = any(each.kind in PHONES for each in before)
    if span.kind is not PartKind.RECEIVER_PHONE or not is_first or is_taken:
        return span
    return replace(span, kind=PartKind.SENDER_PHONE, certainty=0)


def _numbered(spans: Sequence[Span], begins: Sequence[int]) -> list[PartsOfOrder]:
    groups = [PartsOfOrder() for _ in range(len(begins) + 1)]
    for span in spans:
        number = sum(start <= span.first for start in begins)
        if span.kind in _OF_SOMEBODY:
            _take(groups[number], span)
        else:
            groups[number].others.append(span)
    for group in groups[1:]:
        # A number or an address belongs to the receiver if no sender is named.
        parties = group.parties
        own = [kind for kind in SENDER if kind in parties]
        is_lone = own == [PartKind.SENDER_PHONE] or PartKind.RECEIVER_NAME in parties
        if PartKind.SENDER_NAME in own or not is_lone:
            continue
        for kind, other in zip(SENDER, RECEIVER, strict=True):
            if kind in own and other not in parties:
                parties[other] = replace(parties.pop(kind), kind=other, certainty=0)
    common, first = groups[0], groups[1]
    if common.has_receiver:  # an order stands above the list
        return groups
    first.parties = _sender_of(common) | first.parties
    first.others = [*common.others, *first.others]
    first.more += [span for kind, span in common.parties.items() if kind in RECEIVER]
    return groups[1:]


def _told_apart(spans: Sequence[Span]) -> list[PartsOfOrder]:
    groups = [PartsOfOrder()]
    for at, span in enumerate(spans):
        if span.kind in _OF_SOMEBODY:
            if span.kind in groups[-1].parties and _begins_next(groups[-1], spans, at):
                groups.append(_next(groups[-1], span))
            _take(groups[-1], span)
        else:
            groups[-1].others.append(span)
    return groups


def _begins_next(group: PartsOfOrder, spans: Sequence[Span], at: int) -> bool:
    """Tell whether a part that the order already has is the first one of the next order."""
    kind = spans[at].kind
    following = set()
    for span in spans[at + 1 :]:
        if span.kind is kind:
            break
        following.add(span.kind)
    repeated = following & group.parties.keys()
    if kind in SENDER:  # the same sender is named again, or another one of the next order
        return group.has_receiver and not repeated.isdisjoint(RECEIVER)
    # Each order may have only one part of its receiver, such as an address a line.
    own = [each for each in group.parties if each in RECEIVER]
    rest = {span.kind for span in spans[at:] if span.kind in RECEIVER}
    is_only = own == [kind] and rest == {kind} and kind is not PartKind.RECEIVER_NAME
    is_apart = spans[at].line != group.parties[kind].line
    return not repeated.isdisjoint(RECEIVER) or (is_only and is_apart)


def _next(group: PartsOfOrder, span: Span) -> PartsOfOrder:
    """Begin the next order, with the parts before its first one in its line.

    If the former order has a party in this line, take only items, and only if that order also began
    with items.
    """
    parties = group.parties.values()
    end = max((each.last for each in parties), default=-1)
    own = [other for other in group.others if other.line == span.line and other.first > end]
    if any(each.line == span.line for each in parties):
        to = min((each.first for each in parties if each.kind in RECEIVER), default=-1)
        begins_with_thing = any(each.first < to for each in group.of(PartKind.ITEM))
        own = [each for each in own if begins_with_thing and each.kind is PartKind.ITEM]
    group.others = [other for other in group.others if other not in own]
    return PartsOfOrder(others=own)


def _take(group: PartsOfOrder, span: Span) -> None:
    """Take a part; of several names, the one next to a number or an address counts."""
    known = group.parties.get(span.kind)
    if known is None:
        group.parties[span.kind] = span
    elif span.kind is PartKind.RECEIVER_NAME and not group.has_receiver:
        group.more.append(known)
        group.parties[span.kind] = span
    else:
        group.more.append(span)


def _give_each_its_number(group: PartsOfOrder) -> None:
    """Give a party without a number the one behind its name or address.

    The number may be one without an owner, or the second number of the other party.
    """
    for span in group.of(PartKind.OTHER_PHONE):
        kind = _number_beside(group, span)
        if kind is not None and kind not in group.parties:
            group.others.remove(span)
            group.parties[kind] = replace(span, kind=kind, certainty=0)
    for kind, other in (_NUMBERS, _NUMBERS[::-1]):
        over = [span for span in group.more if span.kind is kind]
        if other in group.parties or kind not in group.parties or len(over) != 1:
            continue
        both = sorted((group.parties[kind], over[0]), key=lambda span: span.first)
        beside = [_number_beside(group, span) for span in both]
        if set(beside) == {kind, other}:
            group.more.remove(over[0])
            for own, span in zip(beside, both, strict=True):
                assert own is not None  # noqa: S101 - it is one of two
                group.parties[own] = replace(span, kind=own, certainty=0)


def _number_beside(group: PartsOfOrder, number: Span) -> PartKind | None:
    """Return the kind of a number by the party of the last name or address before it."""
    before = [
        span
        for span in (*group.parties.values(), *group.more)
        if span.last < number.first and span.kind not in PHONES
    ]
    if not before:
        return None
    last = max(before, key=lambda span: span.last)
    return PartKind.SENDER_PHONE if last.kind in SENDER else PartKind.RECEIVER_PHONE


def _sender_of(group: PartsOfOrder) -> dict[PartKind, Span]:
    return {kind: span for kind, span in group.parties.items() if kind in SENDER}
