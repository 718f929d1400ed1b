"""How many orders there are: what was divided has to be borne out by what it tells."""

from collections.abc import Sequence

from bot.texts.written_orders.labels import Side
from bot.texts.written_orders.lexicon import lexicon
from bot.texts.written_orders.pieces import tidy
from bot.texts.written_orders.slip import Slip
from bot.texts.written_orders.words_of import words_of
from bot.texts.written_orders.written_order import NOBODY, WrittenOrder

_LEAST_SIGNS = 2


def are_borne_out(slips: Sequence[Slip], *, is_marked: bool) -> bool:
    """Tell whether two signs agree: numbers or rules, receivers' phones, names, addresses."""
    receivers = [slip.parties[Side.RECEIVER] for slip in slips]
    phones = {party.phone for party in receivers if party.phone}
    signs = (
        is_marked,
        len(phones) == len(slips),
        all(party.name for party in receivers),
        all(party.address for party in receivers),
    )
    return len(slips) == 1 or sum(signs) >= _LEAST_SIGNS


def are_parts_of_one(slips: Sequence[Slip]) -> bool:
    """Tell whether nothing of a receiver is said twice, so that all may be of the same."""
    receivers = [slip.parties[Side.RECEIVER] for slip in slips]
    told = (
        [getattr(party, field) for party in receivers] for field in ("name", "phone", "address")
    )
    return all(sum(map(bool, values)) <= 1 for values in told)


def all_left(lines: Sequence[str]) -> WrittenOrder:
    """Return what is sure of orders that nobody can count: only what is written."""
    return WrittenOrder(left=tuple(tidy(line) or line for line in lines if line))


def share_last_sender(slips: Sequence[Slip], each: Sequence[Sequence[str]]) -> None:
    """Give a sender whom only the last order names to all where this is said, else to none."""
    if not slips:
        return
    *others, last = slips
    sender = last.parties[Side.SENDER]
    if (
        not others
        or sender == NOBODY
        or any(slip.parties[Side.SENDER] != NOBODY for slip in others)
    ):
        return
    words = [word.text for word in words_of(each[-1][-1] if each[-1] else "")]
    if lexicon().has("words.whole", words):
        for slip in others:
            slip.take_sender(sender)
        return
    last.parties[Side.SENDER] = NOBODY
    last.left += [value for value in (sender.name, sender.phone, sender.address) if value]
