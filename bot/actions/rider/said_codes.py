"""Which of a rider's orders a code is for that they have said, and whether it is one at all."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum

from bot.actions.order_numbers import tidy
from bot.actions.rider import code_habits, same_door
from bot.actions.rider.code_questions import CodeQuestion
from bot.actions.rider.codes import Stage
from bot.actions.rider.own_deliveries import in_working_order
from bot.base.transaction import Transaction
from bot.base.vault import Vault
from bot.fleet import State
from bot.store import deliveries
from bot.store.deliveries import DeliveryRow
from bot.store.people import Person
from bot.texts.intents.codes import CodesSaid, codes_in

_WORD = re.compile(r"\w+")


class Doubt(Enum):
    """Why somebody is asked before a code is sent, which could be a wrong one and would count."""

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
class Ask:
    """A code that waits until somebody has said for which of these orders it is, if for any."""

    code: str
    rows: tuple[DeliveryRow, ...]
    doubt: Doubt


@dataclass(frozen=True, slots=True)
class Said:
    """What a rider has said: the codes in it, and the orders of theirs that are named."""

    codes: CodesSaid
    orders: tuple[str, ...]
    before_code: str | None = None
    """The order that was named last before the only code."""


def stage_of(row: DeliveryRow) -> Stage:
    return Stage.DROPOFF if row.state in {State.IN_TRANSIT, State.FAILED} else Stage.PICKUP


def read(tx: Transaction, person: Person, text: str) -> Said:
    """Read the codes in what a rider has said, as this fleet writes them."""
    mine = _own(tx, person)
    orders = {tidy(row.order_number) for row in mine}
    said = codes_in(text, code_habits.lengths(tx), orders)
    found = [tidy(word.group()) for word in _WORD.finditer(text)]
    named = tuple(dict.fromkeys(word for word in found if word in orders))
    return Said(said, named, _before_code(text, said, orders))


def _before_code(text: str, said: CodesSaid, orders: Collection[str]) -> str | None:
    """Return the order that was named last before the only code, if there is just one."""
    codes = [code for code in said.codes if code.code not in orders]
    if len(codes) != 1:
        return None
    before = [tidy(word.group()) for word in _WORD.finditer(text[: codes[0].start])]
    return next((word for word in reversed(before) if word in orders), None)


def decide(
    tx: Transaction, vault: Vault, person: Person, said: Said, asked: CodeQuestion | None
) -> Sequence[Use] | Ask | None:
    """Return what is to become of the codes; `None` if there is none, or no order for it."""
    mine, codes = _own(tx, person), [each.code for each in said.codes.codes]
    named = [row for row in mine if tidy(row.order_number) in said.orders]
    others = [code for code in codes if code not in said.orders]
    if not mine or not codes:
        return None
    if named and others and len(named) == len(others):
        return _one_or_ask(tx, vault, person, said, named, others, asked)
    if said.before_code is not None:
        one = [row for row in named if tidy(row.order_number) == said.before_code]
        return _one_or_ask(tx, vault, person, said, one, others, asked)
    if not others:
        return _only_numbers(mine, codes, asked)
    rows = _meant(mine, asked)
    if len(others) > 1:
        return _several(tx, mine, rows, others)
    if len(rows) > 1:
        return Ask(others[0], tuple(rows), Doubt.WHICH_ORDER)
    return _one_or_ask(tx, vault, person, said, rows, others, asked)


def _own(tx: Transaction, person: Person) -> list[DeliveryRow]:
    return in_working_order(deliveries.open_of_rider(tx, person.as_rider))


def _only_numbers(
    mine: Sequence[DeliveryRow], codes: Sequence[str], asked: CodeQuestion | None
) -> Ask | None:
    """Ask about the number of an order, where a code was asked for; else it is only a number."""
    rows = tuple(row for row in mine if asked and row.uuid == asked.delivery)
    return Ask(codes[0], rows, Doubt.ORDER_NUMBER) if rows else None


def _meant(mine: list[DeliveryRow], asked: CodeQuestion | None) -> list[DeliveryRow]:
    """Return the orders that a code without a number can be for."""
    if asked is not None:
        return [row for row in mine if row.uuid == asked.delivery] or mine
    return mine


def _several(
    tx: Transaction, mine: list[DeliveryRow], rows: list[DeliveryRow], codes: Sequence[str]
) -> Sequence[Use] | Ask:
    """Take several codes one by one, where one door has as many parcels."""
    door = same_door.parcels(tx, rows[0]) if len(rows) == 1 or _is_one_door(tx, rows) else []
    if len(door) == len(codes):
        return [Use(row, code) for row, code in zip(door, codes, strict=True)]
    return Ask(codes[0], tuple(door or mine), Doubt.ONE_BY_ONE)


def _is_one_door(tx: Transaction, rows: list[DeliveryRow]) -> bool:
    return len(same_door.parcels(tx, rows[0])) == len(rows)


def _one_or_ask(
    tx: Transaction,
    vault: Vault,
    person: Person,
    said: Said,
    rows: Sequence[DeliveryRow],
    codes: Sequence[str],
    asked: CodeQuestion | None,
) -> Sequence[Use] | Ask:
    doubt = _doubt(tx, vault, person, said, codes, is_asked=asked is not None)
    if doubt is not None:
        return Ask(codes[0], tuple(rows[:1]), doubt)
    return [Use(row, code) for row, code in zip(rows, codes, strict=True)]


def _doubt(
    tx: Transaction,
    vault: Vault,
    person: Person,
    said: Said,
    codes: Collection[str],
    *,
    is_asked: bool,
) -> Doubt | None:
    lengths = code_habits.lengths(tx)
    is_clear = said.codes.are_clear or (is_asked and said.codes.is_answer)
    if not is_clear and not said.orders:
        return Doubt.IN_A_SENTENCE
    if lengths and any(len(code) not in lengths for code in codes):
        return Doubt.LENGTH
    typed = (code_habits.typed_for(tx, vault, person.as_rider, code) for code in codes)
    return Doubt.TYPED_BEFORE if any(typed) else None
