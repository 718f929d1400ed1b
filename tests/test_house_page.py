"""What `bot/README.md` names is there: every path, every module and every function."""

import importlib
import re
from pathlib import Path

import pytest

from bot.config import Settings
from tests.recipes.project import named_in

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "bot" / "README.md"
NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven")
ROOMS = ("", "bot.", "bot.actions.", "bot.actions.tracking.", "bot.store.")
PLACES = (ROOT, ROOT / "bot", *(ROOT / "bot" / "actions").iterdir())
"""Where a path may begin: at the root, in the bot, and next to what the walk has just named."""

QUOTED = re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", PAGE.read_text(), flags=re.DOTALL))
PATHS = [one for one in QUOTED if re.fullmatch(r"[\w./]+(/|\.(py|md|toml|po))", one)]
NAMES = [one for one in QUOTED if re.fullmatch(r"[a-z_]+(\.\w+)+", one) and one not in PATHS]
COMMANDS = [one.split()[2] for one in QUOTED if one.startswith("python -m tests.")]


@pytest.mark.parametrize("path", sorted(set(PATHS)))
def test_every_path_that_the_page_names_is_there(path: str):
    assert any((place / path).exists() for place in PLACES)


@pytest.mark.parametrize("name", sorted(set(NAMES)))
def test_every_name_that_the_page_names_is_there(name: str):
    assert is_a_setting(name) or any(resolves(f"{place}{name}") for place in ROOMS)


def is_a_setting(name: str) -> bool:
    """Whether the config has a section with such an entry."""
    section, _, entry = name.partition(".")
    field = Settings.model_fields.get(section)
    return field is not None and entry in getattr(field.annotation, "model_fields", {})


def resolves(name: str) -> bool:
    """Whether a dotted name is a module, or stands in one."""
    module, _, last = name.rpartition(".")
    for candidate in (name, module):
        path = ROOT.joinpath(*candidate.split("."))
        if candidate and (path.with_suffix(".py").exists() or (path / "__init__.py").exists()):
            return candidate == name or hasattr(importlib.import_module(candidate), last)
    return False


@pytest.mark.parametrize("module", sorted(set(COMMANDS)))
def test_every_command_that_the_page_names_can_be_run(module: str):
    path = ROOT.joinpath(*module.split("."))
    assert path.with_suffix(".py").exists() or (path / "__main__.py").exists()


@pytest.mark.parametrize(
    ("recipe", "count"),
    [("A command", "Seven"), ("A button", "Five"), ("A question", "Four"), ("A request", "Five")],
)
def test_a_recipe_counts_the_files_that_are_written_by_hand(recipe: str, count: str):
    by_hand = {path for path in named_in(recipe) if not path.endswith((".po", ".md"))}
    assert f"### {recipe}\n\n{count} files" in PAGE.read_text()
    assert len(by_hand) == NUMBERS.index(count)
