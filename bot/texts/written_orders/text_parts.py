"""A text with the parts that were found in it, and what of it was used."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from bot.texts.written_orders.spans import Span
from bot.texts.written_orders.tokens import LINE_END, Token


@dataclass(frozen=True, slots=True)
class TextParts:
    """`taken` are the places of the tokens that stand in an order: at first those of the parts."""

    text: str
    tokens: Sequence[Token]
    spans: Sequence[Span]
    taken: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        for span in self.spans:
            self.taken.update(range(span.first, span.last + 1))

    def behind(self, span: Span) -> range:
        """Return the places of a part and of what stands behind it in its line, up to the next."""
        ends = (each.first for each in self.spans if each.first > span.last)
        return range(span.first, self._line_end(span.last + 1, min(ends, default=len(self.tokens))))

    def around(self, span: Span) -> range:
        """Return the places of a part and of what stands beside it in its line, between others."""
        before = max((each.last for each in self.spans if each.last < span.first), default=-1)
        start = span.first
        while start - 1 > before and self.tokens[start - 1].text != LINE_END:
            start -= 1
        return range(start, self.behind(span).stop)

    def words(self, places: range) -> str:
        """Return what is written at these places."""
        return self.text[self.tokens[places[0]].start : self.tokens[places[-1]].end]

    def take(self, places: range) -> str:
        """Use what is written at these places."""
        self.taken.update(places)
        return self.words(places)

    def stretches(self) -> Iterable[list[int]]:
        """Yield the places of what was not used, a stretch of a line after the other."""
        stretch: list[int] = []
        for at, token in enumerate(self.tokens):
            if at in self.taken or token.text == LINE_END:
                if stretch:
                    yield stretch
                stretch = []
            else:
                stretch.append(at)
        if stretch:
            yield stretch

    def _line_end(self, start: int, stop: int) -> int:
        places = range(start, stop)
        return next((at for at in places if self.tokens[at].text == LINE_END), stop)
