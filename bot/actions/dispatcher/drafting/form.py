"""Filling a draft in: from the answer to a question, or from lines that say what they are."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from bot.actions.dispatcher.drafting.values import country_of, read
from bot.store.drafts import RECEIVER, SENDER, Blank, Draft, DraftItem, Spot
from bot.texts.dispatcher.form import folded
from bot.texts.dispatcher.input_errors import InputError, Wrong
from bot.texts.html import clean

_LABELLED = re.compile(r"\s*(?P<label>[^:：]{1,24}?)\s*[:：]\s*(?P<value>.*)")

_MOST_RECEIVERS = 20
_MOST_ITEMS = 50

_SENDER_ORDER = (Blank.FROM_NAME, Blank.FROM_PHONE, Blank.FROM_ADDRESS)
_RECEIVER_ORDER = (Blank.TO_NAME, Blank.TO_PHONE, Blank.TO_ADDRESS)


@dataclass(frozen=True, slots=True)
class Book:
    """What is needed to read a form.

    `labels` say which word stands for which blank, in small letters; `choices` which for yes and
    no. `country` is the dialling code of phone numbers that have none.
    """

    labels: Mapping[str, Blank]
    choices: Mapping[str, bool]
    country: str = ""


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


def is_form(text: str, book: Book) -> bool:
    """Tell whether some line of a text says itself what it is."""
    return any(_label(line, book) for line in _lines(text))


def answer(draft: Draft, spot: Spot, text: str, book: Book) -> Filled:
    """Take the answer to a question: the blank that was asked for, and those behind it.

    So somebody can be named with phone number and address in one message, a line for each; an
    address takes all the lines that are left.
    """
    lines = _lines(text)
    filled = Filled(draft)
    if spot.blank is Blank.ITEMS:
        return _answer_items(draft, spot, lines, book)
    for blank, line in zip(_order(spot.blank), _for_party(lines, spot.blank), strict=False):
        filled = _fill(filled, replace(spot, blank=blank), line, book)
    return filled


def read_form(draft: Draft, text: str, book: Book) -> Filled:
    """Take lines such as `To: Bola`. A second `To:` begins another receiver.

    A line without a label goes on with the items or the address before it.
    """
    lines = _lines(text)
    book = replace(book, country=_country(lines, book) or book.country)
    filled, last = Filled(draft), None
    for line in lines:
        found = _label(line, book)
        if found is not None:
            last, filled = found[0], _take(filled, *found, book)
        elif last in (Blank.ITEMS, Blank.TO_ADDRESS, Blank.FROM_ADDRESS):
            filled = _go_on(filled, last, line, book)
        else:
            filled = filled.with_problem(line, Wrong.LABEL)
    return filled


def _lines(text: str) -> list[str]:
    return [line for raw in text.splitlines() if (line := clean(raw))]


def _label(line: str, book: Book) -> tuple[Blank, str] | None:
    found = _LABELLED.fullmatch(line)
    blank = book.labels.get(folded(found["label"])) if found else None
    return (blank, found["value"]) if found and blank else None


def _country(lines: Iterable[str], book: Book) -> str:
    """Return the country of the sender that the form names, wherever it does."""
    for line in lines:
        found = _label(line, book)
        if found and found[0] is Blank.FROM_PHONE:
            phone = read(Blank.FROM_PHONE, found[1], book.country)
            return country_of(phone) if isinstance(phone, str) else ""
    return ""


def _take(filled: Filled, blank: Blank, value: str, book: Book) -> Filled:
    if blank is Blank.RIDER:
        return replace(filled, rider=value)
    if blank is Blank.SMS:
        return _choose(filled, value, book)
    if blank is Blank.TO_NAME and filled.draft.receivers[-1].name:
        if len(filled.draft.receivers) == _MOST_RECEIVERS:
            return filled.with_problem(value, Wrong.TOO_MANY)
        filled = replace(filled, draft=filled.draft.with_another_receiver())
    return _go_on(filled, blank, value, book)


def _choose(filled: Filled, value: str, book: Book) -> Filled:
    choice = book.choices.get(folded(value))
    if choice is None:
        return filled.with_problem(value, Wrong.CHOICE)
    return replace(filled, draft=filled.draft.filled(Spot(Blank.SMS), choice))


def _go_on(filled: Filled, blank: Blank, value: str, book: Book) -> Filled:
    """Fill a blank of the receiver who was named last, or add to it what can grow."""
    spot = Spot(blank, len(filled.draft.receivers) - 1 if blank in RECEIVER else 0)
    if blank is Blank.ITEMS:
        return _fill_items(filled, spot, [value] if value else [], book)
    if blank in (Blank.TO_ADDRESS, Blank.FROM_ADDRESS):
        value = ", ".join(part for part in (_known(filled.draft, spot), value) if part)
    return _fill(filled, spot, value, book)


def _known(draft: Draft, spot: Spot) -> str:
    party = draft.sender if spot.blank in SENDER else draft.receivers[spot.receiver]
    return party.address


def _fill(filled: Filled, spot: Spot, line: str, book: Book) -> Filled:
    value = read(spot.blank, line, _country_for(filled.draft, spot, book))
    if isinstance(value, InputError):
        return replace(filled, problems=(*filled.problems, value))
    return replace(filled, draft=filled.draft.filled(spot, value))


def _country_for(draft: Draft, spot: Spot, book: Book) -> str:
    """Return the country of the sender for receivers, and the usual one for the sender."""
    if spot.blank is Blank.TO_PHONE and draft.sender.phone:
        return country_of(draft.sender.phone)
    return book.country


def _fill_items(filled: Filled, spot: Spot, lines: Iterable[str], book: Book) -> Filled:
    for line in lines:
        known = filled.draft.receivers[spot.receiver].items or ()
        item = read(Blank.ITEMS, line, book.country)
        if not isinstance(item, DraftItem) or len(known) == _MOST_ITEMS:
            filled = filled.with_problem(line, Wrong.ITEM)
        else:
            filled = replace(filled, draft=filled.draft.filled(spot, (*known, item)))
    return filled


def _answer_items(draft: Draft, spot: Spot, lines: list[str], book: Book) -> Filled:
    """Take items in place of the former ones, if any of them can be read."""
    filled = _fill_items(Filled(draft.filled(spot, None)), spot, lines, book)
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
