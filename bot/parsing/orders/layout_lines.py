"""Lines of a message as layouts see them: words, numbers, phone numbers and signs."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bot.domain.draft import Blank
from bot.parsing.orders.leftovers import is_silent
from bot.parsing.orders.lexicon import lexicon
from bot.parsing.orders.telephones import telephones_in
from bot.parsing.orders.unwrapped import lines_of
from bot.parsing.orders.words_of import MARKS, folded

WORD, NUMBER, PHONE, SIGN = "W", "0", "P", "S"
"""Kinds of tokens. None is a lower-case letter, because labels are in lower case."""
_TOKEN = re.compile(
    rf"\d(?:[\d.,]*\d)?(?:[kK](?![^\W\d_]))?|[^\W\d_](?:[^\W\d_]|[{MARKS}])*|([^\w\s]|_)\1*"
)
_COUNTED = re.compile(r"[^\W\d_][).]")
_KEPT = "label.kept"
_LABEL_ENDS = frozenset(":=：")
_WITHIN_LABEL = frozenset("/&().#'’-")
_ENDS = " ,،;.:-–—/|·=>~"


@dataclass(frozen=True, slots=True)
class LineToken:
    """A word, a number, a phone number (`phone`, in E.164) or a sign, and its place."""

    text: str
    start: int
    end: int
    kind: str
    phone: str = ""


@dataclass(frozen=True, slots=True)
class LayoutText:
    """A line and its tokens."""

    text: str
    tokens: Sequence[LineToken]

    def piece(self, first: int, last: int) -> str:
        """Return the text from one token to another, without signs at its ends."""
        return self.text[self.tokens[first].start : self.tokens[last].end].strip(_ENDS)


def layout_texts(text: str, country: str) -> list[LayoutText]:
    """Return the lines of a text that are not empty; `country` is that of local phone numbers."""
    texts: list[LayoutText] = []
    for line in filter(None, lines_of(text)):
        tokens: list[LineToken] = []
        at = 0
        for phone in telephones_in(line, country):
            tokens += _plain(line, at, phone.start)
            at = phone.end
            tokens.append(LineToken(line[phone.start : at], phone.start, at, PHONE, phone.number))
        tokens += _plain(line, at, len(line))
        texts.append(LayoutText(line, tokens))
    return texts


def _plain(line: str, start: int, stop: int) -> Iterator[LineToken]:
    for found in _TOKEN.finditer(line, start, stop):
        first = found[0][0]
        is_number = first.isdigit() or (not found.start() and _COUNTED.match(line))
        kind = NUMBER if is_number else WORD if first.isalpha() else SIGN
        yield LineToken(found[0], found.start(), found.end(), kind)


def marks_of(line: LayoutText, blanks: Mapping[int, Blank]) -> Iterator[str]:
    """Yield the marks of a line: its signs, labels and blanks, without personal data.

    Of the words, only those that say what others are stay, and those in a label before a colon.
    """
    tokens = line.tokens
    known = lexicon().known([folded(token.text) for token in tokens])
    before = ""
    for at, token in enumerate(tokens):
        mark = token.kind
        # A word that touches a number, as in “11am”, may be another one next time.
        touched = tokens[at - 1] if at else token
        is_of_number = touched.kind == NUMBER and touched.end == token.start
        if at in blanks:
            mark = f"{{{blanks[at]}}}"
        elif token.kind == SIGN:
            # A full stop behind a value belongs to its last word: “6 pers. / 7 €”.
            ends = at - 1 in blanks and [each.kind for each in tokens[at + 1 : at + 2]] != [WORD]
            mark = "" if ends and token.text == "." else token.text[0]
        elif token.kind == WORD and not is_of_number:
            is_beside = at - 1 in blanks or at + 1 in blanks  # it tells where a value ends
            is_said = is_silent(known[at], is_label=True) or _KEPT in known[at]
            is_said = is_said or (is_beside and bool(known[at]))
            is_kept = is_said or _is_of_label(tokens, at, blanks)
            mark = folded(token.text) if is_kept else mark
        if mark and (mark != before or mark not in {WORD, before}):
            yield mark
        before = mark or before


def _is_of_label(tokens: Sequence[LineToken], at: int, blanks: Mapping[int, Blank]) -> bool:
    for place in range(at, len(tokens)):
        token = tokens[place]
        if token.text in _LABEL_ENDS:
            return [each.text for each in tokens[place + 1 : place + 2]] != [">"]
        if place in blanks or not (token.kind == WORD or token.text in _WITHIN_LABEL):
            return False
    return False
