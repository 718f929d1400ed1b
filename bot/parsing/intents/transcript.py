"""Transcripts: what was typed in plain digits and letters, and where each of them stood.

Digits of any script, raised, in circles or on keys are 0 to 9; signs that nobody sees are left out.
"""

import re
import unicodedata
from dataclasses import dataclass

_UNSEEN = frozenset(("Mn", "Me", "Cf", "Cc", "Cs", "Co", "Cn"))
"""Kinds of characters that have no shape of their own."""

_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and patterns without ink."""

_WORD = re.compile(r"[^\W_]+|[^\w\s]|_")


@dataclass(frozen=True, slots=True)
class Piece:
    """A word, a number or a sign of a transcript, and where it stands there.

    `is_spoken`: the number was written in words. `is_vague`: these can mean other digits, too.
    """

    text: str
    start: int
    end: int
    is_spoken: bool = False
    is_vague: bool = False

    @property
    def is_word(self) -> bool:
        return self.text[0].isalnum()

    @property
    def has_digit(self) -> bool:
        return any(char.isdecimal() for char in self.text)


@dataclass(frozen=True, slots=True)
class Transcript:
    text: str
    places: tuple[tuple[int, int], ...]

    def stood(self, start: int, end: int) -> tuple[int, int]:
        """Return where a piece of the text stood in what was typed."""
        return self.places[start][0], self.places[end - 1][1]

    def parts(self) -> list[Piece]:
        return [Piece(found.group(), *found.span()) for found in _WORD.finditer(self.text)]


def transcribe(said: str) -> Transcript:
    """Write what was typed in plain digits and letters; signs that nobody sees are left out."""
    text: list[str] = []
    places: list[tuple[int, int]] = []
    for at, char in enumerate(said):
        category = unicodedata.category(char)
        digit = unicodedata.digit(char, None)
        if char.isspace():
            plain = "\n" if char in "\n\r\u2028\u2029" else " "
        elif category in _UNSEEN or char in _BLANKS:
            plain = ""
        elif digit is not None:
            plain = str(digit)
        elif unicodedata.decomposition(char).startswith("<fraction>"):
            plain = char
        else:
            composed = unicodedata.normalize("NFKC", char)
            # “№” is a sign, and no letters of a code.
            is_sign = len(composed) > 1 and category.startswith("S")
            seen = (each for each in composed if unicodedata.category(each) not in _UNSEEN)
            plain = char if is_sign else "".join(seen)
        # What nobody sees belongs to the character before it.
        if not plain and places:
            places[-1] = (places[-1][0], at + 1)
        text.append(plain)
        places += [(at, at + 1)] * len(plain)
    return Transcript("".join(text), tuple(places))
