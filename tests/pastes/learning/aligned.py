"""Examples from orders of which it is known what a careful dispatcher enters."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from bot.parsing.orders.lexicon import lexicon
from bot.parsing.orders.tagger import PartKind
from bot.parsing.orders.tokens import LINE_END, Token, tokens_of
from bot.parsing.orders.unwrapped import lines_of
from tests.pastes.learning.example import Example, KnownPart, example
from tests.pastes.lost_words import readings
from tests.pastes.pastes import ExpectedOrder, Paste
from tests.pastes.wording import folded, words

_TEXTS = {
    "sender.name": PartKind.SENDER_NAME,
    "sender.address": PartKind.SENDER_ADDRESS,
    "receiver.name": PartKind.RECEIVER_NAME,
    "receiver.address": PartKind.RECEIVER_ADDRESS,
}
_PHONES = {"sender.phone": PartKind.SENDER_PHONE, "receiver.phone": PartKind.RECEIVER_PHONE}
_BRACKETS = re.compile(r"(\[[^\]]*\])")
_COUNT = re.compile(r"\d{1,4}|[xX×]|\d+[xX]")
_BEHIND = re.compile(r"[xX×]\d{1,4}|\d{1,4}[xX×]")
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*k?")


def aligned(paste: Paste) -> Example:
    """Find in a text what is expected of it."""
    finder = _Finder("\n".join(lines_of(paste.text)), paste.country)
    for order in paste.orders:
        finder.find(order)
    return example(finder.text, paste.country, finder.parts)


class _Finder:
    """Finds each value where nothing else was found yet."""

    def __init__(self, text: str, country: str) -> None:
        self.text = text
        self.parts: list[KnownPart] = []
        self._tokens = tokens_of(text, country)
        self._used = [False] * len(self._tokens)
        self._words = [
            (word, at) for at, token in enumerate(self._tokens) for word in words(token.text)
        ]

    def find(self, order: ExpectedOrder) -> None:
        for name, kind in _PHONES.items():
            self._find_phone(order.texts[name], kind)
        for name, kind in _TEXTS.items():
            self._find_words(_wordings(order.texts[name]), kind)
        for item in order.items[0]:
            self._find_words(_wordings([item.description]), PartKind.ITEM)
        if order.fee[0] is not None:
            self._find_fee(order.fee[0])
        for note in order.notes:
            self._find_words([note], PartKind.NOTE)

    def _find_phone(self, allowed: Sequence[str], kind: PartKind) -> None:
        for at, token in enumerate(self._tokens):
            if token.phone and token.phone in allowed and not self._used[at]:
                self._take(at, at, kind)
                return

    def _find_words(self, wordings: Sequence[str], kind: PartKind) -> None:
        for wording in wordings:
            place = self._place(words(wording))
            if place is not None:
                first, last = place
                if kind is PartKind.ITEM:
                    first, last = self._with_count(first, last)
                self._take(first, last, kind)
                return

    def _place(self, wanted: list[str]) -> tuple[int, int] | None:
        for start in range(len(self._words) - len(wanted) + 1 if wanted else 0):
            found = self._words[start : start + len(wanted)]
            first, last = found[0][1], found[-1][1]
            if [word for word, _ in found] == wanted and not any(self._used[first : last + 1]):
                return first, last
        return None

    def _with_count(self, first: int, last: int) -> tuple[int, int]:
        """Take what says how many there are with a thing: “2 x rice”, “two cakes”, “rice x2”."""
        while self._counts(first - 1):
            first -= 1
        texts = [token.text for token in self._tokens[last + 1 : last + 3]]
        if len(texts) == 2 and _BEHIND.fullmatch("".join(texts)):
            last += 2
        return first, last

    def _counts(self, at: int) -> bool:
        token = self._tokens[at] if at >= 0 else None
        if token is None or self._used[at] or token.text == LINE_END:
            return False
        return _COUNT.fullmatch(token.text) is not None or folded(token.text) in lexicon().numbers

    def _find_fee(self, fee: Decimal) -> None:
        """Take the last figure that is this amount: sums and prices mostly stand before it."""
        found = [
            at
            for at, token in enumerate(self._tokens)
            if not self._used[at] and _is_amount(token, fee)
        ]
        if found:
            self._take(found[-1], found[-1], PartKind.FEE)

    def _take(self, first: int, last: int, kind: PartKind) -> None:
        self._used[first : last + 1] = [True] * (last + 1 - first)
        self.parts.append(KnownPart(self._tokens[first].start, self._tokens[last].end, kind))


def _is_amount(token: Token, amount: Decimal) -> bool:
    figure = folded(token.text)
    if token.phone or not _FIGURE.fullmatch(figure):
        return False
    return bool({amount, amount / 1000} & readings(figure))


def _wordings(texts: Sequence[str]) -> list[str]:
    """Return what may stand there, the longest first; words in [brackets] may be missing."""
    found = [wording for text in texts if text for wording in _each_wording(text)]
    return sorted(dict.fromkeys(found), key=len, reverse=True)


def _each_wording(text: str) -> Iterator[str]:
    told = [""]
    for piece in _BRACKETS.split(text):
        if piece.startswith("["):
            told = [before + piece[1:-1] for before in told] + told
        else:
            told = [before + piece for before in told]
    yield from told
