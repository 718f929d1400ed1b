"""Languages: which one somebody is spoken to in."""

import pytest

from bot.texts.catalogues import ENGLISH, languages, nearest


@pytest.mark.parametrize("code", [None, "", "en", "en-GB", "tlh", "../etc", "x" * 100, "-", "_"])
def test_who_speaks_nothing_that_we_speak_is_spoken_to_in_english(code: str | None):
    assert nearest(code) == ENGLISH


@pytest.mark.parametrize("language", languages())
def test_a_region_does_not_matter(language: str):
    assert nearest(f"{language}-XX") == language
    assert nearest(language.upper()) == language
