"""What of a text stands nowhere in what was read from it."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from pathlib import Path

import phonenumbers

from bot.parsing.orders.labels import label_of
from bot.parsing.orders.words_of import words_of
from bot.parsing.orders.written_order import WrittenOrder
from tests.pastes.wording import folded, words

_DATA = tomllib.loads((Path(__file__).parent / "droppable.toml").read_text(encoding="utf-8"))
_SPOKEN = {
    "NG": ("en", "pidgin"),
    "FR": ("fr",),
    "ES": ("es",),
    "BR": ("pt",),
    "AE": ("en", "ar"),
}
_NUMBERING = re.compile(
    r"^(?!\W*\(\d{2}\)\s?\d{4,5}[\s.\-]?\d{4}(?!\d))"
    r"(\W*(?:[^\W\d_]+\s*#?\s*(?=\d+\s*[).:\-–—]+\s+\S))?)\d{1,2}(?=[.)]\s|\s*[).:\-–—]+\s+\S)",
    re.MULTILINE,
)
"""“1.” and “Order 1:” before something, and no area of a number, such as “(11) 98765-4321”."""
_DAY = r"\d{1,4}[./-]\d{1,2}(?:[./-]\d{2,4})?"
_CLOCK = r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[ap]\.?\s?m\.?)?"
_CHAT_HEAD = re.compile(
    rf"^\W*(?:{_DAY},?\s(?:a\s)?{_CLOCK}|{_CLOCK},\s?{_DAY})\W+[^:\n]{{1,60}}:(?=\s+\S)",
    re.MULTILINE,
)
"""What a chat puts before a message: a day, a time, a name and a colon."""
_HEAD = re.compile(r"^[^:\n]{1,48}(?=:)", re.MULTILINE)
_KEYCAP = re.compile("^\\W*[0-9]\ufe0f?\u20e3(?![0-9])")
_A_NUMBER = 10
"""Digits of a phone number with its country, at least."""
_AMOUNT = re.compile(
    r"(?:(?<!\d)\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)|\d+)(?:[.,٫٬]\d+)*"
    r"(?:\s?(?:k|mil|mille|الف)\b)?"
)


def lost_words(
    text: str, orders: Sequence[WrittenOrder], country: str, ornament: Iterable[str] = ()
) -> list[str]:
    """List the words of a text that no field, note or piece left over holds.

    Labels, greetings and the like of the country's languages may be dropped, and the heads of a
    chat; of a country that is none of those tried here, those of all languages. Once is enough of
    a word that is said twice.
    """
    kept = {word for piece in _pieces(orders) for word in words(piece)}
    kept.update(word for piece in ornament for word in words(piece))
    kept.update(droppable(country))
    kept.update(word for head in _HEAD.findall(text) if _is_label(head) for word in words(head))
    kept.update(_number_words(orders))
    kept.update(_left_numbers(orders))
    if len(orders) > 1:
        kept.update(str(number + 1) for number in range(len(orders)))
    lines = "\n".join(folded(_KEYCAP.sub("", line)) for line in text.splitlines())
    bare = _NUMBERING.sub(r"\1", _CHAT_HEAD.sub("", lines))
    rest = _without_amounts(_without_phones(bare, orders), _figures(orders))
    return [word for word in dict.fromkeys(words(rest)) if word not in kept | _joined(kept)]


def _is_label(head: str) -> bool:
    """Tell whether what stands before a colon is a label that the reader knows, and no more."""
    return label_of([word.text for word in words_of(head)]) is not None


def _joined(kept: Iterable[str]) -> set[str]:
    """Words with what Arabic joins to them: “in the town” is one word."""
    return {f"{lead}{word}" for word in kept if not word.isascii() for lead in "بلو"}


def droppable(country: str) -> set[str]:
    """Words that may be dropped: labels, greetings, names of currencies, numbering."""
    languages = _SPOKEN.get(country, tuple(_DATA["words"]))
    told = " ".join(_DATA["words"][language] for language in ("any", "leading", *languages))
    return set(words(told))


def _pieces(orders: Sequence[WrittenOrder]) -> Iterator[str]:
    for order in orders:
        yield from (order.sender.name, order.sender.address)
        yield from (order.receiver.name, order.receiver.address)
        yield from (item.description for item in order.items)
        yield from (order.rider, *order.notes, *order.left)


def _without_phones(text: str, orders: Sequence[WrittenOrder]) -> str:
    for order in orders:
        for phone in filter(None, (order.sender.phone, order.receiver.phone)):
            text = _written(phone).sub(" ", text)
    return text


def _written(phone: str) -> re.Pattern[str]:
    """A phone number in any form: with its country or without, and with anything between."""
    number = phonenumbers.parse(phone)
    national = r"[^\w:]{0,3}".join(str(number.national_number))
    return re.compile(
        rf"(?:(?<!\d)(?:00)?\s?{number.country_code}\D{{0,3}})?(?:(?<!\d)0\D{{0,2}})?{national}"
    )


def _figures(orders: Sequence[WrittenOrder]) -> set[Decimal]:
    items = [item for order in orders for item in order.items]
    fees = [order.fee for order in orders if order.fee is not None]
    return {*fees, *(Decimal(n) for item in items for n in (item.quantity, item.value) if n)}


def _without_amounts(text: str, figures: set[Decimal]) -> str:
    return _AMOUNT.sub(lambda found: " " if readings(found[0]) & figures else found[0], text)


def readings(amount: str) -> set[Decimal]:
    """What a figure may mean: 1,500 is fifteen hundred or one and a half; 2k is two thousand."""
    times = 1000 if amount[-1:].isalpha() else 1
    figure = re.sub(r"[^\d.,]", "", amount.replace("٫", ".").replace("٬", ","))
    whole, _, last = figure.replace(",", ".").rpartition(".")
    digits = whole.replace(".", "")
    return {
        Decimal(f"{digits or 0}.{last}") * times if whole else Decimal(last) * times,
        Decimal(digits + last) * times,
    }


def _left_numbers(orders: Sequence[WrittenOrder]) -> set[str]:
    """Numbers that were left with their country in front: whoever wrote them left it out."""
    left = (word for order in orders for piece in order.left for word in words(piece))
    national = {word[at:] for word in left if len(word) >= _A_NUMBER for at in (1, 2, 3)}
    return national | {f"0{word}" for word in national}


def _number_words(orders: Sequence[WrittenOrder]) -> set[str]:
    said = {item.quantity for order in orders for item in order.items}
    return {word for word, number in _DATA["numbers"].items() if number in said}
