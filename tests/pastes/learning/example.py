"""An example: a text, its tokens, and what each of them is."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.parsing.orders.spans import PHONES
from bot.parsing.orders.tagger import BEGINS, GOES_ON, OUTSIDE, PartKind
from bot.parsing.orders.tokens import LINE_END, Token, tokens_of


@dataclass(frozen=True, slots=True)
class KnownPart:
    """Where a part of an order stands in a text, and what it is."""

    start: int
    end: int
    kind: PartKind


@dataclass(frozen=True, slots=True)
class Example:
    text: str
    country: str
    parts: tuple[KnownPart, ...]
    tokens: list[Token]
    tags: list[str]


def example(text: str, country: str, parts: Iterable[KnownPart]) -> Example:
    """Mark the tokens of a text. A number that is nobody's is one of its own."""
    parts, tokens = tuple(parts), tokens_of(text, country)
    tags = [OUTSIDE] * len(tokens)
    for part in parts:
        _mark(tokens, tags, part)
    for at, token in enumerate(tokens):
        if token.phone and tags[at] == OUTSIDE:
            tags[at] = f"{BEGINS}{PartKind.OTHER_PHONE}"
    return Example(text, country, parts, tokens, tags)


def _mark(tokens: list[Token], tags: list[str], part: KnownPart) -> None:
    begins = BEGINS
    for at, token in enumerate(tokens):
        within = token.start >= part.start and token.end <= part.end and token.text != LINE_END
        if within and bool(token.phone) is (part.kind in PHONES):
            tags[at] = f"{begins}{part.kind}"
            begins = GOES_ON
