"""The help: in every language its examples mean what they mean in English, on one screen."""

import pytest

from bot.parsing.intents.reader import read
from bot.texts.catalogues import languages
from bot.texts.everyone.help import EXAMPLES, help_page
from bot.texts.words import Words
from tests.support.help import written_examples

_A_LINE = 42
"""Letters that a small phone shows in one line."""
_A_SCREEN = 16
"""Lines that it shows at once, above the keyboard's place and the button."""


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("role", range(len(EXAMPLES)))
def test_each_example_means_what_it_means_in_english(language: str, role: int):
    theirs = written_examples(language, role, "1043", "Grace")
    ours = written_examples("en", role, "1043", "Grace")
    for said, in_english in zip(theirs, ours, strict=True):
        meant = read(in_english, "en").intents.keys()
        assert not meant or meant & read(said, language).intents.keys(), said


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("title", EXAMPLES)
def test_the_help_of_a_role_fits_on_a_screen(language: str, title: str):
    lines = help_page(Words(language), [title]).html.splitlines()
    assert sum(-(-len(line) // _A_LINE) for line in lines) <= _A_SCREEN
