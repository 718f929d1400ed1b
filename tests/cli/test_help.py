"""What commands say of themselves: complete, with an example that works, in any terminal."""

import contextlib
import inspect
import os
import pty
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.text import Text
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command
from typer.testing import CliRunner

from bot.cli import app
from bot.cli.lazy import LazyCommand

COLOUR = re.compile(r"\x1b\[[0-9;]*(?:3[0-8]|4[0-8]|9[0-7])[0-9;]*m")


def walk(command: TyperCommand | TyperGroup, *path: str) -> Iterator[tuple[str, TyperCommand]]:
    """Every command that is not a group, by its words."""
    whole = command.load() if isinstance(command, LazyCommand) else command
    if isinstance(whole, TyperGroup):
        for name, each in whole.commands.items():
            yield from walk(each, *path, name)  # type: ignore[arg-type] # all are typer's
    else:
        yield " ".join(path), whole


def plain(markup: str | None) -> str:
    """The text that markup shows."""
    return Text.from_markup(markup or "").plain


def written_help(command: TyperCommand) -> Iterator[str]:
    """What is written of a command in its source: its docstring, and the help of each option."""
    assert command.callback
    yield inspect.cleandoc(command.callback.__doc__ or "")
    for parameter in inspect.signature(command.callback).parameters.values():
        for metadata in getattr(parameter.annotation, "__metadata__", ()):
            yield getattr(metadata, "help", None) or ""


def groups(command: TyperGroup, *path: str) -> Iterator[tuple[str, TyperGroup]]:
    """A group and each group in it, by their words."""
    yield " ".join(path), command
    for name, each in command.commands.items():
        whole = each.load() if isinstance(each, LazyCommand) else each
        if isinstance(whole, TyperGroup):
            yield from groups(whole, *path, name)


ALL: TyperGroup = get_command(app)  # type: ignore[assignment] # the whole is a group
COMMANDS = dict(walk(ALL))
A_NAME_AND_ITS_CHOICES = re.compile(r"Usage: |  (-\w, )?\S+ <.*>$")
GROUPS = dict(groups(ALL))


@pytest.mark.parametrize("words", COMMANDS)
def test_its_help_has_an_example_that_it_takes(tmp_path: Path, words: str):
    command = COMMANDS[words]
    (example,) = re.findall(r"^Example[^:]*: (.*)", command.help, re.MULTILINE | re.DOTALL)
    program, *given = shlex.split(example)
    assert [program, *given[: len(words.split())]] == ["handover", *words.split()]
    arguments = given[len(words.split()) :]
    for file in [each for each in arguments if each.endswith((".toml", ".zip", ".jpg"))]:
        (tmp_path / file).touch()
    with contextlib.chdir(tmp_path):
        assert command.make_context(words, arguments).args == []


@pytest.mark.parametrize("width", [80, 60])
@pytest.mark.parametrize("words", COMMANDS)
def test_its_help_shows_every_word_that_is_written(words: str, width: int):
    shown = CliRunner().invoke(app, [*words.split(), "--help"], env=at_width(width))
    told = shown.stdout.replace("│", " ").split()
    for text in written_help(COMMANDS[words]):
        assert not [word for word in text.split() if word not in told]


@pytest.mark.parametrize("width", [80, 60])
@pytest.mark.parametrize("words", GROUPS)
def test_a_list_of_commands_shows_every_word_of_each(words: str, width: int):
    shown = CliRunner().invoke(app, [*words.split(), "--help"], env=at_width(width))
    told = shown.stdout.replace("│", " ").split()
    for name, command in GROUPS[words].commands.items():
        first_paragraph = plain(command.help).split("\n\n")[0]
        assert not [word for word in [name, *first_paragraph.split()] if word not in told]


@pytest.mark.parametrize("words", COMMANDS)
def test_its_help_keeps_to_a_narrow_terminal(words: str):
    shown = CliRunner().invoke(app, [*words.split(), "--help"], env=at_width(40))
    assert shown.exit_code == 0
    wide = [line for line in shown.stdout.splitlines() if len(line) > 40]
    assert all(A_NAME_AND_ITS_CHOICES.match(line) for line in wide), wide
    told = shown.stdout.replace(",", " ").split()
    for parameter in COMMANDS[words].params:
        if parameter.param_type_name == "option" and not parameter.hidden:
            assert parameter.opts[0] in told


def at_width(columns: int) -> dict[str, str]:
    """A terminal of so many columns, without colours."""
    return {"COLUMNS": str(columns), "NO_COLOR": "1", "TERM": "dumb"}


@pytest.mark.parametrize(
    "words", ["--help", "service --help", "check", "service rider list nowhere"]
)
def test_a_terminal_that_has_no_colours_gets_none(tmp_path: Path, words: str):
    assert not COLOUR.search(at_terminal(tmp_path, words, NO_COLOR="1", TERM="xterm-256color"))
    assert "\x1b" not in at_terminal(tmp_path, words, TERM="dumb")


def at_terminal(folder: Path, words: str, **environment: str) -> str:
    """What a command shows in a terminal of 40 columns."""
    ours, theirs = pty.openpty()
    known = {**os.environ, "COLUMNS": "40", **environment}
    command = [sys.executable, "-m", "bot", *words.split()]
    ended = subprocess.run(
        command, cwd=folder, env=known, stdout=theirs, stderr=theirs, check=False
    )
    os.close(theirs)
    shown = bytearray()
    with contextlib.suppress(OSError):  # which is how a terminal says that nobody writes any more
        while some := os.read(ours, 65_536):
            shown += some
    os.close(ours)
    assert ended.returncode in {0, 2}
    assert b"Traceback" not in shown
    return shown.decode()


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("handover ser", "service"),
        ("handover service k", "key"),
        ("handover service key rot", "rotate"),
        ("handover service key new prod", "production"),
        ("handover restore --repl", "--replace"),
    ],
)
def test_bash_completes_also_what_is_imported_only_when_it_is_run(typed: str, completed: str):
    asked = {
        "_HANDOVER_COMPLETE": "complete_bash",
        "COMP_WORDS": typed,
        "COMP_CWORD": str(len(typed.split()) - 1),
    }
    command = [sys.executable, "-m", "bot"]
    shown = subprocess.run(
        command, env={**os.environ, **asked}, capture_output=True, text=True, check=False
    )
    assert shown.stdout.split() == [completed]
