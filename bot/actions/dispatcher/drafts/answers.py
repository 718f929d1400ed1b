"""The answers to questions about a draft's blanks, and the lines that could not be read."""

from dataclasses import dataclass, replace

from bot.actions.dispatcher.drafts.values import country_of, read
from bot.base.plain_text import clean
from bot.domain.draft import AMOUNTS, Blank, Draft, DraftItem, Spot
from bot.parsing.orders.amounts import read_amount
from bot.parsing.orders.lexicon import lexicon
from bot.parsing.orders.words_of import words_of
from bot.texts.dispatcher.input_errors import InputError, Wrong

MOST_ITEMS = 50
_FEWEST_DIGITS = 7
"""The fewest digits of a phone number."""

_SENDER_ORDER = (Blank.FROM_NAME, Blank.FROM_PHONE, Blank.FROM_ADDRESS)
_RECEIVER_ORDER = (Blank.TO_NAME, Blank.TO_PHONE, Blank.TO_ADDRESS)


@dataclass(frozen=True, slots=True)
class Filled:
    """A draft with the values that could be read, and the lines that could not.

    `rider` is the rider's name as written; the caller looks it up in the list of riders.
    """

    draft: Draft
    problems: tuple[InputError, ...] = ()
    rider: str | None = None

    def with_problem(self, line: str, wrong: Wrong) -> "Filled":
        """Return the same with one more line that could not be read."""
        return replace(self, problems=(*self.problems, InputError(line, wrong)))


def answer(draft: Draft, spot: Spot, text: str, country: str = "", currency: str = "") -> Filled:
    """Read the answer to a question: the blank that was asked for, and others of its party.

    One message can give a party's name, phone number and address, a line each. Phone numbers and
    streets with a number are recognised in any place; the address takes all the lines that are
    left. `country` is the dialling code for phone numbers without one, `currency` is the code of
    the account's currency.
    """
    lines = [line for raw in text.splitlines() if (line := clean(raw))]
    filled = Filled(draft)
    if spot.blank is Blank.ITEMS:
        # The items replace the former ones, if any of them can be read.
        items: tuple[DraftItem, ...] = ()
        for line in lines:
            item = read(Blank.ITEMS, line, country)
            if isinstance(item, DraftItem) and len(items) < MOST_ITEMS:
                items = (*items, item)
            else:
                filled = filled.with_problem(line, Wrong.ITEM)
        return replace(filled, draft=draft.filled(spot, items) if items else draft)
    if spot.blank is Blank.NOTE:
        lines = [", ".join(lines)]
    amount = read_amount(text) if spot.blank in AMOUNTS else None
    if amount is not None and amount.is_foreign(currency):
        return filled.with_problem(clean(text), Wrong.CURRENCY)
    for blank, line in _by_kind(lines, spot.blank):
        filled = fill(filled, replace(spot, blank=blank), line, country)
    return filled


def fill(filled: Filled, spot: Spot, line: str, country: str) -> Filled:
    """Fill one blank with one line, or record the line as one that could not be read."""
    sender_phone = filled.draft.sender.phone
    if spot.blank is Blank.TO_PHONE and sender_phone:
        # A receiver's number without a country code gets that of the sender's number.
        country = country_of(sender_phone)
    value = read(spot.blank, line, country)
    if isinstance(value, InputError):
        return replace(filled, problems=(*filled.problems, value))
    return replace(filled, draft=filled.draft.filled(spot, value))


def party_of(blank: Blank) -> tuple[Blank, ...]:
    """Return the name, phone and address blanks of a blank's party; () if it has no party."""
    return next((party for party in (_SENDER_ORDER, _RECEIVER_ORDER) if blank in party), ())


def _by_kind(lines: list[str], first: Blank) -> list[tuple[Blank, str]]:
    """Return the lines of an answer, each with the blank that it is for."""
    party = party_of(first)
    if not party:
        return [(first, ", ".join(lines))] if lines else []
    name, phone, address = party
    numbers = [line for line in lines if is_phone(line)]
    others = [line for line in lines if line not in numbers]
    # A line that names a street with a number is no person's name.
    words = [word.text for word in words_of(others[0])] if others else []
    is_street = any(map(str.isdecimal, words)) and lexicon().has("words.streets", words)
    answered = [(phone, line) for line in numbers[:1]]
    if first is name and others and not is_street:
        answered.insert(0, (name, others.pop(0)))
    elif first is name and len(others) > 1:
        # The address comes first here, so the name is the last line.
        answered.insert(0, (name, others.pop()))
    elif first is phone and others and not numbers:
        # A phone was asked for, so let the line be refused as one and not become an address.
        answered.append((phone, others.pop(0)))
    rest = [*numbers[1:], *others]
    return [*answered, (address, ", ".join(rest))] if rest else answered


def is_phone(line: str) -> bool:
    """Tell whether a line can only be a phone number, a valid or an invalid one."""
    return sum(map(str.isdecimal, line)) >= _FEWEST_DIGITS and not any(map(str.isalpha, line))
