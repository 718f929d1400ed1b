"""No command waits for what only another one needs."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.core import TyperGroup
from typer.main import get_command

from bot.cli import app
from bot.cli.lazy import LazyCommand

RUN_AND_LIST = """
import sys
from bot.cli import main
try:
    main()
except SystemExit:
    pass
print("LOADED", *sys.modules)
"""

SERVICE = ("fastapi", "bot.service")
DEMO = ("bot.demo", "trustme")
CHAT = ("telegram", "bot.chat", "bot.app")
NETWORK = ("aiohttp", "httpx")
STORE = ("sqlalchemy", "alembic", "bot.store")


def loaded(arguments: list[str], folder: Path) -> set[str]:
    """Run a command in a folder without any settings, and return the modules it has loaded."""
    program = [sys.executable, "-c", RUN_AND_LIST, *arguments]
    said = subprocess.run(program, cwd=folder, capture_output=True, text=True, check=True).stdout
    return set(said.rpartition("LOADED ")[2].split())


@pytest.mark.parametrize(
    ("command", "needed", "foreign"),
    [
        (
            "version",
            "typer",
            (*SERVICE, *DEMO, *CHAT, *STORE, "pydantic_settings", "httpx"),
        ),
        (
            "--version",
            "typer",
            (*SERVICE, *DEMO, *CHAT, *STORE, "pydantic_settings", "httpx"),
        ),
        (
            "--help",
            "typer",
            (*SERVICE, *DEMO, *CHAT, *STORE, "pydantic_settings", "httpx"),
        ),
        ("service --help", "typer", (*SERVICE, *DEMO, *CHAT, *STORE, "pydantic_settings", "httpx")),
        ("run", "bot.config", (*SERVICE, *DEMO, *CHAT)),
        ("run --help", "bot.config", (*SERVICE, *DEMO, *CHAT)),
        ("check", "telegram", (*SERVICE, *DEMO, "bot.app", "bot.chat")),
        ("jobs list", "sqlalchemy", (*SERVICE, *DEMO, *CHAT, "httpx")),
        ("service run --config none", "bot.service", (*DEMO, *CHAT, "bot.store")),
        ("service key list", "bot.service", (*DEMO, *CHAT, "bot.store")),
        ("demo --language xx", "bot.demo", ()),
    ],
)
def test_a_command_loads_what_it_needs_and_nothing_of_the_others(
    tmp_path: Path, command: str, needed: str, foreign: tuple[str, ...]
):
    modules = loaded(command.split(), tmp_path)
    assert needed in modules
    assert modules.intersection(foreign) == set()


def test_the_fleet_client_loads_little_of_the_bot_but_itself():
    program = "import sys, bot.fleet; print(*sys.modules)"
    said = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout
    modules = set(said.split())
    assert modules.isdisjoint((*SERVICE, *DEMO, *CHAT, *STORE, "prometheus_client", *NETWORK))
    ours = {module for module in modules if module.startswith("bot.")}
    others = {module for module in ours if not module.startswith("bot.fleet")}
    assert others == {"bot.identifiers"}
    assert "cryptography" not in modules


def stand_ins(group: TyperGroup) -> Iterator[LazyCommand]:
    for command in group.commands.values():
        if isinstance(command, LazyCommand):
            yield command
            found = command.load()
            if isinstance(found, TyperGroup):
                yield from stand_ins(found)


def every_stand_in() -> list[LazyCommand]:
    handover = get_command(app)
    assert isinstance(handover, TyperGroup)
    return list(stand_ins(handover))


@pytest.mark.parametrize("command", every_stand_in(), ids=lambda command: command.help)
def test_a_list_says_of_a_command_what_the_command_says_first_of_itself(command: LazyCommand):
    found = command.load()
    assert found.name == command.name
    assert " ".join(found.help.split("\n\n")[0].split()) == command.help
