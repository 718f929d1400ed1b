"""The recipe "A language": one file, which may begin empty."""

from pathlib import Path

from babel.messages.catalog import Message
from babel.messages.pofile import read_po, write_po

from tests.recipes.project import Project, assert_true_to_the_letter

FILE = "bot/texts/languages/it.po"
COMPLETE = "tests/texts/test_languages.py::test_nothing_is_left_untranslated_or_unsure"
SPOKEN = """
from bot.texts.catalogues import nearest
from bot.texts.everyone.language import which_language
from bot.texts.words import Words
labels = [button.label for row in which_language(Words("it")).rows for button in row]
print(nearest("it-IT"), "Italiano" in labels, Words("it")("Open"))
"""


def test_a_language_is_a_file_and_nothing_else(tmp_path: Path):
    project = Project(tmp_path)
    project.add(FILE, "")
    assert project.python("-c", SPOKEN) == "it True Open\n"
    project.python("-m", "tests.texts.sentences")
    lacking = project.fails("-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", COMPLETE)
    assert "test_nothing_is_left_untranslated_or_unsure[it]" in lacking
    made_up(project.folder / FILE)
    project.python("-m", "tests.texts.sentences")  # the head again, as it is to be
    assert project.python("-c", SPOKEN) == "it True Open.\n"
    project.tests(
        "tests/texts/test_languages.py",
        "tests/texts/test_limits.py",
        "tests/journeys/test_language.py",
    )
    assert_true_to_the_letter(project, "A language")


def made_up(file: Path) -> None:
    """Translate every sentence: with a full stop at its end, so that one can tell it."""
    with file.open("rb") as source:
        catalogue = read_po(source, locale=file.stem)
    for entry in catalogue:
        if entry.id:
            entry.string = _told_apart(entry, catalogue.num_plurals)
    with file.open("wb") as target:
        write_po(target, catalogue, width=100)


def _told_apart(entry: Message, plurals: int) -> str | tuple[str, ...]:
    if isinstance(entry.id, str):
        return f"{entry.id}."
    return tuple(f"{form}." for form in (*entry.id, *entry.id[1:] * plurals)[:plurals])
