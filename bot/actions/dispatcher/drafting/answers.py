"""What somebody answers when a blank of a draft is asked for, and the lines that were no answer."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.actions.dispatcher.drafting.values import country_of, read
from bot.base.plain_text import clean
from bot.domain.draft import Blank, Draft, DraftItem, Spot
from bot.texts.dispatcher.input_errors import InputError, Wrong

MOST_ITEMS = 50

_SENDER_ORDER = (Blank.FROM_NAME, Blank.FROM_PHONE, Blank.FROM_ADDRESS)
_RECEIVER_ORDER = (Blank.TO_NAME, Blank.TO_PHONE, Blank.TO_ADDRESS)


@dataclass(frozen=True, slots=True)
class Filled:
    """A draft with what could be read, and the lines that could not.

    `rider` is the name that was written for one: who that is, only the list of riders tells.
    """

    draft: Draft
    problems: tuple[InputError, ...] = ()
    rider: str | None = None

    def with_problem(self, line: str, wrong: Wrong) -> "Filled":
        """Return the same with one more line that could not be taken."""
        return replace(self, problems=(*self.problems, InputError(line, wrong)))


def answer(draft: Draft, spot: Spot, text: str, country: str = "") -> Filled:
    """Take the answer to a question: the blank that was asked for, and those behind it.

    So somebody can be named with phone number and address in one message, a line for each; an
    address takes all the lines that are left. `country` is the dialling code of phone numbers that
    have none.
    """
    lines = [line for raw in text.splitlines() if (line := clean(raw))]
    if spot.blank is Blank.ITEMS:
        return _answer_items(draft, spot, lines, country)
    if spot.blank is Blank.NOTE:
        lines = [", ".join(lines)]
    filled = Filled(draft)
    for blank, line in zip(_order(spot.blank), _for_party(lines, spot.blank), strict=False):
        filled = _fill(filled, replace(spot, blank=blank), line, country)
    return filled


def _fill(filled: Filled, spot: Spot, line: str, country: str) -> Filled:
    value = read(spot.blank, line, _country_for(filled.draft, spot, country))
    if isinstance(value, InputError):
        return replace(filled, problems=(*filled.problems, value))
    return replace(filled, draft=filled.draft.filled(spot, value))


def _country_for(draft: Draft, spot: Spot, country: str) -> str:
    """Return the country of the sender for receivers, and the usual one for the sender."""
    if spot.blank is Blank.TO_PHONE and draft.sender.phone:
        return country_of(draft.sender.phone)
    return country


def _fill_items(filled: Filled, spot: Spot, lines: Iterable[str], country: str) -> Filled:
    for line in lines:
        known = filled.draft.receivers[spot.receiver].items or ()
        item = read(Blank.ITEMS, line, country)
        if not isinstance(item, DraftItem) or len(known) == MOST_ITEMS:
            filled = filled.with_problem(line, Wrong.ITEM)
        else:
            filled = replace(filled, draft=filled.draft.filled(spot, (*known, item)))
    return filled


def _answer_items(draft: Draft, spot: Spot, lines: list[str], country: str) -> Filled:
    """Take items in place of the former ones, if any of them can be read."""
    filled = _fill_items(Filled(draft.filled(spot, None)), spot, lines, country)
    known = filled.draft.receivers[spot.receiver].items
    return filled if known else replace(filled, draft=draft)


def _order(first: Blank) -> tuple[Blank, ...]:
    """Return the blanks that one answer can fill, beginning with the one that was asked for."""
    for order in (_SENDER_ORDER, _RECEIVER_ORDER):
        if first in order:
            return order[order.index(first) :]
    return (first,)


def _for_party(lines: list[str], first: Blank) -> list[str]:
    """Let the last blank take all the lines that are left."""
    blanks = len(_order(first))
    if len(lines) <= blanks:
        return lines
    return [*lines[: blanks - 1], ", ".join(lines[blanks - 1 :])]
