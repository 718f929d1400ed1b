"""Transcripts: messages in plain digits and letters, with the original place of each character.

Digits of any script, raised, in circles or on keycaps become 0 to 9. Invisible characters are
left out.
"""

import re
import unicodedata
from dataclasses import dataclass

_UNSEEN = frozenset(("Mn", "Me", "Cf", "Cc", "Cs", "Co", "Cn"))
"""Unicode categories of characters without a shape of their own."""

_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and patterns without ink."""

_WORD = re.compile(r"[^\W_]+|[^\w\s]|_")


@dataclass(frozen=True, slots=True)
class Piece:
    """A word, a number or a sign of a transcript, and its place there.

    `is_spoken`: the number was written in words. `is_vague`: they may also mean other digits.
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
    """The plain text of a message, and for each of its characters the range in the message."""

    text: str
    places: tuple[tuple[int, int], ...]

    def stood(self, start: int, end: int) -> tuple[int, int]:
        """Return the place of a piece of the transcript in the original message."""
        return self.places[start][0], self.places[end - 1][1]

    def parts(self) -> list[Piece]:
        return [Piece(found.group(), *found.span()) for found in _WORD.finditer(self.text)]


def transcribe(said: str) -> Transcript:
    """Write a message in plain digits and letters, without invisible characters."""
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
            # “№” would become the letters “No”, which might be read as part of a code.
            is_sign = len(composed) > 1 and category.startswith("S")
            seen = (each for each in composed if unicodedata.category(each) not in _UNSEEN)
            plain = char if is_sign else "".join(seen)
        # An invisible character belongs to the character before it.
        if not plain and places:
            places[-1] = (places[-1][0], at + 1)
        text.append(plain)
        places += [(at, at + 1)] * len(plain)
    return Transcript("".join(text), tuple(places))
