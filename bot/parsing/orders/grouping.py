"""Which order each part of a text belongs to, and how many there are.

A part of somebody that an order has already begins the next one where what follows, up to the next
such part, has something else that the order has already: a name and a number after a name and a
number. Otherwise it is a second name, number or address of the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from bot.parsing.orders.spans import PHONES, RECEIVER, SENDER, Span
from bot.parsing.orders.tagger import PartKind

_OF_SOMEBODY = frozenset((*SENDER, *RECEIVER))
_AT_ONCE = 2
"""Words and signs from the end of a part to what stands behind it, with one sign between."""
_NUMBERS = (PartKind.RECEIVER_PHONE, PartKind.SENDER_PHONE)


@dataclass(slots=True)
class PartsOfOrder:
    """The parts of one order. `more` are those of which there is a first one already."""

    parties: dict[PartKind, Span] = field(default_factory=dict)
    more: list[Span] = field(default_factory=list)
    others: list[Span] = field(default_factory=list)

    @property
    def has_receiver(self) -> bool:
        """Tell whether it is known how to reach somebody; a name alone may be a salutation."""
        return not self.parties.keys().isdisjoint(
            (PartKind.RECEIVER_PHONE, PartKind.RECEIVER_ADDRESS)
        )

    def of(self, kind: PartKind) -> list[Span]:
        """Return its things, notes or amounts."""
        return [span for span in self.others if span.kind is kind]


def groups_of(spans: Sequence[Span], begins: Sequence[int] = ()) -> list[PartsOfOrder]:
    """Share the parts of a text among the orders in it, in the order of the text.

    A list says itself where its orders begin: `begins` are the places of these tokens.
    """
    spans = [_beside_sender(spans, at) for at in range(len(spans))]
    groups = _numbered(spans, begins) if begins else _told_apart(spans)
    for group in groups:
        _give_each_its_number(group)
    _share_sender(groups)
    return [group for group in groups if group.parties or group.others]


def _beside_sender(spans: Sequence[Span], at: int) -> Span:
    """Let the first number be the sender's, where it stands at once behind what is told of them."""
    span = spans[at]
    told = [each for each in spans[:at] if each.kind in _OF_SOMEBODY]
    is_behind = told and told[-1].line == span.line and span.first - told[-1].last <= _AT_ONCE
    is_first = is_behind and {each.kind for each in told} <= {*SENDER}
    is_taken = any(each.kind in PHONES for each in told)
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
        _give_to_receiver(group)
    common, first = groups[0], groups[1]
    if common.has_receiver:  # an order stands above the list
        return groups
    first.parties = _sender_of(common) | first.parties
    first.others = [*common.others, *first.others]
    first.more += [span for kind, span in common.parties.items() if kind in RECEIVER]
    return groups[1:]


def _give_to_receiver(group: PartsOfOrder) -> None:
    """Give a number or an address in a line of a list to who gets it, where it names no sender."""
    parties = group.parties
    own = [kind for kind in SENDER if kind in parties]
    is_lone = own == [PartKind.SENDER_PHONE] or PartKind.RECEIVER_NAME in parties
    for kind, other in zip(SENDER, RECEIVER, strict=True):
        if PartKind.SENDER_NAME not in own and is_lone and kind in own and other not in parties:
            parties[other] = replace(parties.pop(kind), kind=other, certainty=0)


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
    kind, side = spans[at].kind, SENDER if spans[at].kind in SENDER else RECEIVER
    following = set()
    for span in spans[at + 1 :]:
        if span.kind is kind:
            break
        following.add(span.kind)
    repeated = following & group.parties.keys()
    if kind in SENDER:  # the same sender is named again, or another one of the next order
        return group.has_receiver and not repeated.isdisjoint(RECEIVER)
    return not repeated.isdisjoint(side) or _is_alone(group, spans, at)


def _is_alone(group: PartsOfOrder, spans: Sequence[Span], at: int) -> bool:
    """Tell whether orders here are known by this part only, such as by an address a line."""
    kind = spans[at].kind
    own = [each for each in group.parties if each in RECEIVER]
    rest = {span.kind for span in spans[at:] if span.kind in RECEIVER}
    apart = spans[at].line != group.parties[kind].line
    return own == [kind] and rest == {kind} and apart and kind is not PartKind.RECEIVER_NAME


def _next(group: PartsOfOrder, span: Span) -> PartsOfOrder:
    """Begin the next order, with what stands in its line before its first part.

    In one line with the former order these are its things, where that one began with things too.
    """
    parties = group.parties.values()
    end = max((each.last for each in parties), default=-1)
    told = [other for other in group.others if other.line == span.line and other.first > end]
    if any(each.line == span.line for each in parties):
        to = min((each.first for each in parties if each.kind in RECEIVER), default=-1)
        begins_with_thing = any(each.first < to for each in group.of(PartKind.ITEM))
        told = [each for each in told if begins_with_thing and each.kind is PartKind.ITEM]
    group.others = [other for other in group.others if other not in told]
    return PartsOfOrder(others=told)


def _take(group: PartsOfOrder, span: Span) -> None:
    """Take a part; of several names that one which stands next to a number or an address."""
    known = group.parties.get(span.kind)
    if known is None:
        group.parties[span.kind] = span
    elif span.kind is PartKind.RECEIVER_NAME and not group.has_receiver:
        group.more.append(known)
        group.parties[span.kind] = span
    else:
        group.more.append(span)


def _give_each_its_number(group: PartsOfOrder) -> None:
    """Give a party without a number the one that stands beside it and is nobody's, or another's.

    Where somebody has two numbers and the other party none, each has the one behind its words.
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
    """Return whose a number is by the name or the address that stands last before it."""
    before = [
        span
        for span in (*group.parties.values(), *group.more)
        if span.last < number.first and span.kind not in PHONES
    ]
    if not before:
        return None
    last = max(before, key=lambda span: span.last)
    return PartKind.SENDER_PHONE if last.kind in SENDER else PartKind.RECEIVER_PHONE


def _share_sender(groups: Sequence[PartsOfOrder]) -> None:
    """Let orders that name no sender have the one who is named before them, or the only one."""
    named = [group for group in groups if any(kind in group.parties for kind in SENDER)]
    for number, group in enumerate(groups):
        if group in named or not named:
            continue
        before = [other for other in groups[:number] if other in named]
        source = before[-1] if before else named[0]
        group.parties |= _sender_of(source)


def _sender_of(group: PartsOfOrder) -> dict[PartKind, Span]:
    return {kind: span for kind, span in group.parties.items() if kind in SENDER}
