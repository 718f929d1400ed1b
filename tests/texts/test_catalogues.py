"""Languages: which one somebody is spoken to in."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot.texts.catalogues import ENGLISH, FOLDER, languages, nearest
from tests.texts.sentences import collected, read, update


@pytest.mark.parametrize("code", [None, "", "en", "en-GB", "tlh", "../etc", "x" * 100, "-", "_"])
def test_who_speaks_nothing_that_we_speak_is_spoken_to_in_english(code: str | None):
    assert nearest(code) == ENGLISH


@pytest.mark.parametrize("language", languages())
def test_a_region_does_not_matter(language: str):
    assert nearest(f"{language}-XX") == language
    assert nearest(language.upper()) == language


def test_a_language_is_a_file_and_nothing_else(tmp_path: Path):
    """The recipe of bot/README.md, in a copy of the house."""
    house = FOLDER.parents[1]
    copy = tmp_path / house.name
    shutil.copytree(house, copy, ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "texts" / "languages" / "it.po").write_text('msgid "Open"\nmsgstr "Apri"\n')
    tried = """
from bot.texts.catalogues import languages, nearest
from bot.texts.everyone.language import which_language
from bot.texts.words import Words
labels = [button.label for row in which_language(Words("it")).rows for button in row]
print(nearest("it-IT"), "it" in languages(), "Italiano" in labels, Words("it")("Open"))
"""
    run = subprocess.run(
        [sys.executable, "-c", tried], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert run.stdout == "it True True Apri\n"


def test_an_empty_file_becomes_one_with_a_head_and_every_sentence(tmp_path: Path):
    file = tmp_path / "it.po"
    file.touch()
    update(file)
    begun = read(file)
    assert file.read_text().startswith("# Italian: the sentences of Handover.\n")
    assert {entry.id for entry in begun} == {entry.id for entry in collected()}
    assert begun.num_plurals > 1
