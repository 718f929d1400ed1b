"""Catalogues: the sentences in other languages, one gettext file `languages/<code>.po` for each.

English is the language of the sentences in the code. A file is read as it is, without a build step.
"""

import gettext
from functools import cache
from io import BytesIO
from pathlib import Path

from babel import negotiate_locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

FOLDER = Path(__file__).with_name("languages")
ENGLISH = "en"


@cache
def languages() -> tuple[str, ...]:
    """Return the code of every language that can be spoken, English first."""
    return (ENGLISH, *sorted(file.stem for file in FOLDER.glob("*.po")))


def nearest(*codes: str | None) -> str:
    """Return the language to speak to somebody who wants one of these, such as `pt-br`."""
    wanted = [code.lower().replace("-", "_") for code in codes if code]
    return negotiate_locale(wanted, languages()) or ENGLISH


@cache
def catalogue(language: str) -> gettext.NullTranslations:
    """Return the sentences of a language; English for one that is not there."""
    file = FOLDER / f"{language}.po"
    if language not in languages() or language == ENGLISH:
        return gettext.NullTranslations()
    # gettext reads compiled catalogues only: this one is compiled in memory.
    with file.open("rb") as source:
        compiled = BytesIO()
        write_mo(compiled, read_po(source, locale=language))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
