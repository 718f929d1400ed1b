"""Name, address and phone number of a party, written in one piece without labels."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from babel import Locale

from bot.parsing.orders.lexicon import Part, lexicon
from bot.parsing.orders.telephones import telephones_in
from bot.parsing.orders.words_of import folded, folded_words, words_of

_GAP = re.compile(r"\s*(?:[,،;|()·\n]|\s[-–—/]\s|(?<=\S)\.\s*$)\s*")
_PLACES = {"words.streets", "words.units", "words.areas", "words.spots", "label.address_part"}
_COMMA = re.compile("[,،]")
_ODD_NUMBER = re.compile(r"[\d\s()+.-]{7,}")
_ARABIC_IN = "بال"
_LANGUAGES = ("en", "fr", "es", "pt", "ar")
_MOST_WORDS = 18
_ENDS = " ,،;.:-–—/|()"


@dataclass(frozen=True, slots=True)
class PartyTold:
    """A party's values in a piece of text; `odd` are long numbers that cannot be dialled.

    `is_certain`: the piece surely says nothing else. `is_guess`: the border between name and
    address is unclear.
    """

    name: str = ""
    phone: str = ""
    address: str = ""
    odd: tuple[str, ...] = ()
    is_certain: bool = True
    is_guess: bool = False

    @property
    def values(self) -> dict[Part, str]:
        """The values that are not empty."""
        told = {Part.NAME: self.name, Part.PHONE: self.phone, Part.ADDRESS: self.address}
        return {part: value for part, value in told.items() if value}


def party_told(text: str, country: str, *, has_name: bool = False) -> PartyTold:
    """Read a piece such as “Kemi Foods, 3 Allen Avenue (0803 555 6666)”.

    The first part is the name if it is no place, unless the party `has_name` already. A long
    number that is no phone number, as with a missing digit, is not part of the address.
    """
    phones = telephones_in(text, country)
    before, behind = text, ""
    if phones:
        before, behind = text[: phones[0].start], text[phones[0].end :]
    all_pieces = [piece for part in (before, behind) for piece in _pieces(part)]
    odd = [piece for piece in all_pieces if _ODD_NUMBER.fullmatch(piece)]
    pieces = [piece for piece in all_pieces if piece not in odd]
    says_more = bool(_pieces(before)[1:]) and bool(_pieces(behind))
    takes_first = not has_name and _is_name(pieces)
    name = pieces[0] if takes_first else ""
    rest = pieces[1:] if takes_first else pieces
    return PartyTold(
        name=name,
        phone=phones[0].number if phones else "",
        address=", ".join(rest),
        odd=tuple(odd),
        is_certain=len(phones) <= 1
        and not says_more
        and not odd
        and len(words_of(text)) <= _MOST_WORDS,
        is_guess=bool(name and rest) and not any(map(is_place, rest)),
    )


def _pieces(text: str) -> list[str]:
    """Split at commas, dashes and brackets, without words such as “tel” before a number."""
    pieces: list[str] = []
    for part in _GAP.split(text):
        piece = part.strip(_ENDS)
        words = folded_words(piece)
        leads_to_number = bool(words) and lexicon().only("said.phone", words)
        if piece and not leads_to_number:
            pieces.append(piece)
    return pieces


def _is_name(pieces: Sequence[str]) -> bool:
    """Tell whether the first piece is a name: it is no place, or the place follows it."""
    if not pieces or not any(map(str.isalpha, pieces[0])):
        return False
    behind = any(is_place(piece) and any(map(str.isdigit, piece)) for piece in pieces[1:])
    if any(map(str.isdigit, pieces[0])):
        return behind and _known(pieces[0]).isdisjoint(_PLACES)
    return len(pieces) == 1 or behind or may_be_a_name(pieces[0])


def may_be_a_name(text: str) -> bool:
    """Tell whether a text may be a name, as it has no digit and no word for a place."""
    return not any(map(str.isdigit, text)) and _known(text).isdisjoint(_PLACES)


def is_place(text: str) -> bool:
    """Tell whether a text may be a place, by a digit or a word for a street or a town."""
    return any(map(str.isdigit, text)) or not _known(text).isdisjoint(_PLACES)


def names_place(text: str) -> bool:
    """Tell whether a text has a word for a street, a house or an area."""
    return not _known(text).isdisjoint({"words.streets", "words.units", "words.areas"})


def _known(text: str) -> set[str]:
    return lexicon().names(folded_words(text))


def is_country(text: str) -> bool:
    """Tell whether a text is only a country's name, which is not an address by itself."""
    return folded(text.strip(_ENDS)) in _countries()


@cache
def _countries() -> frozenset[str]:
    named = (Locale(language).territories.items() for language in _LANGUAGES)
    return frozenset(folded(name) for names in named for code, name in names if code.isalpha())


def parted(name: str, address: str) -> tuple[str, str]:
    """Separate a name from an address that touches it; drop the address's article."""
    first, *rest = _COMMA.split(address, maxsplit=1)
    if not name and rest and rest[0].strip() and may_be_a_name(first):
        name, address = first, rest[0].strip()
    words = name.split()
    if words and words[0].startswith("ل"):  # Arabic “to”, which is written as one with a title
        bare = words[0][1:]
        words[0] = bare if lexicon().has("words.titles", [folded(bare)]) else words[0]
    # Arabic writes “in the” as one with the word of a place, with which the address begins.
    places = (at for at, word in enumerate(words) if at and word.startswith(_ARABIC_IN))
    end = next(places, len(words))
    name, behind = " ".join(words[:end]), " ".join(words[end:])
    address = without_articles(f"{behind} {address}".strip())
    return name, address.removeprefix("ب") if address.startswith(_ARABIC_IN) else address


def without_articles(text: str) -> str:
    """Drop the articles at the beginning of a text in lower case, as in “some keys”."""
    words = words_of(text)
    count = lexicon().count_leading("words.articles", [word.text for word in words])
    is_written_small = bool(words) and text[words[0].start].islower()
    return text[words[count].start :] if is_written_small and 0 < count < len(words) else text
