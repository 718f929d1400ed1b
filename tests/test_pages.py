"""The commands that the pages for people name are there, with the options that they name."""

import importlib.util
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from bot.cli import app
from bot.cli.lazy import LazyCommand
from tests.pages import DOCS, PAGES, ROOT

READ = [*PAGES, ROOT / "SECURITY.md", ROOT / "config.example.toml"]
LINKED = [*PAGES, *(ROOT / name for name in ("SECURITY.md", "CHANGELOG.md", "bot/README.md"))]
_FENCED = re.compile(r"^```\w*\n(.*?)^```", re.MULTILINE | re.DOTALL)
_INSTALLED = re.compile(r"^(?:runuser -u handover -- )?(?:\.venv|/opt/handover)/bin/")
_SPAN = re.compile(r"`([^`]+)`")
_OPTION = re.compile(r"(?<=\s)--[a-z-]+")
_HELPS = """
import contextlib, io, json, runpy, sys

helps = {}
for command in sys.argv[1:]:
    sys.argv = [*command.split(), "--help"]
    with contextlib.redirect_stdout(io.StringIO()) as said, contextlib.suppress(SystemExit):
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
    helps[command] = said.getvalue()
print(json.dumps(helps))
"""


def commands(begins: str) -> set[str]:
    """Return all that stands as code in a page and begins so."""
    found = {" ".join(code.split()) for page in READ for code in _code(page.read_text())}
    return {each for each in found if each.startswith(begins)}


def _code(text: str) -> Iterator[str]:
    for block in _FENCED.findall(text):
        for line in re.sub(r"\\\n", "", block).splitlines():
            for command in line.partition("#")[0].split(" && "):
                yield _INSTALLED.sub("", command.strip())
    yield from _SPAN.findall(_FENCED.sub("", text))


def of_modules() -> list[str]:
    return sorted({each.partition("python -m ")[2] for each in commands("python -m tests.")})


def of_program() -> list[str]:
    return sorted(commands("handover "))


@pytest.mark.parametrize("page", LINKED, ids=lambda page: page.name)
def test_a_page_links_to_what_is_there(page: Path):
    text = _FENCED.sub("", page.read_text())
    for link in re.findall(r"(?:\]\(|src=\"|srcset=\")([^)\"]+)[)\"]", text):
        place, _, heading = link.partition("#")
        if not place.startswith(("http://", "https://")):
            target = page.parent / place if place else page
            assert target.exists(), link
            assert not heading or heading in _anchors(target.read_text()), link


def _anchors(text: str) -> set[str]:
    """The names of a page's headings in addresses."""
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", each).strip().lower().replace(" ", "-") for each in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_picture_is_said_in_words_and_has_a_dark_one(page: Path):
    shown = re.findall(r"<img [^>]*>", page.read_text())
    dark = re.findall(r"\(prefers-color-scheme: dark\)\" srcset=\"(.*?)\"", page.read_text())
    assert all(re.search(r"alt=\"[^\"]{10,}\"", image) for image in shown)
    light = [source for image in shown for source in re.findall(r"src=\"(.*?)\"", image)]
    assert [source.replace("-light.", "-dark.") for source in light] == dark


def test_the_pictures_are_small_and_shown():
    pages = "".join(page.read_text() for page in PAGES)
    for picture in (DOCS / "pictures").glob("*.png"):
        assert picture.name in pages
        assert picture.stat().st_size < 150_000


def test_the_readme_is_short():
    assert len((ROOT / "README.md").read_text().split()) <= 900


def test_there_are_many():
    assert len(of_modules()) > 15
    assert len(of_program()) > 10


@pytest.fixture(scope="module")
def helps() -> dict[str, str]:
    """What each module says that is named with options. One process imports for all of them."""
    asked = [" ".join(_without_options(each)) for each in of_modules() if _OPTION.search(each)]
    program = [sys.executable, "-c", _HELPS, *dict.fromkeys(asked)]
    said = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return json.loads(said)


@pytest.mark.parametrize("command", of_modules())
def test_a_module_that_is_named_takes_what_is_named_with_it(helps: dict[str, str], command: str):
    module = command.split(" ", maxsplit=1)[0]
    assert importlib.util.find_spec(module), module
    options = _OPTION.findall(command)
    if options:
        told = helps[" ".join(_without_options(command))]
        assert not [option for option in options if option not in told], told


def _without_options(command: str) -> list[str]:
    """Return a module and the word behind it, unless that is an option or a module to work on."""
    module, *others = command.split()
    return [module, *(word for word in others[:1] if re.fullmatch(r"[a-z]+", word))]


@pytest.mark.parametrize("command", of_program())
def test_a_command_of_the_program_that_is_named_is_there_with_its_options(command: str):
    first, *others = command.removeprefix("handover ").split(" | ")
    words = first.split()
    for path in [words, *([words[0], other] for other in others)]:
        found, left = _resolved(path)
        assert not hasattr(found, "commands") or not left or left[0].startswith("--"), command
        known = {name for parameter in found.params for name in parameter.opts}
        assert {word for word in left if word.startswith("--")} <= known | {"--help"}, command


def _resolved(words: list[str]) -> tuple[Any, list[str]]:
    """Return the command that words lead to, and those that are left for it."""
    found: Any = get_command(app)
    left = list(words)
    while left and left[0] in getattr(found, "commands", {}):
        found = found.commands[left.pop(0)]
        if isinstance(found, LazyCommand):
            found = found.load()
    return found, left
