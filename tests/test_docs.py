"""What the documents say is what the program does."""

import re
import tomllib
from pathlib import Path

from pydantic import BaseModel

from bot.chat.registry import COMMANDS
from bot.config import Settings

ROOT = Path(__file__).parent.parent


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


def test_the_readme_names_every_command_and_no_other():
    table = (ROOT / "README.md").read_text().split("## What people can do")[1].split("##")[0]
    assert set(re.findall(r"`/([a-z]+)", table)) == {command.name for command in COMMANDS}
