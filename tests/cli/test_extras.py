"""Without an extra the bot runs, and what needs the extra says which one to install."""

import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.utils import canonicalize_name

from bot.cli.lazy import EXTRAS
from tests.counted.installation import required

ALL = sorted(frozenset().union(*EXTRAS.values()))
WITHOUT = f"""
import sys
for module in {ALL}:
    sys.modules[module] = None
from bot.cli import main
main()
"""


def ran(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command in an installation without extras, in a folder without settings."""
    program = [sys.executable, "-c", WITHOUT, *arguments]
    return subprocess.run(program, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("command", "extra"),
    [
        ("service run --config none", "service"),
        ("service key list development", "service"),
        ("demo --play", "demo"),
        ("telegram --port 0", "telegram"),
    ],
)
def test_what_is_not_installed_is_named_with_what_to_install(
    tmp_path: Path, command: str, extra: str
):
    done = ran(tmp_path, *command.split())
    assert done.returncode == 2
    assert f"pip install 'handover-bot[{extra}]'" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("--help", 0),
        ("init --help", 0),
        ("run --config none", 2),
        ("check --config none", 2),
        ("jobs list", 2),
    ],
)
def test_the_bot_needs_no_extra(tmp_path: Path, command: str, code: int):
    done = ran(tmp_path, *command.split())
    assert (done.returncode, "pip install" in done.stderr) == (code, False)


def test_the_bot_itself_is_loaded_without_any(tmp_path: Path):
    program = WITHOUT.replace("from bot.cli import main\nmain()", "import bot.app, bot.fleet")
    subprocess.run([sys.executable, "-c", program], cwd=tmp_path, check=True)


@pytest.mark.parametrize("extra", EXTRAS)
def test_a_module_that_tells_of_an_extra_comes_with_nothing_else(extra: str):
    only_there = required(extra).keys() - required().keys()
    for module in EXTRAS[extra]:
        owners = {canonicalize_name(owner) for owner in packages_distributions()[module]}
        assert owners <= only_there
