"""Catalogues: the sentences in other languages, one gettext file `languages/<code>.po` for each.

English is the language of the sentences in the code. A file is read as it is, without a build step.
"""

import gettext
from collections.abc import Mapping
from functools import cache
from io import BytesIO
from pathlib import Path

from babel import negotiate_locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

FOLDER = Path(__file__).with_name("languages")
ENGLISH = "en"


@cache
def languages() -> tuple[str, ...]:
    """Return the codes of all languages that the bot speaks, English first."""
    return (ENGLISH, *sorted(file.stem for file in FOLDER.glob("*.po")))


def nearest(*codes: str | None) -> str:
    """Return the language that fits one of these wishes best, such as `pt-br`."""
    wanted = [code.lower().replace("-", "_") for code in codes if code]
    return negotiate_locale(wanted, languages()) or ENGLISH


@cache
def catalogue(language: str) -> gettext.NullTranslations:
    """Return the sentences of a language; English for an unknown one."""
    if language not in languages() or language == ENGLISH:
        return gettext.NullTranslations()
    # gettext reads compiled catalogues only: this one is compiled in memory.
    compiled = BytesIO()
    write_mo(compiled, _read(language))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


@cache
def sentences_in(language: str, places: tuple[str, ...]) -> Mapping[str, str]:
    """Return the translations of the sentences that these places of the code use."""
    if language == ENGLISH:
        return {}
    return {
        str(message.id): str(message.string)
        for message in _read(language)
        if message.string and any(file.startswith(places) for file, _ in message.locations)
    }


def _read(language: str) -> Catalog:
    with (FOLDER / f"{language}.po").open("rb") as source:
        return read_po(source, locale=language)
