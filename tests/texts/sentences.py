"""Every sentence in the code, and how the catalogues are brought up to date with them.

`python -m tests.texts.sentences` adds what is new to each `bot/texts/languages/<code>.po`, with an
empty translation, and takes out what is not said any more.
"""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import IO

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir, extract_python
from babel.messages.pofile import read_po, write_po

from bot.texts.catalogues import FOLDER

CODE = FOLDER.parents[1]

ROOMS = ("actions/", "chat/", "texts/")
"""Where sentences are said; elsewhere a `label` is something else."""

PAGE = "local_telegram/page/"
DEMO = "demo/"
"""Where the page's own sentences are said, and those of the story that it plays."""

ONE, EVERY = ("say", "label", "button", "phrase"), "FixedMessage"
"""Calls whose first argument is a sentence, and the one of which every text is."""

_CALLS = {**dict.fromkeys(ONE), "many": (1, 2)}
_PAGE_CALLS = {"phrase": None, "sentence": None}
_NOISE = (
    b'"POT-Creation-Date',
    b'"PO-Revision-Date',
    b'"Last-Translator',
    b'"Language-Team',
    b'"Report-Msgid-Bugs-To',
    b'"Generated-By',
)
"""Lines of a file's head that would change with each look at the code, though no sentence did."""

_NOTES = ("Translators:",)


def _python(file: IO[bytes], keywords: object, notes: object, options: object) -> Iterator[tuple]:
    """Read a file as Babel does, and find each sentence of a message of fixed ones."""
    for line, call, texts, comments in extract_python(file, [*_CALLS, EVERY], notes, options):
        if call != EVERY:
            yield line, call, texts, comments
            continue
        for text in filter(None, texts if isinstance(texts, tuple) else (texts,)):
            yield line, "phrase", text, comments


def collected() -> Catalog:
    """Return a catalogue of all sentences, without translations."""
    catalogue = Catalog(project="handover")
    code = [(f"{room}**.py", _python) for room in (*ROOMS, DEMO)]
    page = [(f"{PAGE}**.js", "javascript")]
    for files, calls in ((code, _CALLS), (page, _PAGE_CALLS)):
        found = extract_from_dir(CODE, files, keywords=calls, comment_tags=_NOTES)
        for file, _line, message, comments, _context in found:
            catalogue.add(message, locations=[(f"bot/{file}", 0)], auto_comments=comments)
    return catalogue


def read(file: Path) -> Catalog:
    """Read one language."""
    with file.open("rb") as source:
        return read_po(source, locale=file.stem)


def update(file: Path) -> None:
    """Bring one language up to date, from nothing if its file is empty."""
    catalogue = read(file)
    catalogue.project, catalogue.version = "handover", ""
    catalogue.header_comment = f"# {catalogue.locale.english_name}: the sentences of Handover."
    catalogue.update(collected(), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    written = BytesIO()
    write_po(
        written,
        catalogue,
        width=100,
        sort_by_file=True,
        include_lineno=False,
        omit_header=False,
        ignore_obsolete=True,
    )
    lines = written.getvalue().splitlines(keepends=True)
    file.write_bytes(b"".join(line for line in lines if not line.startswith(_NOISE)))


if __name__ == "__main__":
    for language in sorted(FOLDER.glob("*.po")):
        update(language)
