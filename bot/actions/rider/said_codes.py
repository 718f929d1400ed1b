"""The decision for which of a rider's orders a typed code is, and whether it is a code at all."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from bot.actions.order_numbers import known_open, tidy
from bot.actions.rider import code_habits, rounds, same_door
from bot.actions.rider.code_questions import CodeQuestion
from bot.actions.rider.codes import Stage
from bot.base.database.transaction import Transaction
from bot.base.vault import Vault
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Person
from bot.fleet import State
from bot.parsing.intents.codes import SHORTEST, CodesSaid, FoundCode, codes_in, says_nothing
from bot.parsing.intents.spoken import plain
from bot.parsing.intents.transcript import transcribe
from bot.parsing.intents.written_together import apart

_PHONES = range(9, 12)
"""The lengths of phone numbers that begin with a zero."""


class Doubt(Enum):
    """The reasons to ask before sending a code: a wrong one would count as a failed attempt."""

    WHICH_ORDER = "there are several orders that it could be for"
    LENGTH = "codes here are of another length"
    ORDER_NUMBER = "it is the number of one of their orders"
    TYPED_BEFORE = "they have typed it today, and it was used or refused"
    IN_A_SENTENCE = "it stands among words that do not say what it is"
    ONE_BY_ONE = "there are more codes, or fewer, than parcels for one door"


@dataclass(frozen=True, slots=True)
class Use:
    """A code for an order."""

    row: DeliveryRow
    code: str

    @property
    def stage(self) -> Stage:
        return stage_of(self.row)


@dataclass(frozen=True, slots=True)
class AskFirst:
    """A code that waits until the rider says for which of these orders it is, if for any."""

    code: str
    rows: tuple[DeliveryRow, ...]
    doubt: Doubt


@dataclass(frozen=True, slots=True)
class Said:
    """A rider's message as read: the codes in it, and the orders that it names.

    `orders` are the rider's own, `others` are open orders of other riders or of none.
    """

    codes: CodesSaid
    orders: tuple[str, ...]
    others: frozenset[str] = frozenset()
    before_codes: tuple[str | None, ...] = ()
    """For each code, the order that was named last before it."""
    are_beside_orders: bool = False
    """Whether every code stands next to an order, with only filler words between."""

    def without_orders(self) -> list[FoundCode]:
        numbers = {*self.orders, *self.others}
        return [code for code in self.codes.codes if code.code not in numbers]


def stage_of(row: DeliveryRow) -> Stage:
    return Stage.DROPOFF if row.state in {State.IN_TRANSIT, State.FAILED} else Stage.PICKUP


def read(tx: Transaction, person: Person, text: str, *, is_asked: bool = False) -> Said:
    """Read the codes and the order numbers in a rider's message."""
    lengths = code_habits.lengths(tx)
    mine = {tidy(row.order_number) for row in rounds.working_order(tx, person)}
    codes = codes_in(text, lengths, mine, is_asked=is_asked)
    others = known_open(tx, (code.code for code in codes.codes)) - mine
    if others:
        # The number of another rider's order is no code either, so read again with it known.
        codes = codes_in(text, lengths, mine | others, is_asked=is_asked)
    named = tuple(dict.fromkeys(word for word in _words(text, mine) if word in mine))
    said = Said(codes, named, frozenset(others))
    orders_before: list[str | None] = []
    are_beside = []
    for code in said.without_orders():
        before = _words(text[: code.start], mine)
        after = _words(text[code.end :], mine)
        orders_before.append(next((word for word in reversed(before) if word in mine), None))
        is_beside = _names_at_once(before[::-1], mine) or _names_at_once(after, mine)
        are_beside.append(not code.is_vague and is_beside)
    return replace(
        said,
        before_codes=tuple(orders_before),
        are_beside_orders=bool(are_beside) and all(are_beside),
    )


def _words(text: str, orders: set[str]) -> list[str]:
    return [tidy(part.text) for part in apart(transcribe(text).parts(), orders) if part.is_word]


def _names_at_once(words: Sequence[str], orders: set[str]) -> bool:
    """Tell whether the words name an order with only filler words before it."""
    at = next((at for at, word in enumerate(words) if word in orders), None)
    return at is not None and says_nothing(map(plain, words[:at]))


def only_code(tx: Transaction, said: Said) -> tuple[str, Doubt | None]:
    """Return the first code said for the one order that is asked about, and the doubt, if any."""
    codes = said.without_orders() or said.codes.codes
    code, doubt = codes[0].code, None
    if not said.without_orders():
        doubt = Doubt.ORDER_NUMBER
    elif len(codes) > 1 or not (said.codes.are_clear or said.codes.is_answer):
        doubt = Doubt.IN_A_SENTENCE
    elif _has_odd_length(code, code_habits.lengths(tx)):
        doubt = Doubt.LENGTH
    return code, doubt


def decide(
    tx: Transaction,
    vault: Vault,
    person: Person,
    said: Said,
    asked: CodeQuestion | None,
    *,
    is_command: bool = False,
) -> Sequence[Use] | AskFirst | None:
    """Return where to send the codes, or the question to ask first; `None` without code or order.

    With `is_command` the rider states that it is the code, so an odd length, or having typed it
    before, is no doubt.
    """
    return _Decision(tx, vault, person, said, asked, is_command=is_command).reach()


def _has_odd_length(code: str, lengths: Collection[int]) -> bool:
    """Tell whether a code has another length than this fleet's known ones.

    While none is known, a length is odd if it is very short or that of a phone number.
    """
    if lengths:
        return len(code) not in lengths
    return len(code) < SHORTEST or (code.startswith("0") and len(code) in _PHONES)


class _Decision:
    """The decision on the codes of one message.

    A code that may be wrong is not sent before the rider has said for which order it is.
    """

    def __init__(
        self,
        tx: Transaction,
        vault: Vault,
        person: Person,
        said: Said,
        asked: CodeQuestion | None,
        *,
        is_command: bool,
    ) -> None:
        self._is_command = is_command
        self._tx, self._vault, self._rider = tx, vault, person.as_rider
        self._said, self._asked = said, asked
        self._mine = rounds.working_order(tx, person)
        by_number = {tidy(row.order_number): row for row in self._mine}
        self._named = [by_number[number] for number in said.orders]
        self._before = [by_number.get(number or "") for number in said.before_codes]
        self._codes = [code.code for code in said.without_orders()]

    def reach(self) -> Sequence[Use] | AskFirst | None:
        if not self._mine or not self._said.codes.codes:
            return None
        if not self._codes:
            # An order's number may be the code after all, if the bot asked for one.
            asked = self._asked
            rows = [row for row in self._mine if asked and row.uuid == asked.delivery]
            number = self._said.codes.codes[0].code
            return AskFirst(number, tuple(rows), Doubt.ORDER_NUMBER) if rows else None
        if self._named:
            return self._for_named()
        if len(self._codes) > 1:
            return self._several()
        rows = self._meant()
        if len(rows) > 1:
            return AskFirst(self._codes[0], tuple(rows), Doubt.WHICH_ORDER)
        return self._use_or_ask(rows)

    def _for_named(self) -> Sequence[Use] | AskFirst:
        """Take each code for the order named before it, or all codes in the order of naming."""
        # “1002 code 8918, 1003 later”: an order that no code follows gets none.
        before = [row for row in self._before if row is not None]
        if len({row.uuid for row in before}) == len(self._codes):
            return self._use_or_ask(before)
        if len(self._named) == len(self._codes):
            return self._use_or_ask(self._named)
        return AskFirst(self._codes[0], tuple(self._named), Doubt.WHICH_ORDER)

    def _several(self) -> Sequence[Use] | AskFirst:
        """Take several codes one by one, if one door has as many parcels."""
        rows = self._meant()
        there = {row.uuid for row in same_door.parcels(self._tx, rows[0])}
        door = [row for row in self._mine if row.uuid in there]
        if len(door) == len(self._codes) and (self._asked or len(door) == len(rows)):
            return [Use(row, code) for row, code in zip(door, self._codes, strict=True)]
        return AskFirst(self._codes[0], tuple(self._mine), Doubt.ONE_BY_ONE)

    def _meant(self) -> list[DeliveryRow]:
        """Return the orders that a code without a number can be for."""
        asked = self._asked
        return [row for row in self._mine if asked and row.uuid == asked.delivery] or self._mine

    def _use_or_ask(self, rows: Sequence[DeliveryRow]) -> Sequence[Use] | AskFirst:
        doubt = self._doubt()
        if doubt is not None:
            return AskFirst(self._codes[0], tuple(rows[:1]), doubt)
        return [Use(row, code) for row, code in zip(rows, self._codes, strict=True)]

    def _doubt(self) -> Doubt | None:
        said, lengths = self._said.codes, code_habits.lengths(self._tx)
        is_clear = said.are_clear or (self._asked is not None and said.is_answer)
        is_of_mine = is_clear or self._said.are_beside_orders
        if self._said.others or not is_of_mine:
            return Doubt.IN_A_SENTENCE
        if self._is_command:
            return None
        if any(_has_odd_length(code, lengths) for code in self._codes):
            return Doubt.LENGTH
        for code in self._codes:
            if code_habits.typed_for(self._tx, self._vault, self._rider, code) is not None:
                return Doubt.TYPED_BEFORE
        return None
