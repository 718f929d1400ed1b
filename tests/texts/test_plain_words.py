"""The words of riders and customers: none of them is a word of systems, in any language."""

import re
from functools import cache

import pytest

from bot.texts.catalogues import FOLDER
from tests.texts.sentences import collected, read

_THEIRS = re.compile(
    r"bot/(?:texts|chat)/(?:rider|customer)/"
    r"|bot/texts/cards/(?:customer|rider|pickup|round|shop)_card"
    r"|bot/texts/(?:announcements|reasons|undelivered|delivered)"
)
_SYSTEM_WORDS = {
    "en": r"systems?|services?|servers?|webhooks?|database|queue|timeouts?|API",
    "fr": r"systèmes?|serveurs?|webhooks?|base de données|API",
    "es": r"sistemas?|servidor(?:es)?|webhooks?|base de datos|API",
    "pt": r"sistemas?|servidor(?:es)?|webhooks?|banco de dados|API",
    "ar": r"(?:ال)?(?:نظام|خادم|سيرفر)",
}


@cache
def _theirs() -> tuple[str | tuple[str, ...], ...]:
    return tuple(
        message.id
        for message in collected()
        if any(_THEIRS.match(place) for place, _ in message.locations)
    )


def _said(language: str) -> list[str]:
    """Return what riders and customers can read in a language."""
    told: list[str | tuple[str, ...]] = list(_theirs())
    if language != "en":
        catalogue = read(FOLDER / f"{language}.po")
        told = [catalogue[id_].string for id_ in _theirs()]
    return [form for text in told for form in (text if isinstance(text, tuple) else (text,))]


@pytest.mark.parametrize("language", _SYSTEM_WORDS)
def test_no_rider_and_no_customer_reads_a_word_of_systems(language: str):
    words = re.compile(rf"\b(?:{_SYSTEM_WORDS[language]})\b")
    said = _said(language)
    assert len(said) > 300
    assert [text for text in said if words.search(text)] == []
