"""What somebody has who installs the wheel and has never seen the repository."""

import re
import tomllib

import bot
from bot.cli.init.draft import EXAMPLE
from bot.local_telegram.control.site import PAGE
from bot.service.pages.rendering import TEMPLATES
from tests.pages import DOCS, ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
EXAMPLES = {"config.example.toml", "service.example.toml", "deploy"}


def test_the_example_configurations_and_what_runs_it_are_installed_where_the_page_says():
    shared = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["shared-data"]
    assert set(shared) == EXAMPLES
    assert all((ROOT / name).exists() for name in EXAMPLES)
    assert shared == {name: f"share/handover/{name}" for name in EXAMPLES}
    assert "share/handover/" in (DOCS / "your-own-bot.md").read_text()


def test_the_example_that_init_fills_in_is_in_the_package_and_is_the_same():
    assert EXAMPLE.is_relative_to(ROOT / "bot")
    assert EXAMPLE.read_bytes() == (ROOT / "config.example.toml").read_bytes()


def test_the_version_is_the_one_that_the_changelog_begins_with():
    (latest, *_) = re.findall(r"^## \[(.*)\]", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert PROJECT["project"]["version"] == bot.__version__ == latest


def test_the_page_of_the_demo_is_in_the_package():
    wheel = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel["packages"] == ["bot"]  # with everything in it, which is no Python either
    assert PAGE.is_relative_to(ROOT / "bot")
    assert (PAGE / "index.html").is_file()


def test_the_templates_of_the_service_are_in_the_package():
    assert TEMPLATES.is_relative_to(ROOT / "bot")
    assert (TEMPLATES / "base.html").is_file()
    assert (TEMPLATES.parent / "style.css").is_file()
