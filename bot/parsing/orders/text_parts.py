"""A text with the parts found in it, and the tokens that are used already."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from bot.parsing.orders.lexicon import lexicon
from bot.parsing.orders.spans import Span
from bot.parsing.orders.tokens import LINE_END, Token
from bot.parsing.orders.words_of import folded

_HEAD_SIGNS = frozenset(":=：")
_LEADS = ("label.", "said.", "turns.", "words.numbering", "words.hello", "words.greeting")


@dataclass(frozen=True, slots=True)
class TextParts:
    """A text, its tokens and parts; `taken` are the places of used tokens, at first the parts'."""

    text: str
    tokens: Sequence[Token]
    spans: Sequence[Span]
    taken: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        for span in self.spans:
            self.taken.update(range(span.first, span.last + 1))

    def behind(self, span: Span) -> range:
        """Return the places of a part and the tokens behind it, up to the next part or line end."""
        later = (each.first for each in self.spans if each.first > span.last)
        places = range(span.last + 1, min(later, default=len(self.tokens)))
        line_ends = (at for at in places if self.tokens[at].text == LINE_END)
        return range(span.first, next(line_ends, places.stop))

    def around(self, span: Span) -> range:
        """Return the places of a part and the tokens around it, up to other parts or line ends."""
        before = max((each.last for each in self.spans if each.last < span.first), default=-1)
        start = max(before + 1, self._line_start(span.first))
        return range(start, self.behind(span).stop)

    def is_apart(self, span: Span) -> bool:
        """Tell whether no word touches a part, but only signs or line ends."""
        beside = (span.first - 1, span.last + 1)
        return not any(self.tokens[at].is_word for at in beside if 0 <= at < len(self.tokens))

    def is_cut(self, span: Span) -> bool:
        """Tell whether an unused capitalized word follows, so that the part may go on."""
        behind = span.last + 1
        is_free = behind < len(self.tokens) and behind not in self.taken
        return is_free and self.tokens[behind].text[0].isupper()

    def touch(self, parts: Iterable[Span]) -> bool:
        """Tell whether two of the parts have nothing between them."""
        ordered = sorted(parts, key=lambda part: part.first)
        return any(part.last + 1 == other.first for part, other in pairwise(ordered))

    def is_behind_unknown_head(self, span: Span) -> bool:
        """Tell whether its line begins with an unknown label, as “Grumf: …”."""
        start = self._line_start(span.first)
        before = self.tokens[start : span.first]
        signs = [at for at, token in enumerate(before) if token.text in _HEAD_SIGNS]
        label = before[: signs[0]] if signs else []
        words = [folded(token.text) for token in label if token.is_word]
        return bool(words) and not any(each.startswith(_LEADS) for each in lexicon().names(words))

    def words(self, places: range) -> str:
        """Return the text at these places, without separators at its ends."""
        written = self.text[self.tokens[places[0]].start : self.tokens[places[-1]].end]
        return written.strip(" ,;/·-–—")

    def take(self, places: range) -> str:
        """Mark these places as used, and return their text."""
        self.taken.update(places)
        return self.words(places)

    def stretches(self) -> Iterable[list[int]]:
        """Yield the places of unused tokens, one stretch within a line after the other."""
        stretch: list[int] = []
        for at, token in enumerate(self.tokens):
            # A stretch ends where something was used, and with its line.
            if at in self.taken or token.text == LINE_END:
                if stretch:
                    yield stretch
                stretch = []
            else:
                stretch.append(at)
        if stretch:
            yield stretch

    def _line_start(self, place: int) -> int:
        ends = (at for at in range(place - 1, -1, -1) if self.tokens[at].text == LINE_END)
        return next(ends, -1) + 1
