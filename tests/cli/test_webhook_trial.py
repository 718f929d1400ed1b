"""`handover webhook test`: how far a webhook comes, told step by step."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import tomlkit
from typer.testing import CliRunner

from bot import logs
from bot.cli import app
from bot.demo.town import Town
from tests.support.photo_door import WITHOUT_DOOR


@pytest.fixture
async def town(tmp_path: Path) -> AsyncIterator[Town]:
    logs.configure("ERROR", as_json=False)  # the command prints in the bot's process
    async with Town(tmp_path) as town:
        await town.start_bot()
        town.owner.write("/start")
        await town.idle()
        yield town


async def try_webhook(town: Town, section: str = "fleet", **changed: object) -> tuple[int, str]:
    """Run the command next to the town; return its exit code and what it has printed."""
    settings = {**town.settings, section: {**town.settings[section], **changed}}
    config = town.folder / "config.toml"
    config.write_text(tomlkit.dumps(settings))
    command = ["webhook", "test", "--config", str(config)]
    ended = await asyncio.to_thread(CliRunner().invoke, app, command)
    return ended.exit_code, ended.output


async def test_a_trial_comes_through_the_door_to_the_owners_chat(town: Town):
    before = len(town.owner.messages)
    code, printed = await try_webhook(town)
    assert code == 0, printed
    assert [line[0] for line in printed.splitlines()] == ["✅"] * 3
    (message,) = town.owner.messages[before:]
    assert "The test webhook is here: signed, kept and understood." in message.text
    assert not message.silent


async def test_two_trials_are_two_messages(town: Town):
    before = len(town.owner.messages)
    assert [(await try_webhook(town))[0] for _ in range(2)] == [0, 0]
    assert len(town.owner.messages[before:]) == 2


async def test_another_key_is_refused_at_the_door_and_not_shown(town: Town):
    code, printed = await try_webhook(town, api_key="another-key-that-nobody-may-see")
    assert code == 1
    assert "The signature is refused: the bot that runs there has another fleet.api_key." in printed
    assert "another-key" not in printed


async def test_where_no_bot_answers_that_is_said(town: Town):
    await town.stop_bot()
    code, printed = await try_webhook(town)
    assert code == 1
    assert f"{town.events_url} cannot be reached" in printed
    assert "Traceback" not in printed


async def test_a_bot_of_another_environment_takes_none(town: Town):
    elsewhere = town.fleet_url.replace("development", "production")
    production = {"environment": "production", "base_url": elsewhere, **WITHOUT_DOOR}
    code, printed = await try_webhook(town, **production)
    assert code == 1
    assert "No bot takes webhooks of this environment there." in printed


async def test_where_there_is_no_database_none_is_made(town: Town):
    elsewhere = town.folder / "elsewhere"
    elsewhere.mkdir()
    url = f"sqlite+aiosqlite:///{elsewhere}/handover.db"
    code, printed = await try_webhook(town, "store", url=url, key_file=str(elsewhere / "key"))
    assert code == 2
    assert f"There is no database {elsewhere}/handover.db" in printed
    assert not list(elsewhere.iterdir())


async def test_an_authority_that_is_none_is_named(town: Town):
    code, printed = await try_webhook(town, ca_file=str(town.folder / "none.pem"))
    assert code == 2
    assert "none.pem of fleet.ca_file cannot be read" in printed
    assert "Traceback" not in printed
