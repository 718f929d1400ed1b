"""Text without a label, cut into pieces, and what each piece is by its own words."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from functools import lru_cache
from itertools import chain

from bot.texts.written_orders.fees import read_fee
from bot.texts.written_orders.items import counts_things, read_item
from bot.texts.written_orders.labels import label_of
from bot.texts.written_orders.lexicon import lexicon
from bot.texts.written_orders.people import is_name, is_small_name
from bot.texts.written_orders.places import is_area, is_place, looks_like_place, place_begins
from bot.texts.written_orders.telephones import telephones_in
from bot.texts.written_orders.words_of import western_digits, words_of

_PARTS = re.compile(
    r"\s*(?:[;|،•\t]|(?<!\d),|,(?!\d))\s*|\s+[-–—/]+\s+|(?<=[^\W\d_]{5})\.\s+|(?<=\d)\.\s+|(?<=[\dºª°][^\W\d_])\.\s+|[!?؟]+\s*"
)
_TIME = re.compile(r"\b\d{1,2}\s?(?:[:h]\s?\d{2}|h\b|[ap]\.?m\b)", re.IGNORECASE)
_MEASURED = re.compile(
    r"\d{1,3}(?:[.,]\d)?\s?(?:kg|kilos?|litros?|litres?|l|g)\s+[^\W\d_]", re.IGNORECASE
)
_UNKNOWN_LABEL = re.compile(r"[^\W\d_]{2,20}(?: [^\W\d_]{2,20})?\s*:\s*\S*\d[\d.\-/]*$")
_UNREAD_HEAD = re.compile(r"(?P<head>[^\W\d_][^\n:=：]{0,28}?)\s?[:=：](?!\d)\s*\S")
_MOST_HEAD_WORDS = 3
_LINK = re.compile(
    r"https?://|www\.|\bmaps\.|\.gl/|\S@\S+\.\S|-?\d{1,3}\.\d{4,},\s?-?\d", re.IGNORECASE
)
_SHORT = 3
"""Words of “9 Cash Street”, which say no more than that."""
_LONGEST_PART = 300
"""Characters between two commas; what is longer is no name and no address."""
_REMEMBERED = 512
"""Lines that are remembered while a text is read, which asks for each several times."""
_LONGEST_PHONE_WORDS = 6


class Sort(StrEnum):
    """What a piece is."""

    PHONE = "phone"
    FEE = "fee"
    NOTE = "note"
    PLACE = "place"
    AREA = "area"
    PLACE_LIKE = "place_like"
    COUNTED = "counted"
    THING = "thing"
    NAME = "name"
    NOTHING = "nothing"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a line, as it came; `number` is its phone number, `line` the one it stands in."""

    kind: Sort
    text: str
    line: int = 0
    number: str = ""
    fee: Decimal | None = None
    is_for_each: bool = False


def pieces_of(lines: Sequence[str], country: str, *, is_party: bool = False) -> list[Piece]:
    """Cut lines into pieces; `is_party` says that somebody is written of, not what is brought."""
    found: list[Piece] = []
    for at, line in enumerate(lines):
        pieces = pieces_of_line(line, country, is_first=not found, is_party=is_party)
        found += [_placed(piece, at) for piece in pieces if piece.kind is not Sort.NOTHING]
    return found


@lru_cache(_REMEMBERED)
def pieces_of_line(line: str, country: str, *, is_first: bool, is_party: bool) -> tuple[Piece, ...]:
    """Cut one line into pieces; `is_first` says that nobody was named before it."""
    return tuple(_of_line(line, country, is_first=is_first, is_party=is_party))


def _placed(piece: Piece, line: int) -> Piece:
    return Piece(piece.kind, piece.text, line, piece.number, piece.fee, piece.is_for_each)


def _of_line(line: str, country: str, *, is_first: bool, is_party: bool) -> Iterator[Piece]:
    if _LINK.search(line):
        yield from _with_link(line, country, is_first=is_first, is_party=is_party)
        return
    if lexicon().has("words.account", [word.text for word in words_of(line)]):
        yield Piece(Sort.NOTE, line)  # a number in it may be that of an account
        return
    telephones = telephones_in(line, country)
    if _has_unread_head(line):
        yield Piece(Sort.NOTE if not telephones and _is_note(line) else Sort.OTHER, line)
        return
    if telephones and lexicon().has("words.acts", [word.text for word in words_of(line)]):
        yield Piece(Sort.OTHER, line)  # it says who does what, and that was not understood
        return
    at = 0
    for telephone in telephones:
        before = _without_phone_words(line[at : telephone.start])
        yield from _worded(before, is_first=is_first, is_party=is_party)
        yield Piece(Sort.PHONE, line[telephone.start : telephone.end], number=telephone.number)
        at, is_first = telephone.end, False
    rest = _without_phone_words(line[at:]) if telephones else line
    yield from _worded(rest, is_first=is_first, is_party=is_party)


def _has_unread_head(line: str) -> bool:
    """Tell whether a line begins as with a label that is none of those known."""
    found = _UNREAD_HEAD.match(line)
    words = [word.text for word in words_of(found["head"])] if found else []
    if found is None or not 0 < len(words) <= _MOST_HEAD_WORDS:
        return False
    if any(lexicon().has(group, words) for group in ("words.streets", "words.units")):
        return False
    if label_of(words) or all(lexicon().label_length_at([word], 0) for word in words):
        return False
    return not (len(words) > 1 and is_name(found["head"], words, is_told=False))


def _is_note(text: str) -> bool:
    words = [word.text for word in words_of(text)]
    said = any(lexicon().has(group, words) for group in _NOTES)
    return said or _TIME.search(text) is not None or _UNKNOWN_LABEL.match(text) is not None


def _with_link(line: str, country: str, *, is_first: bool, is_party: bool) -> Iterator[Piece]:
    """Keep the link whole, and read what stands around it."""
    for word in re.split(
        r"(\S*(?:https?://|www\.|maps\.|\.gl/|@)\S*|-?\d{1,3}\.\d{4,},\s?-?\d+\.\d+)", line
    ):
        if _LINK.search(word):
            yield Piece(Sort.NOTE, word.strip())
        elif word.strip():
            yield from _of_line(word, country, is_first=is_first, is_party=is_party)
        is_first = False


def _worded(text: str, *, is_first: bool, is_party: bool) -> Iterator[Piece]:
    if _is_priced_thing(tidy(text)):
        yield Piece(Sort.THING, tidy(text))
        return
    for part in chain.from_iterable(map(_unbracketed, _PARTS.split(text))):
        bare = tidy(part)
        if bare:
            yield from _of_part(bare, is_first=is_first, is_party=is_party)
            is_first = False


def _unbracketed(part: str) -> list[str]:
    """Cut at a bracket that what it belongs to was cut off from."""
    return part.split("(") if "(" in part and ")" not in part else [part]


def _is_priced_thing(text: str) -> bool:
    """Tell whether a line is one counted thing with its price, whatever stands between the two."""
    words = [word.text for word in words_of(text)]
    if "," in text.rstrip(",") and not re.search(r"\d,\d", text):
        return False
    if not (counts_things(text) and lexicon().has("words.goods", words)):
        return False
    item = read_item(text)
    return item is not None and item.value > 0 and not is_place(text, words)


def tidy(text: str) -> str:
    """Return a text without the punctuation and the pictures around it."""
    start, end = 0, len(text)
    while start < end and _is_edge(text[start], text[start + 1 : start + 2]):
        start += 1
    while end > start and _is_tail(text[end - 1]):
        end -= 1
    return text[start:end] if any(map(_is_part_of_word, text[start:end])) else ""


def _is_edge(char: str, following: str) -> bool:
    if _is_part_of_word(char) or char in "#'’\"«“(":
        return False
    return not (char in "-\u2212" and following.isdigit())


def _is_tail(char: str) -> bool:
    return not _is_part_of_word(char) and char not in ".'’\")»”-="


def _is_part_of_word(char: str) -> bool:
    """Tell whether a character is, or stands for, a letter, a digit, an accent or money."""
    if char.isalnum() or unicodedata.category(char) in {"Sc", "Mn", "Mc"}:
        return True
    return any(map(str.isalnum, unicodedata.normalize("NFKD", char)))


def _without_phone_words(text: str) -> str:
    """Leave out words that only lead to the number that stood beside them."""
    words = words_of(text)
    texts = [word.text for word in words]
    for first in range(max(len(texts) - _LONGEST_PHONE_WORDS, 0), len(texts)):
        if lexicon().only("said.phone", texts[first:]):
            return "" if first == 0 else text[: words[first].start].rstrip(" (,:-")
    return text


def _of_part(text: str, *, is_first: bool, is_party: bool) -> Iterator[Piece]:
    text = _without_politeness(text)
    words = [word.text for word in words_of(text)]
    if words and any(lexicon().only(group, words) for group in ("words.greeting", "words.joiners")):
        yield Piece(Sort.NOTHING, text)
        return
    if (fee := read_fee(text)) is not None:
        yield Piece(Sort.FEE, text, fee=fee.amount, is_for_each=fee.is_for_each)
        return
    if len(text) > _LONGEST_PART:
        yield Piece(Sort.OTHER, text)
        return
    if cut := _place_and_things(text):
        yield Piece(Sort.PLACE, cut[0])
        yield Piece(Sort.THING, cut[1])
        return
    kind = _kind(text, words, is_first=is_first, is_party=is_party)
    if is_first and kind is not Sort.NAME and (cut := _name_and_place(text)):
        yield Piece(Sort.NAME, cut[0])
        yield Piece(Sort.PLACE, cut[1])
        return
    yield Piece(kind, text)


def _without_politeness(text: str) -> str:
    words = words_of(text)
    texts = [word.text for word in words]
    said = lexicon().count_leading("words.hello", texts)
    if not said:
        joined = lexicon().count_leading("words.joiners", texts)
        if joined and joined < len(words) and text[: words[joined].start].islower():
            return text[words[joined].start :]
        return text
    while said < len(words) and text[words[said].start].islower():
        more = lexicon().length_at("words.greeting", texts, said)
        if not more:
            break
        said += more
    return text[words[said].start :] if said < len(words) else text


def _kind(text: str, words: Sequence[str], *, is_first: bool, is_party: bool) -> Sort:
    """Return the first kind of which a piece is; the order of the questions is what decides."""
    book = lexicon()
    said = _is_note(text)
    is_sentence = _is_sentence(words)
    goods = book.has("words.goods", words)
    counted = counts_things(text)
    answers = (
        (Sort.PLACE, is_place(text, words) and not (said and is_sentence and len(words) > _SHORT)),
        (Sort.AREA, is_area(words)),
        (Sort.NAME, is_first and is_party and is_name(text, words, is_told=True)),
        (Sort.OTHER, counted and (goods or _is_times(text)) and is_sentence),
        (Sort.THING, counted and (goods or _is_times(text))),
        (Sort.NOTE, said),
        (Sort.COUNTED, counted),
        (Sort.THING, _MEASURED.match(text)),
        (Sort.OTHER, goods and (is_first or is_sentence)),
        (Sort.THING, goods),
        (Sort.NAME, is_name(text, words, is_told=False)),
        (Sort.NAME, is_first and is_small_name(text, words)),
        (Sort.PLACE_LIKE, looks_like_place(text, words)),
    )
    return next((kind for kind, is_one in answers if is_one), Sort.OTHER)


_NOTES = ("words.note", "words.cash", "words.times")


def _is_times(text: str) -> bool:
    return re.match(r"\d{1,4}\s*[xX×*]", western_digits(text)) is not None


def _is_sentence(words: Sequence[str]) -> bool:
    """Tell whether somebody is told to do something, so that no place is all of it."""
    book = lexicon()
    return book.has("words.chat", words) or book.has("words.cash", words) or len(words) > 12  # noqa: PLR2004


_THINGS_BEHIND = re.compile(r"\s\(?(?=\d{1,2}\s?[xX×]?\s?[^\W\d_])")


def _place_and_things(text: str) -> tuple[str, str] | None:
    """Cut where an address ends and things are counted, as in “24 Allen Avenue 3 meat pies”."""
    for gap in _THINGS_BEHIND.finditer(text):
        place, things = text[: gap.start()], text[gap.end() :].removesuffix(")")
        told = [word.text for word in words_of(things)]
        counted = counts_things(things) and (
            "(" in gap.group() or lexicon().has("words.goods", told[1:3])
        )
        if counted and is_place(place, [word.text for word in words_of(place)]):
            return place, things
    return None


def _name_and_place(text: str) -> tuple[str, str] | None:
    """Cut where a name ends and its address begins, as in “Chidi Eze 9 Creek Road”."""
    at = place_begins(text)
    if at is None:
        return None
    name, place = _without_at(text[:at]), text[at:].strip()
    name_words = [word.text for word in words_of(name)]
    if lexicon().has("words.units", name_words) or not name.rpartition(" ")[2].istitle():
        return None
    if (
        name
        and is_name(name, name_words, is_told=False)
        and is_place(place, [word.text for word in words_of(place)])
    ):
        return name, place
    return None


def _without_at(text: str) -> str:
    words = words_of(text)
    if words and lexicon().has("said.at", [words[-1].text]):
        text = text[: words[-1].start]
    return tidy(text)
