"""Amounts paid at the door: the price of the goods, and the note that the receiver pays with."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.parsing.orders.amounts import Amount, read_amount
from bot.parsing.orders.fees import with_signs
from bot.parsing.orders.lexicon import lexicon
from bot.parsing.orders.words_of import WrittenWord, folded_words, words_of
from bot.parsing.orders.written_order import WrittenOrder

_LONGEST_AMOUNT = 5
_AROUND = " .,،;:-–—·()"


@dataclass(frozen=True, slots=True)
class DoorAmounts:
    """The amount to collect for the goods, and the amount that the receiver will hand over."""

    goods: Amount | None = None
    pays_with: Amount | None = None


@dataclass(frozen=True, slots=True)
class _Said:
    """An amount in a piece of text, with the range of the words that belong to it."""

    amount: Amount
    is_goods: bool
    start: int
    end: int


def door_amounts(order: WrittenOrder) -> tuple[DoorAmounts, WrittenOrder]:
    """Return the amounts at the door that an order names, and the order without those words.

    Take nothing in doubt, as with two amounts of one kind, or one that may include the fee.
    """
    readings = {piece: _read(piece) for piece in (*order.notes, *order.left)}
    amounts = [each for found, _ in readings.values() for each in found]
    goods = [each.amount for each in amounts if each.is_goods]
    pays_with = [each.amount for each in amounts if not each.is_goods]
    if not amounts or len(goods) > 1 or len(pays_with) > 1:
        return DoorAmounts(), order
    rest = replace(
        order,
        notes=tuple(rest for piece in order.notes if (rest := readings[piece][1])),
        left=tuple(rest for piece in order.left if (rest := readings[piece][1])),
    )
    at_door = DoorAmounts(
        goods=goods[0] if goods else None, pays_with=pays_with[0] if pays_with else None
    )
    return at_door, rest


def paid_at_door(text: str) -> Iterator[int]:
    """Yield where numbers begin that words in the same line say are paid at the door.

    One word is not enough, because “cod” may stand for a code.
    """
    begins = 0
    for line in text.splitlines(keepends=True):
        for said in _said(line, words_of(line)):
            telling = line[said.start : said.end]
            number = re.search(r"\d+", telling)
            words = [word for word in words_of(telling) if word.text.isalpha()]
            if number and len(words) > 1:
                yield begins + said.start + number.start()
        begins += len(line)


def _read(piece: str) -> tuple[Sequence[_Said], str]:
    """Return the amounts at the door in a piece of text, and the text without them."""
    words = words_of(piece)
    # The amount may include the fee, so take none.
    if lexicon().has("door.whole", [word.text for word in words]):
        return (), piece
    found: list[_Said] = []
    for said in _said(piece, words):
        if not any(said.start < other.end and other.start < said.end for other in found):
            found.append(said)
    rest = piece
    # Remove from the end on, so that the earlier places stay valid.
    for said in sorted(found, key=lambda each: -each.start):
        rest = f"{rest[: said.start].rstrip(_AROUND)} {rest[said.end :].lstrip(_AROUND)}".strip()
    is_filler = lexicon().only("door.filler", folded_words(rest))
    return found, "" if found and is_filler else rest


def _said(piece: str, words: Sequence[WrittenWord]) -> Iterator[_Said]:
    """Yield possible amounts at the door; first those behind their words, then those before."""
    texts, book = [word.text for word in words], lexicon()
    for at in range(len(words)):
        for group in ("cash_on_delivery", "pays_with", "collects"):
            length = book.length_at(f"door.{group}", texts, at)
            read = _amount_at(piece, words, at + length) if length else None
            if read is None:
                continue
            amount, end = read
            behind = book.length_at("door.for_goods", texts, end)
            if group != "collects" or behind:
                last = words[end + behind - 1]
                yield _Said(amount, group != "pays_with", words[at].start, last.end)
    for at in range(len(words)):
        read = _amount_at(piece, words, at)
        length = book.length_at("door.cash_on_delivery", texts, read[1]) if read else 0
        if read is not None and length:
            start = piece.rfind(" ", 0, words[at].start) + 1
            yield _Said(read[0], True, start, words[read[1] + length - 1].end)


def _amount_at(piece: str, words: Sequence[WrittenWord], at: int) -> tuple[Amount, int] | None:
    """Return the amount that begins at a word, and the place of the word behind it."""
    for end in range(min(at + _LONGEST_AMOUNT, len(words)), at, -1):
        text = with_signs(piece, words[at].start, words[end - 1].end)
        amount = read_amount(text) if any(map(str.isdecimal, text)) else None
        if amount:
            return amount, end
    return None
