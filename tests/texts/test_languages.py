"""The catalogues: every sentence in every language, with the same places for values."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Message as Entry

from bot.texts.catalogues import FOLDER, languages
from tests.texts.sentences import CODE, ROOMS, collected, read

PROMISED = {"en", "fr", "es", "pt", "ar"}
FILES = sorted(FOLDER.glob("*.po"))

language_files = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)


def forms(text: str | tuple[str, ...]) -> tuple[str, ...]:
    return text if isinstance(text, tuple) else (text,)


def entries(file: Path) -> list[Entry]:
    return [entry for entry in read(file) if entry.id]


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def tags(text: str) -> Counter[str]:
    return Counter(re.findall(r"</?(?:b|i|s|u|code|a)\b[^<>]*>", text))


def test_the_languages_that_are_promised_are_there():
    assert set(languages()) == PROMISED


@language_files
def test_a_language_has_every_sentence_and_no_other(file: Path):
    assert {entry.id for entry in entries(file)} == {entry.id for entry in collected() if entry.id}


@language_files
def test_nothing_is_left_untranslated_or_unsure(file: Path):
    unfinished = [e.id for e in entries(file) if e.fuzzy or not all(forms(e.string))]
    assert unfinished == []


@language_files
def test_a_translation_has_the_places_and_the_tags_of_its_sentence(file: Path):
    for entry in entries(file):
        one, *_ = sentences = forms(entry.id)
        for translated in forms(entry.string):
            allowed = set().union(*map(places, sentences))
            # A language may leave the number out where the form itself tells it.
            assert places(translated) | {"count"} == allowed | {"count"}, entry.id
            assert tags(translated) - tags(one) in (Counter(), tags(sentences[-1]) - tags(one))
            assert translated.count("\n") == one.count("\n"), entry.id


@language_files
def test_a_language_has_all_its_plural_forms(file: Path):
    catalogue = read(file)
    for entry in entries(file):
        if entry.pluralizable:
            assert len(forms(entry.string)) == catalogue.num_plurals, entry.id


def calls() -> Iterator[tuple[str, ast.Call]]:
    for file in (file for room in ROOMS for file in (CODE / room).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and node.args:
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                if name in {"say", "label", "many", "phrase"}:
                    yield f"{file.name}:{node.lineno}", node


def test_no_sentence_is_put_together_from_pieces():
    built = [
        place for place, call in calls() if isinstance(call.args[0], ast.JoinedStr | ast.BinOp)
    ]
    assert built == []


def test_every_sentence_in_the_code_is_found_for_translation():
    known = {form for entry in collected() for form in forms(entry.id)}
    missed = [
        (place, argument.value)
        for place, call in calls()
        for argument in call.args[:2]
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
        if argument.value not in known
    ]
    assert missed == []
