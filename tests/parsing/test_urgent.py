"""Words that ring at once: what is urgent in five languages, and what only sounds like it."""

import tomllib
from pathlib import Path

import pytest

from bot.parsing.intents.urgent import is_urgent

_SAID = tomllib.loads(Path(__file__).with_name("urgent.toml").read_text(encoding="utf-8"))


def _each(kind: str) -> list[tuple[str, str]]:
    return [
        (line, language) for language, said in _SAID[kind].items() for line in said.splitlines()
    ]


@pytest.mark.parametrize(("words", "language"), _each("rings"))
def test_what_cannot_wait_is_heard_in_every_language(words: str, language: str):
    assert is_urgent(words, language)
    assert is_urgent(words.upper(), language)


@pytest.mark.parametrize(("words", "language"), _each("silent"))
def test_an_address_a_name_and_what_is_denied_are_nothing_urgent(words: str, language: str):
    assert not is_urgent(words, language)
    assert not is_urgent(words.upper(), language)


@pytest.mark.parametrize("words", [words for words, _ in _each("rings")])
def test_what_cannot_wait_is_heard_in_a_language_that_is_not_the_speakers(words: str):
    assert is_urgent(words, "en")


def test_each_clause_is_read_by_itself():
    assert is_urgent("customer dey here, police station road, but I was robbed", "en")
    assert not is_urgent("", "en")
    assert not is_urgent("🔥🔥 nice food", "en")


def test_an_address_in_another_language_than_the_speakers_is_none_either():
    assert not is_urgent("12 rue de la Police", "en")
    assert not is_urgent("não cancela", "en")
