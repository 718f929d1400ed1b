"""Learning of layouts: from a message and its corrected orders, which place holds what."""

from collections.abc import Sequence
from itertools import accumulate, groupby

from bot.domain.draft import Blank, DraftItem
from bot.parsing.orders.amounts import read_amount
from bot.parsing.orders.layout_lines import (
    NUMBER,
    SIGN,
    LayoutText,
    LineToken,
    layout_texts,
    marks_of,
)
from bot.parsing.orders.layouts import MOST_LINES, Layout, LayoutLine
from bot.parsing.orders.lexicon import lexicon
from bot.parsing.orders.readings import VALUES
from bot.parsing.orders.words_of import folded, folded_words
from bot.parsing.orders.written_order import WrittenOrder

_SENDER = (Blank.FROM_PHONE, Blank.FROM_ADDRESS, Blank.FROM_NAME)
_RECEIVER = (Blank.TO_PHONE, Blank.TO_ADDRESS, Blank.TO_NAME)
_TIMES = frozenset("xX×*()")


def learnt(text: str, orders: Sequence[WrittenOrder], country: str) -> Layout | None:
    """Learn a layout from a text and its orders; return `None` if no layout fits them."""
    lines = layout_texts(text, country)
    placed = _Places(lines)
    own = [placed.place(order) for order in orders[:MOST_LINES]]
    if not own or not all(own) or len(lines) > MOST_LINES:
        return None
    placed.place_party(orders[0], _SENDER)  # a message names the sender once for all orders
    starts, ends = [min(each) for each in own], [max(each) for each in own]
    if starts != sorted(set(starts)):
        return None
    looks = [
        tuple(marks_of(line, blanks)) for line, blanks in zip(lines, placed.blanks, strict=True)
    ]
    stops = [*(start - 1 for start in starts[1:]), ends[-1]]
    # Leave out lines that look like the one above, because a layout lets a line come again.
    blocks = [
        [marks for marks, _ in groupby(looks[start : stop + 1])]
        for start, stop in zip(starts, stops, strict=True)
    ]
    alike = [block for block in blocks if len(block) == len(blocks[0])]
    head, foot = looks[: starts[0]], looks[ends[-1] + 1 :]
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


class _Places:
    """The tokens of all lines, and the blanks that they fill."""

    def __init__(self, lines: Sequence[LayoutText]) -> None:
        self._lines = lines
        self._words = [
            [
                (place, "".join(folded_words(token.text)))
                for place, token in enumerate(line.tokens)
                if token.kind != SIGN
            ]
            for line in lines
        ]
        self.blanks: list[dict[int, Blank]] = [{} for _ in lines]

    def place(self, order: WrittenOrder) -> list[int]:
        """Place all values of an order except its sender; return their lines."""
        own = self.place_party(order, _RECEIVER)
        for item in order.items:
            own += self._item(item, own)
        # The fee is the last equal amount on the line nearest to the order's first placed value.
        beside = own[0] if own else 0
        amounts = [
            (-abs(at - beside), place, at)
            for at, line in enumerate(self._lines)
            for place, token in enumerate(line.tokens)
            if token.kind == NUMBER and place not in self.blanks[at] and order.fee is not None
            if read_amount(token.text) == order.fee
        ]
        if amounts:
            _, place, at = max(amounts)
            self.blanks[at][place] = Blank.FEE
            own.append(at)
        return own

    def place_party(self, order: WrittenOrder, blanks: Sequence[Blank]) -> list[int]:
        """Place the number of a party, and then its texts; return their lines."""
        phone, *texts = blanks
        own = self._phone(VALUES[phone](order), phone)
        for blank in texts:
            own += self._text(VALUES[blank](order), own, blank)
        return own

    def _phone(self, number: str, blank: Blank) -> list[int]:
        for at, line in enumerate(self._lines):
            for place, token in enumerate(line.tokens):
                if number and token.phone == number and place not in self.blanks[at]:
                    self.blanks[at][place] = blank
                    return [at]
        return []

    def _text(self, value: str, near: Sequence[int], blank: Blank) -> list[int]:
        """Place a value that may go on in further lines; return its lines."""
        wanted = folded_words(value)
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
        """Find the longest run of the first words, nearest to a line.

        Return its line, its places in the line, and how many words it uses.
        """
        beside = near[-1] if near else 0
        whole, ends = "".join(wanted), [*accumulate(map(len, wanted))]
        runs: list[tuple[int, int, int, list[int]]] = []
        for at, words in enumerate(self._words):
            for first in range(len(words)):
                run, rest = list[int](), whole
                for place, word in words[first:]:
                    if place in self.blanks[at] or not word or not rest.startswith(word):
                        break
                    run.append(place)
                    rest = rest[len(word) :]
                # Only whole words count: the run may end in the middle of one.
                letters = len(whole) - len(rest)
                if run and letters in ends:
                    runs.append((ends.index(letters) + 1, -abs(at - beside), at, run))
        used, _, at, run = max(runs, default=(0, 0, 0, []))
        return (at, run, used) if used else None

    def _item(self, item: DraftItem, near: Sequence[int]) -> list[int]:
        """Place an item with its quantity, and the tokens between two items."""
        found = self._longest(folded_words(item.description), near[:1])
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


def _counts(token: LineToken, item: DraftItem) -> bool:
    """Tell whether a token is the quantity of an item, or a sign of one."""
    number = lexicon().numbers.get(folded(token.text))
    is_count = token.kind == NUMBER and token.text == str(item.quantity)
    return is_count or token.text in _TIMES or number == item.quantity != 1
