"""Languages: which one somebody is spoken to in."""

from pathlib import Path

import pytest

from bot.texts.catalogues import ENGLISH, languages, nearest
from tests.texts.sentences import collected, read, update


@pytest.mark.parametrize("code", [None, "", "en", "en-GB", "tlh", "../etc", "x" * 100, "-", "_"])
def test_who_speaks_nothing_that_we_speak_is_spoken_to_in_english(code: str | None):
    assert nearest(code) == ENGLISH


@pytest.mark.parametrize("language", languages())
def test_a_region_does_not_matter(language: str):
    assert nearest(f"{language}-XX") == language
    assert nearest(language.upper()) == language


def test_an_empty_file_becomes_one_with_a_head_and_every_sentence(tmp_path: Path):
    file = tmp_path / "it.po"
    file.touch()
    update(file)
    begun = read(file)
    assert file.read_text().startswith("# Italian: the sentences of Handover.\n")
    assert {entry.id for entry in begun} == {entry.id for entry in collected()}
    assert begun.num_plurals > 1
