"""The tokens of a text: words, figures, signs, line ends and whole phone numbers."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bot.parsing.orders.telephones import telephones_in
from bot.parsing.orders.words_of import MARKS

LINE_END = "\n"

_TOKEN = re.compile(rf"\n|\d+(?:[.,]\d+)*|[^\W\d_](?:[^\W\d_]|[{MARKS}])*|\S")


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a text and its place; `phone` is a phone number in E.164, or ""."""

    text: str
    start: int
    end: int
    phone: str = ""

    @property
    def is_word(self) -> bool:
        return bool(self.phone) or any(map(str.isalnum, self.text))


def tokens_of(text: str, country: str) -> list[Token]:
    """Split a text into tokens; `country` is that of local phone numbers."""
    tokens: list[Token] = []
    at = line_start = 0
    for line in text.split(LINE_END):  # line by line, so that no number takes in the “1.” below it
        for phone in telephones_in(line, country):
            start, end = line_start + phone.start, line_start + phone.end
            tokens += _plain(text, at, start)
            tokens.append(Token(text[start:end], start, end, phone.number))
            at = end
        line_start += len(line) + len(LINE_END)
    tokens += _plain(text, at, len(text))
    return tokens


def _plain(text: str, start: int, end: int) -> Iterator[Token]:
    for found in _TOKEN.finditer(text, start, end):
        yield Token(found.group(), found.start(), found.end())
