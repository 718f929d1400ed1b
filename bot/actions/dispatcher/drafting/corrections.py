"""What a correction changes of an order: of a draft, or of one that is created already.

The fields of an order are texts here, as a form shows them: items a line each, numbers in E.164.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from bot.domain.draft import Blank
from bot.parsing.orders.corrections import (
    NamedValue,
    Removal,
    Replacement,
    corrections_in,
    named_parts,
)
from bot.parsing.orders.labels import Side
from bot.parsing.orders.lexicon import Part
from bot.parsing.orders.telephones import telephone
from bot.parsing.orders.words_of import words_of

_PARTS: Mapping[Blank, Part] = {
    Blank.TO_NAME: Part.NAME,
    Blank.TO_PHONE: Part.PHONE,
    Blank.TO_ADDRESS: Part.ADDRESS,
    Blank.ITEMS: Part.ITEMS,
    Blank.FEE: Part.FEE,
    Blank.NOTE: Part.NOTES,
    Blank.FROM_NAME: Part.NAME,
    Blank.FROM_PHONE: Part.PHONE,
    Blank.FROM_ADDRESS: Part.ADDRESS,
}
_OF_SENDER = {Blank.FROM_NAME, Blank.FROM_PHONE, Blank.FROM_ADDRESS}
_SHORTEST_START = 4
"""Letters from which on the beginning of a word stands for it: “cake” for “cakes”."""


@dataclass(frozen=True, slots=True)
class FieldChange:
    """A field and the text that it shall hold.

    `is_named` where the field was called by name, `is_sure` as of `NamedValue`.
    """

    blank: Blank
    value: str
    is_named: bool = True
    is_sure: bool = False


def change_of(
    fields: Mapping[Blank, str], line: str, country: str, side: Side = Side.RECEIVER
) -> FieldChange | None:
    """Return what a line changes of an order; `None` where it fits no field, or several.

    `country` is that of local phone numbers, as two letters. `side` is the party of a name, number
    or address that names no party.
    """
    for correction in corrections_in(line, country):
        match correction:
            case NamedValue():
                found = _said(fields, correction, side)
            case Replacement():
                found = _replaced(fields, correction, line, country)
            case Removal():
                found = _removed(fields, correction)
        if found is not None:
            return found
    return None


def _said(fields: Mapping[Blank, str], said: NamedValue, side: Side) -> FieldChange | None:
    side = said.side or side
    for blank, part in _PARTS.items():
        is_its_side = part not in _SIDED or (blank in _OF_SENDER) == (side is Side.SENDER)
        if part is said.part and is_its_side and blank in fields:
            return FieldChange(blank, said.value, said.is_named, said.is_sure)
    return None


_SIDED = {Part.NAME, Part.PHONE, Part.ADDRESS}


def _replaced(
    fields: Mapping[Blank, str], replaced: Replacement, line: str, country: str
) -> FieldChange | None:
    """Put the new value where the old one stands, if that is in one place alone."""
    number = telephone(replaced.old, country)
    found = []
    for blank, text in fields.items():
        if number is not None and text == number:
            found.append(FieldChange(blank, replaced.new))
        else:
            changed = _in_place(text, replaced)
            found += [] if changed is None else [FieldChange(blank, changed)]
    if len(found) > 1:
        named = named_parts(line)
        found = [change for change in found if _PARTS[change.blank] in named]
    return found[0] if len(found) == 1 else None


def _in_place(text: str, replaced: Replacement) -> str | None:
    """Return a text with the new words in place of the old ones, where these stand once."""
    words = words_of(text)
    old = [word.text for word in words_of(replaced.old)]
    texts = [word.text for word in words]
    starts = [at for at in range(len(words)) if old and texts[at : at + len(old)] == old]
    if len(starts) != 1:
        return None
    first, last = words[starts[0]], words[starts[0] + len(old) - 1]
    numbers = [word.text for word in words_of(replaced.new) if word.text.isdecimal()]
    is_number = all(map(str.isdecimal, old)) and len(numbers) == 1
    return text[: first.start] + (numbers[0] if is_number else replaced.new) + text[last.end :]


def _removed(fields: Mapping[Blank, str], removed: Removal) -> FieldChange | None:
    lines = fields.get(Blank.ITEMS, "").splitlines()
    wanted = [word.text for word in words_of(removed.thing)]
    hit = [line for line in lines if _names(line, wanted)]
    if len(hit) != 1 or not wanted:
        return None
    return FieldChange(Blank.ITEMS, "\n".join(line for line in lines if line != hit[0]))


def _names(line: str, wanted: list[str]) -> bool:
    """Tell whether a line of things has all of these words, or what begins like them."""
    known = [word.text for word in words_of(re.sub(r"\d+$", "", line))]
    words = [word for word in wanted if len(word) >= _SHORTEST_START] or wanted
    return all(any(_is_alike(word, each) for each in known) for word in words)


def _is_alike(one: str, other: str) -> bool:
    shorter, longer = sorted((one, other), key=len)
    return one == other or (len(shorter) >= _SHORTEST_START and longer.startswith(shorter))
