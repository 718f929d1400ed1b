"""A shop's habit, learnt: which place of a message holds what, from one that somebody put right."""

from collections.abc import Iterator, Sequence

from bot.domain.draft import Blank, DraftItem
from bot.parsing.orders.amounts import Amount, read_amount
from bot.parsing.orders.layout_lines import (
    NUMBER,
    SIGN,
    LayoutText,
    LineToken,
    layout_texts,
    marks_of,
)
from bot.parsing.orders.layouts import MOST_LINES, Layout, LayoutLine, Marks
from bot.parsing.orders.lexicon import lexicon
from bot.parsing.orders.readings import VALUES
from bot.parsing.orders.words_of import folded, words_of
from bot.parsing.orders.written_order import WrittenOrder

_OF_RECEIVER = (Blank.TO_ADDRESS, Blank.TO_NAME)
_OF_SENDER = (Blank.FROM_PHONE, Blank.FROM_ADDRESS, Blank.FROM_NAME)
_TIMES = frozenset("xX×*()")
_LEAST_LETTERS = 2


def learnt(text: str, orders: Sequence[WrittenOrder], country: str) -> Layout | None:
    """Learn a layout from a text and what it says; `None` where not all of that is seen in it."""
    lines = layout_texts(text, country)
    placed = _Places(lines)
    own = [placed.place(order) for order in orders[:MOST_LINES]]
    if not own or not all(own) or len(lines) > MOST_LINES:
        return None
    placed.place_sender(orders[0])
    starts, ends = [min(each) for each in own], [max(each) for each in own]
    if starts != sorted(set(starts)):
        return None
    told = [
        tuple(marks_of(line, blanks)) for line, blanks in zip(lines, placed.blanks, strict=True)
    ]
    stops = [*(start - 1 for start in starts[1:]), ends[-1]]
    blocks = [_once(told[start : stop + 1]) for start, stop in zip(starts, stops, strict=True)]
    alike = [block for block in blocks if len(block) == len(blocks[0])]
    head, foot = told[: starts[0]], told[ends[-1] + 1 :]
    layout = Layout(
        lines=(
            *(LayoutLine(ways=(way,)) for way in head),
            *(LayoutLine(ways=tuple(dict.fromkeys(ways))) for ways in zip(*alike, strict=True)),
            *(LayoutLine(ways=(way,)) for way in foot),
        ),
        first=len(head),
        last=len(head) + len(blocks[0]) - 1,
    )
    return layout if layout.read(text, country) else None


def _once(lines: Sequence[Marks]) -> list[Marks]:
    """Leave out lines that are like the one above."""
    return [line for at, line in enumerate(lines) if not at or line != lines[at - 1]]


class _Places:
    """The places of all lines, and the blanks that what stands there fills."""

    def __init__(self, lines: Sequence[LayoutText]) -> None:
        self._lines = lines
        self.blanks: list[dict[int, Blank]] = [{} for _ in lines]

    def place(self, order: WrittenOrder) -> list[int]:
        """Place what an order says by itself; return the lines."""
        own = self._phone(order.receiver.phone, Blank.TO_PHONE)
        for blank in _OF_RECEIVER:
            own += self._text(str(VALUES[blank](order)), own, blank)
        for item in order.items:
            own += self._item(item, own)
        return own + self._fee(order.fee, own)

    def place_sender(self, order: WrittenOrder) -> None:
        """Place the sender, who is told once for all orders."""
        own = self._phone(order.sender.phone, Blank.FROM_PHONE)
        for blank in _OF_SENDER[1:]:
            own += self._text(str(VALUES[blank](order)), own, blank)

    def _phone(self, number: str, blank: Blank) -> list[int]:
        for at, line in enumerate(self._lines):
            for place, token in enumerate(line.tokens):
                if number and token.phone == number and place not in self.blanks[at]:
                    self.blanks[at][place] = blank
                    return [at]
        return []

    def _text(self, value: str, near: Sequence[int], blank: Blank) -> list[int]:
        """Place a value that may go on in further lines; return them."""
        wanted = [word.text for word in words_of(value)]
        lines: list[int] = []
        while wanted and (found := self._longest(wanted, lines or near[:1])):
            at, run, used = found
            self.blanks[at] |= dict.fromkeys(range(run[0], run[-1] + 1), blank)
            lines.append(at)
            wanted = wanted[used:]
        return lines

    def _longest(
        self, wanted: Sequence[str], near: Sequence[int]
    ) -> tuple[int, list[int], int] | None:
        """Find as many of the first words as stand side by side, the nearest to a line."""
        beside = near[-1] if near else 0
        runs = [
            (used, -abs(at - beside), at, run)
            for at in range(len(self._lines))
            for run, used in self._runs(at, wanted)
        ]
        used, _, at, run = max(runs, default=(0, 0, 0, []))
        return (at, run, used) if used else None

    def _runs(self, at: int, wanted: Sequence[str]) -> Iterator[tuple[list[int], int]]:
        """Yield the places where a line has the first words, and how many of these it has."""
        tokens, taken = self._lines[at].tokens, self.blanks[at]
        places = [place for place, token in enumerate(tokens) if token.kind != SIGN]
        for first in range(len(places)):
            run, rest = list[int](), "".join(wanted)
            for place in places[first:]:
                word = "".join(each.text for each in words_of(tokens[place].text))
                if place in taken or not word or not rest.startswith(word):
                    break
                run.append(place)
                rest = rest[len(word) :]
            used = _words_used(wanted, len("".join(wanted)) - len(rest))
            if run and used:
                yield run, used

    def _item(self, item: DraftItem, near: Sequence[int]) -> list[int]:
        """Place a thing with how many of it there are, and what stands between two things."""
        found = self._longest([word.text for word in words_of(item.description)], near[:1])
        if found is None:
            return []
        at, run, _ = found
        tokens, taken = self._lines[at].tokens, self.blanks[at]
        first, last = run[0], run[-1]
        while first and first - 1 not in taken and _counts(tokens[first - 1], item):
            first -= 1
        while last + 1 < len(tokens) and last + 1 not in taken and _counts(tokens[last + 1], item):
            last += 1
        others = [place for place, blank in taken.items() if blank is Blank.ITEMS]
        between = range(min((first, *others)), max((last, *others)) + 1)
        if all(taken.get(place, Blank.ITEMS) is Blank.ITEMS for place in between):
            taken |= dict.fromkeys(between, Blank.ITEMS)
        return [at]

    def _fee(self, fee: Amount | None, near: Sequence[int]) -> list[int]:
        """Place the fee: the last such amount near the order's other lines."""
        beside = near[0] if near else 0
        found = [
            (-abs(at - beside), place, at)
            for at, line in enumerate(self._lines)
            for place, token in enumerate(line.tokens)
            if token.kind == NUMBER and place not in self.blanks[at] and fee is not None
            if read_amount(token.text) == fee
        ]
        if not found:
            return []
        _, place, at = max(found)
        self.blanks[at][place] = Blank.FEE
        return [at]


def _words_used(wanted: Sequence[str], letters: int) -> int:
    """Tell how many whole words so many letters are; 0 where they end within one."""
    used = 0
    while letters > 0 and used < len(wanted):
        letters -= len(wanted[used])
        used += 1
    return used if letters == 0 else 0


def _counts(token: LineToken, item: DraftItem) -> bool:
    """Tell whether a token says how many of a thing there are."""
    number = lexicon().numbers.get(folded(token.text))
    is_count = token.kind == NUMBER and token.text == str(item.quantity)
    return is_count or token.text in _TIMES or number == item.quantity != 1
