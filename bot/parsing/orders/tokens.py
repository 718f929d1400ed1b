"""The tokens of a text: words, figures, signs and line ends; a phone number is one of them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bot.parsing.orders.telephones import telephones_in
from bot.parsing.orders.words_of import MARKS

LINE_END = "\n"

_TOKEN = re.compile(rf"\n|\d+(?:[.,]\d+)*|[^\W\d_](?:[^\W\d_]|[{MARKS}])*|\S")


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a text and where it stands; `phone` is its number in E.164 where it is one."""

    text: str
    start: int
    end: int
    phone: str = ""

    @property
    def is_word(self) -> bool:
        return bool(self.phone) or any(map(str.isalnum, self.text))


def tokens_of(text: str, country: str) -> list[Token]:
    """Cut a text; `country` is that of local numbers."""
    tokens: list[Token] = []
    at = line_start = 0
    for line in text.split(LINE_END):  # a number ends with its line, as one above “1.” does
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
