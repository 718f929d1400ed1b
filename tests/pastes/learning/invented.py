"""Examples from templates and lists of words, and from known orders with other words in them.

`templates/*.toml` hold whole messages with slots, `{{sn}}` to `{{note}}`: name, phone and address
of the sender and of the receiver (`{{sn}} {{sp}} {{sa}}`, `{{rn}} {{rp}} {{ra}}`, a second phone
`{{rp2}}`), a thing, a fee, a note, and how people begin and end. In messages with `several` orders
the slots of each are numbered. The other lists are what the slots are filled with; nobody in them
is real.
"""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from random import Random

from bot.parsing.orders.tagger import PartKind
from tests.pastes.learning.example import Example, KnownPart, example
from tests.pastes.learning.numbers import written_number

Words = Mapping[str, list[str]]

_FOLDER = Path(__file__).parent / "templates"
_SLOT = re.compile(r"\{\{([a-z]+)(\d?)\}\}")
_COUNT = re.compile(r"^\d+\s*[xX]?\s*")
COUNTRY_OF = {"ng": "NG", "ae": "AE", "ar": "AE", "fr": "FR", "es": "ES", "br": "BR"}
_SLOTS = {
    "sn": PartKind.SENDER_NAME,
    "sp": PartKind.SENDER_PHONE,
    "sa": PartKind.SENDER_ADDRESS,
    "rn": PartKind.RECEIVER_NAME,
    "rp": PartKind.RECEIVER_PHONE,
    "ra": PartKind.RECEIVER_ADDRESS,
    "item": PartKind.ITEM,
    "fee": PartKind.FEE,
    "note": PartKind.NOTE,
}
_LISTS = {
    PartKind.SENDER_NAME: "shops",
    PartKind.RECEIVER_NAME: "people",
    PartKind.SENDER_ADDRESS: "addresses",
    PartKind.RECEIVER_ADDRESS: "addresses",
    PartKind.ITEM: "items",
    PartKind.FEE: "fees",
    PartKind.NOTE: "notes",
}
_NUMBERS = frozenset({PartKind.SENDER_PHONE, PartKind.RECEIVER_PHONE, PartKind.OTHER_PHONE})
_ALIKE = frozenset({PartKind.ITEM, PartKind.NOTE})
"""What a template may ask for several times, each time another one."""


def vocabularies() -> dict[str, Words]:
    """Read the lists of each language; files such as `ng2.toml` add to those of `ng`."""
    told: dict[str, dict[str, list[str]]] = {}
    for file in sorted(_FOLDER.glob("*.toml")):
        lists = told.setdefault(file.stem.rstrip("0123456789"), {})
        for name, values in tomllib.loads(file.read_text(encoding="utf-8")).items():
            lists.setdefault(name, []).extend(values)
    return dict(told)


def invented(random: Random, language: str, words: Words) -> Example:
    """Fill a template, of one order or several, or take a text that is no order."""
    chosen = random.choices(("templates", "several", "no_order"), (74, 19, 7))[0]
    template = random.choice(words[chosen])
    country = COUNTRY_OF[language]
    text, parts = _filled(random, template, country, words, are_several=chosen == "several")
    return example(_disturbed(random, text), country, parts)


def _filled(
    random: Random, template: str, country: str, words: Words, *, are_several: bool
) -> tuple[str, list[KnownPart]]:
    text, at = "", 0
    parts: list[KnownPart] = []
    known: dict[str, str] = {}
    for slot in _SLOT.finditer(template):
        text += template[at : slot.start()]
        at = slot.end()
        kind = _SLOTS.get(slot[1])
        if slot[1] == "rp" and slot[2] == "2" and not are_several:
            kind = PartKind.OTHER_PHONE
        value = _value(random, kind, country, words, slot[1])
        if kind not in _ALIKE:
            value = known.setdefault(slot.group(), value)
        if kind is not None:
            parts.append(KnownPart(len(text), len(text) + len(value), kind))
        text += value
    return text + template[at:], parts


def _value(random: Random, kind: PartKind | None, country: str, words: Words, slot: str) -> str:
    if kind in _NUMBERS:
        return written_number(random, country)
    if kind is None:
        told = random.choice(words[f"{slot}s"])
        if slot == "greeting" and random.random() < 0.3:
            return f"{told} {random.choice(words['people'])}{random.choice((',', '.', '!', ''))}"
        return told
    return random.choice(words[_list_for(random, kind)])


def _list_for(random: Random, kind: PartKind) -> str:
    """Choose where a value comes from: people send, too, and shops receive."""
    exchanged = {PartKind.SENDER_NAME: "people", PartKind.RECEIVER_NAME: "shops"}
    if kind in exchanged and random.random() < 0.12:
        return exchanged[kind]
    return _LISTS[kind]


def varied(random: Random, known: Example, words: Words) -> Example:
    """Put other values where those of a known order stand."""
    text, at = "", 0
    parts: list[KnownPart] = []
    for part in sorted(known.parts, key=lambda part: part.start):
        text += known.text[at : part.start]
        at = part.end
        value = _other(random, known, part, words)
        parts.append(KnownPart(len(text), len(text) + len(value), part.kind))
        text += value
    return example(_disturbed(random, text + known.text[at:]), known.country, parts)


def _other(random: Random, known: Example, part: KnownPart, words: Words) -> str:
    written = known.text[part.start : part.end]
    if part.kind in _NUMBERS:
        return written_number(random, known.country)
    if random.random() < (0.7 if part.kind is PartKind.NOTE else 0.2):
        return written
    other = random.choice(words[_list_for(random, part.kind)])
    if part.kind is PartKind.ITEM:  # how many is written as it was
        count = _COUNT.match(written)
        return (count.group() if count else "") + _COUNT.sub("", other)
    return other


def _disturbed(random: Random, text: str) -> str:
    """Write some texts small, large, in one line or without commas, as people do."""
    change = random.choices(
        (str, str.lower, str.upper, _in_one_line, _without_commas), (76, 10, 3, 7, 4)
    )[0]
    changed: str = change(text)
    return changed if len(changed) == len(text) else text


def _in_one_line(text: str) -> str:
    return text.replace("\n", " ")


def _without_commas(text: str) -> str:
    return text.replace(",", " ")


def languages_of(country: str, text: str) -> list[str]:
    """Return which vocabularies fit a known order: those of its country and of its script."""
    is_arabic = any("\u0600" <= char <= "\u06ff" for char in text)
    found = [language for language, of in COUNTRY_OF.items() if of == country]
    return [language for language in found if (language == "ar") is is_arabic] or found
