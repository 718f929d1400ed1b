"""Layouts: which place of a shop's messages holds which value, and a reader that goes by them.

A layout holds no personal data: it has signs, labels and the usual words of orders. Any other word
is only “a word”, and a number only “a number”.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from bot.domain.draft import Blank, DraftItem, Party
from bot.parsing.orders.amounts import read_amount
from bot.parsing.orders.items import things_in
from bot.parsing.orders.labelled import labelled, summed
from bot.parsing.orders.labels import label_of
from bot.parsing.orders.layout_lines import (
    NUMBER,
    PHONE,
    SIGN,
    WORD,
    LayoutText,
    LineToken,
    layout_texts,
)
from bot.parsing.orders.leftovers import is_silent
from bot.parsing.orders.lexicon import Part, lexicon
from bot.parsing.orders.words_of import folded, folded_words
from bot.parsing.orders.written_order import WrittenOrder

MOST_LINES = 80
_MOST_TOKENS = 60
# Labels become private-use characters, which `lines_of` removes from texts; a label is a word, too.
_FIRST_LABEL = 0xE000
_ANY_WORD = f"[{WORD}\ue000-\uf8ff]+"
_PHONES = frozenset({Blank.FROM_PHONE, Blank.TO_PHONE})
_IN_SEVERAL_LINES = frozenset({Blank.TO_ADDRESS, Blank.FROM_ADDRESS, Blank.ITEMS})
_SKIPPED, _AGAIN, _NEXT_ORDER, _STRANGE, _BARE = 0.6, 0.4, 0.3, 1.0, 0.1
"""The costs of a line that is missing and fills a blank, of a repeated line, of the next order's
beginning, of an unknown line, and of a line that fills blanks without a sign or label."""
_DEAREST = 0.34
"""The highest average cost of a line; a text that costs more has another layout."""

Found = dict[Blank, tuple[int, int]]
"""The first and the last token of each blank's value in a line."""


Marks = tuple[Annotated[str, Field(max_length=60)], ...]
"""The look of a line: signs, labels, kinds of other tokens, and blanks in braces."""


class LayoutLine(BaseModel):
    """A line of a layout, with each look that it had in the orders."""

    model_config = ConfigDict(frozen=True)

    ways: tuple[Marks, ...]

    @property
    def blanks(self) -> set[Blank]:
        """The blanks that it fills with every look."""
        blanks = ({Blank(mark[1:-1]) for mark in way if _is_blank(mark)} for way in self.ways)
        return set.intersection(*blanks)


class Layout(BaseModel):
    """The lines of a message; those from `first` to `last` come again for each order."""

    model_config = ConfigDict(frozen=True)

    lines: tuple[LayoutLine, ...] = Field(max_length=MOST_LINES)
    first: int
    last: int

    @cached_property
    def _codes(self) -> dict[str, str]:
        """One character for each label, so that a pattern sees each token as one character."""
        marks = (mark for line in self.lines for way in line.ways for mark in way)
        labels = dict.fromkeys(mark for mark in marks if mark[0].islower() or len(mark) > 1)
        return {label: chr(_FIRST_LABEL + at) for at, label in enumerate(labels)}

    @cached_property
    def _patterns(self) -> list[list[re.Pattern[str]]]:
        return [
            [re.compile("".join(map(self._pattern, way))) for way in line.ways]
            for line in self.lines
        ]

    def _pattern(self, mark: str) -> str:
        """Return the regular expression for what may stand at a mark."""
        if not _is_blank(mark):
            return _ANY_WORD if mark == WORD else re.escape(self._codes.get(mark, mark))
        blank = Blank(mark[1:-1])
        if blank in _PHONES:
            return f"(?P<{blank}>{PHONE})"
        return f"(?P<{blank}>{NUMBER if blank is Blank.FEE else f'[^{PHONE}]+?'})\\.?"

    def read(self, text: str, country: str) -> list[WrittenOrder] | None:
        """Read the orders of a text; return `None` if it has another layout."""
        lines = layout_texts(text, country)
        if not 0 < len(lines) <= MOST_LINES:
            return None
        path = self._path([self._fitting(line) for line in lines])
        if path is None:
            return None
        reading = _Reading(self._codes.keys())
        for line, step in zip(lines, path, strict=True):
            reading.take(line, step)
        if any(step.found is None for step in path):  # an unknown line makes all values doubtful
            reading.unsure.update(Blank)
        orders = reading.written()
        wanted = {blank for line in self.lines[self.first : self.last + 1] for blank in line.blanks}
        return orders if all(wanted <= found for found in reading.filled) else None

    def _fitting(self, line: LayoutText) -> dict[int, Found]:
        """Return which lines of the layout a line may be, each with the values of its blanks."""
        if len(line.tokens) > _MOST_TOKENS:
            return {}
        # Each token is one character, so positions in the match are those of the tokens.
        signs: list[str] = []
        for token in line.tokens:
            if token.kind == WORD:
                signs.append(self._codes.get(folded(token.text), WORD))
            else:
                signs.append(token.text[0] if token.kind == SIGN else token.kind)
        fitting: dict[int, Found] = {}
        for at, patterns in enumerate(self._patterns):
            for pattern in patterns:
                match = pattern.fullmatch("".join(signs))
                if match is None:
                    continue
                names = pattern.groupindex
                found = {Blank(name): (match.start(name), match.end(name) - 1) for name in names}
                if all(
                    _FITS[blank](line.piece(first, last)) for blank, (first, last) in found.items()
                ):
                    fitting.setdefault(at, found)
        return fitting

    def _path(self, fitting: Sequence[Mapping[int, Found]]) -> "list[_Step] | None":
        """Find the cheapest way through the layout; return `None` if even that is too dear."""
        ways: dict[int, tuple[float, list[_Step]]] = {-1: (0.0, [])}
        # Of all ways to the same line of the layout, keep only the cheapest.
        for each in fitting:
            further: dict[int, tuple[float, list[_Step]]] = {}
            for state, (cost, steps) in ways.items():
                for at, more, step in self._choices(state, each):
                    if at not in further or cost + more < further[at][0]:
                        further[at] = (cost + more, [*steps, step])
            ways = further
        ends = [
            (cost + self._skipped(state, len(self.lines)), steps)
            for state, (cost, steps) in ways.items()
        ]
        cost, steps = min(ends, key=lambda way: way[0])
        return steps if cost <= _DEAREST * len(fitting) else None

    def _choices(
        self, state: int, fitting: Mapping[int, Found]
    ) -> "Iterator[tuple[int, float, _Step]]":
        """Yield each choice for a line after the state: its place, its cost, and its step."""
        yield state, _STRANGE, _Step(None)
        for at, found in fitting.items():
            is_own = self.first <= at <= self.last
            begins, cost = is_own and state < self.first, self._skipped(state, at)
            # An address or a list of items may go on in another line that looks the same.
            if at == state and self.lines[at].blanks <= _IN_SEVERAL_LINES:
                cost = _AGAIN
            elif is_own and self.first <= at <= state:
                begins = True
                cost = self._skipped(state, self.last + 1) + self._skipped(self.first - 1, at)
                cost += _NEXT_ORDER
            elif at <= state:
                continue
            is_bare = all(_is_blank(mark) for way in self.lines[at].ways for mark in way)
            if is_bare and len(fitting) > 1:
                cost += _BARE
            yield at, cost, _Step(found, begins=begins, is_own=is_own)

    def _skipped(self, after: int, before: int) -> float:
        """Return the cost of leaving out the lines between two."""
        return sum(_SKIPPED for line in self.lines[after + 1 : before] if line.blanks)


@dataclass(frozen=True, slots=True)
class _Step:
    """The choice for a line: the values of its blanks, or `None` if the layout does not know it.

    `begins`: it is the first line of an order. `is_own`: it is one of an order's lines.
    """

    found: Found | None
    begins: bool = False
    is_own: bool = False


@dataclass(slots=True)
class _Reading:
    """The orders during the reading of lines; `common` holds the values for all orders."""

    labels: Collection[str]
    common: dict[Blank, list[str]] = field(default_factory=dict)
    orders: list[dict[Blank, list[str]]] = field(default_factory=list)
    rest: list[list[str]] = field(default_factory=lambda: [[]])
    unsure: set[Blank] = field(default_factory=set)

    def take(self, line: LayoutText, step: _Step) -> None:
        if step.begins:
            self.orders.append({})
            if len(self.orders) > 1:
                self.rest.append([])
        if not step.found:
            self.rest[-1] += [line.text] if self._says(line.tokens) else []
            return
        to = self.orders[-1] if step.is_own and self.orders else self.common
        for blank, (first, last) in step.found.items():
            value = line.tokens[first].phone or line.piece(first, last)
            to.setdefault(blank, []).append(value)
            near = (at for at in (first - 1, last + 1) if 0 <= at < len(line.tokens))
            beside = [line.tokens[at] for at in near if line.tokens[at].kind == WORD]
            is_text = blank not in {*_PHONES, Blank.FEE}
            if is_text and any(folded(token.text) not in self.labels for token in beside):
                self.unsure.add(blank)  # an unknown word touches it, so its end is unclear
        taken = {at for first, last in step.found.values() for at in range(first, last + 1)}
        for is_taken, group in groupby(range(len(line.tokens)), taken.__contains__):
            places = [*group]
            if not is_taken and self._says([line.tokens[at] for at in places]):
                self.rest[-1].append(line.piece(places[0], places[-1]))

    def _says(self, tokens: Sequence[LineToken]) -> bool:
        """Tell whether tokens hold more than words that say what others are."""
        words = [folded(token.text) for token in tokens if token.kind == WORD]
        known = lexicon().known(words)
        return any(token.kind in {NUMBER, PHONE} for token in tokens) or not all(
            is_silent(each, is_label=True) if each else word in self.labels
            for word, each in zip(words, known, strict=True)
        )

    @property
    def filled(self) -> list[set[Blank]]:
        return [{*order, *self.common} for order in self.orders]

    def written(self) -> list[WrittenOrder]:
        return [
            replace(_order({**self.common, **order}, rest), guessed=frozenset(self.unsure))
            for order, rest in zip(self.orders, self.rest, strict=False)
        ]


def _order(values: dict[Blank, list[str]], rest: Sequence[str]) -> WrittenOrder:
    def text(blank: Blank) -> str:
        return ", ".join(values.get(blank, ()))

    notes: list[str] = []
    for line in rest:
        value = labelled(line, "") or summed(line)
        if value is not None and value.label.field in {Part.KEPT, Part.NOTES}:
            notes.append(line)
    fee = values.get(Blank.FEE)
    return WrittenOrder(
        Party(
            name=text(Blank.FROM_NAME),
            phone=values.get(Blank.FROM_PHONE, [""])[0],
            address=text(Blank.FROM_ADDRESS),
        ),
        Party(
            name=text(Blank.TO_NAME),
            phone=values.get(Blank.TO_PHONE, [""])[0],
            address=text(Blank.TO_ADDRESS),
        ),
        tuple(
            item
            for piece in values.get(Blank.ITEMS, ())
            for item in things_in(piece) or (DraftItem(description=piece),)
        ),
        read_amount(fee[0]) if fee else None,
        notes=tuple(notes),
        left=tuple(line for line in rest if line not in notes),
    )


def _is_named(text: str) -> bool:
    """Tell whether a piece may name a person or a thing: no amount, no sum and no heading."""
    label = label_of(folded_words(text))
    is_told = label is None and read_amount(text) is None and not summed(f"{text} 1.00")
    return is_told and any(map(str.isalpha, text))


_FITS: Mapping[Blank, Callable[[str], bool]] = {
    Blank.FROM_NAME: _is_named,
    Blank.TO_NAME: _is_named,
    Blank.FROM_ADDRESS: bool,
    Blank.TO_ADDRESS: bool,
    Blank.FROM_PHONE: bool,
    Blank.TO_PHONE: bool,
    Blank.FEE: lambda text: read_amount(text) is not None,
    Blank.ITEMS: _is_named,
}


def _is_blank(mark: str) -> bool:
    return mark[:1] == "{" and mark[-1:] == "}" and mark[1:-1] != ""
