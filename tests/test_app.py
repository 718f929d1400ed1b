"""Starting the bot: a setting that turns out to be wrong when it is used is named."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest

from bot.base.settings_source import ConfigError
from bot.demo.town import Town


@pytest.mark.parametrize(
    ("section", "values", "sentence"),
    [
        ("web", {"tls_cert": "nowhere.pem"}, "Cannot use web.tls_cert and web.tls_key"),
        ("web", {"tls_cert": __file__}, "Cannot use web.tls_cert and web.tls_key"),
        ("fleet", {"ca_file": "nowhere.pem"}, "Cannot use fleet.ca_file"),
        ("fleet", {"api_key": "schlüssel"}, "Cannot use fleet.base_url and fleet.api_key"),
        ("fleet", {"base_url": "https://127.0.0.1/?a=b"}, "Cannot use fleet.base_url"),
        ("web", {"public_url": "https://bot.example/\x01"}, "Telegram refuses web.public_url"),
    ],
)
async def test_what_cannot_be_used_is_one_sentence_that_names_the_setting(
    tmp_path: Path, section: str, values: Mapping[str, str], sentence: str
):
    async with Town(tmp_path, changed_settings={section: values}) as town:
        with pytest.raises(ConfigError, match=sentence) as told:
            await town.start_bot()
        assert "\n" not in str(told.value)


async def test_a_key_that_no_header_can_carry_does_not_take_possession_of_the_database(
    tmp_path: Path,
):
    wrong = {"fleet": {"api_key": "schlüssel"}}
    async with Town(tmp_path, changed_settings=wrong) as town:
        with pytest.raises(ConfigError):
            await town.start_bot()
    with closing(sqlite3.connect(tmp_path / "handover.db")) as database:
        assert database.execute("SELECT * FROM meta").fetchall() == []
