"""The short place of an address: its street, or else its area, without house, flat and postcode.

It tells two orders apart in a list, and shows no door, so that a group may read it.
"""

import re
from collections.abc import Sequence

from bot.base.plain_text import clean

LONGEST = 28
"""The most characters of a short place; a longer one ends with an ellipsis."""

_PARTS = re.compile(r"[,،;\n\r|•]+|\s+[-–—]\s+")
_ORDINAL = re.compile(r"\d+(?:st|nd|rd|th)")
_HOUSE_LETTER = re.compile(r"[a-z]|bis|ter|quater")


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


STREETS = _words(
    """
    street st st. road rd rd. avenue ave ave. av av. lane close crescent drive way boulevard blvd
    highway expressway estate bridge market square court terrace place route
    rue chemin allée allee impasse quai cours bd boul. passage
    calle c/ avenida avda avda. carrera carretera paseo plaza camino ronda travesía
    rua r. alameda al. travessa praça praca estrada rodovia largo viela ladeira beco
    شارع طريق جادة حي ميدان زقاق درب
    """
)
"""Words that say that this is a street, or a quarter, in the languages of the chat."""

UNITS = _words(
    """
    no no. nr nr. n° nº no° num number plot flat apt apt. apartment unit suite room rm floor fl.
    house shop block blk building bldg villa office gate km door level tower lot po p.o. box
    appartement appt appt. étage etage bât bât. bat. bâtiment escalier porte bp b.p. cedex résidence
    número numero núm. núm piso puerta pta pta. portal escalera esc. esc local casa dpto dpto. bajo
    ap ap. apto apto. apartamento andar bloco bl. sala sl loja lj lote quadra qd conjunto cj cep
    رقم شقة مبنى بناية عمارة طابق الطابق فيلا مكتب غرفة بيت منزل ص.ب ص.ب.
    """
)
"""Words that say that the number next to them is a door, a flat or a house."""

_INSIDE_NAMES = _words("du de del do da dos of the di le la et e y")
"""Next to these a number belongs to the name of a street, as in “Rua 25 de Março”."""

_LEADING_ON = _INSIDE_NAMES | UNITS


def short_place(address: str) -> str:
    """Return the street of an address, or its area if it names no street; "" if it has neither."""
    parts = [_named(clean(part).split()) for part in _PARTS.split(address)]
    named = [part for part in parts if any(word.casefold() not in STREETS for word in part)]
    streets = [part for part in named if any(word.casefold() in STREETS for word in part)]
    place = " ".join(next(iter(streets or named), ()))
    return place if len(place) <= LONGEST else place[: LONGEST - 1].rstrip() + "…"


def _named(words: Sequence[str]) -> tuple[str, ...]:
    """Return the name in a part of an address: its words between the first and the next numbers."""
    rest = list(words)
    while rest and (door := _words_of_door(rest)):
        rest = rest[door:]
    ends = (at for at in range(len(rest)) if not _is_name(rest, at))
    name = rest[: next(ends, len(rest))]
    # A last word such as “of”, “-” or “flat” only leads to the part that is left out.
    while name and (name[-1].casefold() in _LEADING_ON or not any(map(str.isalnum, name[-1]))):
        name.pop()
    return tuple(name) if any(_is_letters(word) for word in name) else ()


def _words_of_door(words: Sequence[str]) -> int:
    """Return how many words at the beginning are a door; 0 if the name begins there."""
    first, *others = words
    if _is_number(first):
        if others and others[0].casefold() in _INSIDE_NAMES and not _is_long(first):
            return 0
        return 2 if others and _HOUSE_LETTER.fullmatch(others[0].casefold()) else 1
    if _is_ordinal(first):
        return 2 if others and others[0].casefold() in UNITS else 0
    if not _is_letters(first):
        return 1
    numbered = not others or _is_number(others[0]) or len(others[0]) == 1
    if first.casefold() in UNITS and (numbered or others[0].casefold() in UNITS):
        return 1
    return 0


def _is_name(words: Sequence[str], at: int) -> bool:
    """Tell whether a word still belongs to the name; a number does so only inside a name."""
    word, before = words[at], words[at - 1].casefold() if at else ""
    behind = words[at + 1].casefold() if at + 1 < len(words) else ""
    if word.casefold() in UNITS and behind and _is_number(behind):
        return False
    if not _is_number(word):
        return True
    if _is_long(word):
        return False
    return (at == 1 and before in STREETS) or bool({before, behind} & _INSIDE_NAMES)


def _is_number(word: str) -> bool:
    return any(char.isdecimal() for char in word) and not _is_ordinal(word)


def _is_ordinal(word: str) -> bool:
    return _ORDINAL.fullmatch(word.casefold()) is not None


def _is_long(word: str) -> bool:
    """Tell whether this is a postcode or a phone number rather than a part of a name."""
    return sum(char.isdecimal() for char in word) > 2  # noqa: PLR2004 - streets are numbered so far


def _is_letters(word: str) -> bool:
    return any(char.isalpha() for char in word)
