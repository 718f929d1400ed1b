"""The separation of numbers from words without a blank: “code4821”, “و1003”, “4821thanks”."""

import re
from collections.abc import Collection, Iterable
from itertools import pairwise

from bot.parsing.intents.numerals import USUAL
from bot.parsing.intents.spoken import plain
from bot.parsing.intents.surroundings import number_words
from bot.parsing.intents.transcript import Piece

_WORD_AND_NUMBER = re.compile(r"([^\W\d_]+)?(\d{3,})([^\W\d_]+)?")
_SHORTEST_WORD = 3
_ARABIC = re.compile(r"(?<=[\u0621-\u064a])(?=\d)|(?<=\d)(?=[\u0621-\u064a])")


def apart(
    parts: Iterable[Piece],
    orders: Collection[str],
    lengths: Collection[int] = (),
    *,
    is_wide: bool = False,
) -> list[Piece]:
    """Separate numbers from words that touch them: “code4821”, “و1003”, “4821thanks”.

    Other letters stay with the number, as in an order number, a plate or a code. `is_wide`:
    letters before a number of a code's length are also separated from it.
    """
    usual = lengths or (USUAL if is_wide else ())
    pieces: list[Piece] = []
    for part in parts:
        if part.text in orders:
            pieces.append(part)
            continue
        # Arabic letters that touch a digit are a word; other letters may belong to the number.
        cuts = [found.start() for found in _ARABIC.finditer(part.text)]
        cuts = cuts or _cuts_at_words(part.text, usual, is_wide=is_wide)
        for begin, end in pairwise((0, *cuts, len(part.text))):
            pieces.append(Piece(part.text[begin:end], part.start + begin, part.start + end))
    return pieces


def _cuts_at_words(text: str, lengths: Collection[int], *, is_wide: bool) -> list[int]:
    """Return where the number in a text begins and ends, as far as words touch it there."""
    found = _WORD_AND_NUMBER.fullmatch(text)
    if not found or len(text) in lengths:
        return []
    before, number, behind = (plain(each or "") for each in found.groups())
    may_be_code = len(number) in lengths
    ends = (len(behind) >= _SHORTEST_WORD and may_be_code) or behind in number_words("code")
    words = number_words("code", "place", "order", "phone", "neutral", "link", "is")
    is_word = is_wide and len(before) > 1
    begins = before in words or (may_be_code and (ends or is_word))
    begins = begins and bool(before) and before not in number_words("money")
    return [found.start(2)] * begins + [found.end(2)] * ends
