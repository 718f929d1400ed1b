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
from tests.texts.sentences import CODE, DEMO, EVERY, ONE, PAGE, ROOMS, collected, read

SENTENCES_OF = {**dict.fromkeys(ONE, 1), "many": 2, EVERY: None}
"""How many of a call's first arguments are sentences; `None` is all of them."""

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


def test_the_languages_are_the_files_that_are_there_and_english():
    assert set(languages()) == {"en", *(file.stem for file in FILES)}


@language_files
def test_the_head_of_a_file_says_project_and_language_and_names_nobody(file: Path):
    head = file.read_text().split("\n\n", 1)[0]
    assert head.startswith(f"# {read(file).locale.english_name}: the sentences of Handover.\n")
    assert f'"Language: {file.stem}\\n"' in head
    assert '"Project-Id-Version: handover \\n"' in head
    assert "@" not in head


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


def name_of(call: ast.Call) -> str:
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def sentences() -> Iterator[tuple[str, ast.expr]]:
    """Every argument of a call that stands where a sentence does, with its file and line."""
    for file in (file for room in (*ROOMS, DEMO) for file in (CODE / room).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and node.args:
                for argument in node.args[: SENTENCES_OF.get(name_of(node), 0)]:
                    yield f"{file.relative_to(CODE)}:{node.lineno}", argument


def test_no_sentence_is_put_together_from_pieces():
    built = [place for place, words in sentences() if isinstance(words, ast.JoinedStr | ast.BinOp)]
    assert built == []


def test_every_sentence_in_the_code_is_found_for_translation():
    known = {form for entry in collected() for form in forms(entry.id)}
    missed = [
        (place, words.value)
        for place, words in sentences()
        if isinstance(words, ast.Constant) and words.value not in known
    ]
    assert missed == []


def test_every_sentence_of_the_page_is_found_for_translation():
    code = "".join(file.read_text() for file in (CODE / PAGE).glob("*.js"))
    said = set(re.findall(r"\b(?:phrase|sentence)\(\"([^\"]+)\"", code))
    assert len(said) > 100
    assert said <= {entry.id for entry in collected()}


def of_a_command(tree: ast.Module) -> Iterator[ast.expr]:
    """What a command is for and what it takes: that stands in its row, next to its handler."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and name_of(node) == "Command":
            yield from node.args
            yield from (keyword.value for keyword in node.keywords)


def test_no_sentence_stands_outside_texts_but_the_line_of_a_command_in_the_help():
    outside = []
    for file in (file for room in ROOMS for file in (CODE / room).rglob("*.py")):
        tree = ast.parse(file.read_text())
        allowed = set(of_a_command(tree)) if "texts" not in file.parts else set(ast.walk(tree))
        outside += [
            (str(file.relative_to(CODE)), node.args[0].value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and name_of(node) in SENTENCES_OF and node.args
            if isinstance(node.args[0], ast.Constant) and node not in allowed
        ]
    assert outside == []
