"""What commands say of themselves: complete, with an example that works, in any terminal."""

import contextlib
import os
import pty
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command
from typer.testing import CliRunner

from bot.cli import app
from bot.cli.lazy import LazyCommand

COLOUR = re.compile(r"\x1b\[[0-9;]*(?:3[0-8]|4[0-8]|9[0-7])[0-9;]*m")


def walk(command: TyperCommand | TyperGroup, *path: str) -> Iterator[tuple[str, TyperCommand]]:
    """Every command that is no group, by its words."""
    whole = command.load() if isinstance(command, LazyCommand) else command
    if isinstance(whole, TyperGroup):
        for name, each in whole.commands.items():
            yield from walk(each, *path, name)  # type: ignore[arg-type] # all are typer's
    else:
        yield " ".join(path), whole


COMMANDS = dict(walk(get_command(app)))  # type: ignore[arg-type] # likewise


@pytest.mark.parametrize("words", COMMANDS)
def test_its_help_has_an_example_that_it_takes(tmp_path: Path, words: str):
    command = COMMANDS[words]
    told = " ".join((command.help or "").split())
    (example,) = re.findall(r"Example[^:]*: \[bold\](.*?)\[/\]", told)
    program, *given = shlex.split(example)
    assert [program, *given[: len(words.split())]] == ["handover", *words.split()]
    arguments = given[len(words.split()) :]
    for file in [each for each in arguments if each.endswith((".toml", ".zip", ".jpg"))]:
        (tmp_path / file).touch()
    with contextlib.chdir(tmp_path):
        assert command.make_context(words, arguments).args == []


@pytest.mark.parametrize("words", COMMANDS)
def test_its_help_keeps_to_a_narrow_terminal(words: str):
    narrow = {"COLUMNS": "40", "NO_COLOR": "1", "TERM": "dumb"}
    shown = CliRunner().invoke(app, [*words.split(), "--help"], env=narrow)
    assert shown.exit_code == 0
    assert max(map(len, shown.stdout.splitlines())) <= 40


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
