"""What the documents say is what the program does."""

import re
import tomllib

import pytest
from pydantic import BaseModel

from bot.chat.handler import Command
from bot.chat.registry import COMMANDS
from bot.config import Settings
from tests.overview import commands_table, story, told_in
from tests.pages import COMMANDS_PAGE, ROOT, table_in


def test_the_example_config_names_every_setting_and_no_other():
    text = (ROOT / "config.example.toml").read_text()
    uncommented = re.sub(r"^# (?=[a-z_]+ = )", "", text, flags=re.MULTILINE)
    shown = tomllib.loads(re.sub(r"^url = \"postgresql.*\n", "", uncommented, flags=re.MULTILINE))
    sections = {name: field.annotation for name, field in Settings.model_fields.items()}
    assert set(shown) == set(sections)
    for name, section in sections.items():
        assert isinstance(section, type)
        assert issubclass(section, BaseModel)
        assert set(shown[name]) == set(section.model_fields)


def test_the_table_of_commands_is_made_from_them():
    made = commands_table()
    assert table_in(COMMANDS_PAGE, "commands") == made, (
        "python -m tests.overview --page makes it anew"
    )


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_command_has_a_story(command: Command):
    assert told_in(command), f"{story(command).name} has no test that types /{command.name}"
