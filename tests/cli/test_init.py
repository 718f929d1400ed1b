"""`handover init`: from nothing to a bot that runs, and what becomes of a file that is wrong."""

import re
import signal
from pathlib import Path

import pytest
import tomlkit

from bot.cli.endings import STOP_SIGNALS
from bot.demo.town import Town
from tests.cli.init_process import (
    AtTerminal,
    code_in,
    command,
    environment,
    environment_of_file,
    init_at_terminal,
    start,
    until,
)

TOKEN, KEY, ADDRESS = "(telegram.token), hidden: ", "(fleet.api_key), hidden: ", "(fleet.base_url)"
WRONG_TOKEN = "1000000009:canary-token-that-nobody-may-see"
WRONG_KEY = "canary-key-that-nobody-may-see"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "bot"
    folder.mkdir()
    return folder


async def answers_until_the_owner(person: AtTerminal, town: Town) -> None:
    await person.answers(TOKEN, town.account.token)
    await person.answers("(fleet.environment)", "development")
    await person.answers(ADDRESS, town.fleet_url)
    await person.answers(KEY, town.api_key)
    await person.answers("(business.name)", "Olu's Kitchen")
    await person.answers("(business.phone)", "")
    await person.answers("(business.timezone)", "Africa/Lagos")


async def test_init_then_check_then_run_as_an_operator_would(town: Town, folder: Path):
    variables = environment(town)
    async with init_at_terminal(folder, variables) as person:
        await answers_until_the_owner(person, town)
        code = code_in(await person.reads("press Start"))
        town.owner.write(f"/start {code}")
        await until(town, lambda: "owner of this bot" in town.owner.messages[-1].text)
        await person.reads("What comes next")
        assert await person.ends() == 0
    assert "handover run" in person.shown
    assert "/fleet/development/events" in person.shown
    assert town.account.token not in person.shown
    assert town.api_key not in person.shown
    config = folder / "config.toml"
    assert config.stat().st_mode & 0o777 == 0o600
    assert [file.name for file in folder.iterdir()] == ["config.toml"]
    assert "# The bot's token, from @BotFather." in config.read_text()

    code, printed = await command("check", folder, variables)
    assert code == 0, printed
    noted = [line for line in printed.splitlines() if not line.startswith("✅")]
    assert not [line for line in noted if "in the environment overrules" not in line]

    running = await start("run", folder, variables)
    try:
        town.owner.write("/start")
        await until(town, lambda: "Olu" in town.owner.last.text)
        greeting = town.owner.last
        town.owner.write("/team")
        await until(town, lambda: bool(town.owner.last is not greeting and town.owner.last.inline))
    finally:
        running.send_signal(signal.SIGTERM)
        logged, _ = await running.communicate()
    assert running.returncode == 0, logged.decode()
    assert not [
        secret for secret in (town.account.token, town.api_key) if secret in logged.decode()
    ]


async def test_what_is_refused_is_asked_for_again_and_never_shown(town: Town, folder: Path):
    async with init_at_terminal(folder, environment(town)) as person:
        await person.answers(TOKEN, "no token")
        await person.reads("must be a token as @BotFather gives it")
        await person.answers(TOKEN, WRONG_TOKEN)
        await person.reads("Telegram refuses telegram.token")
        await person.answers(TOKEN, town.account.token)
        await person.answers("(fleet.environment)", "development")
        await person.answers(ADDRESS, "https://127.0.0.1:9")
        await person.reads("must end in /api/v1")
        await person.answers(ADDRESS, town.fleet_url)
        await person.answers(KEY, WRONG_KEY)
        await person.reads("refuses fleet.api_key: is it one for development?")
        await person.answers(KEY, town.api_key)
        await person.reads("(business.name)")
    assert "canary" not in person.shown
    assert list(folder.iterdir()) == []


async def test_a_code_that_others_have_seen_does_not_count_and_is_replaced(
    town: Town, folder: Path
):
    stranger = town.telegram.add_user("Eve")
    async with init_at_terminal(folder, environment(town)) as person:
        await answers_until_the_owner(person, town)
        first = code_in(await person.reads("press Start"))
        stranger.write("ABCDEFGH")
        await person.reads("another code; it does not count")
        town.owner.forward(stranger.write(first, chat=town.telegram.add_group("g", [stranger])))
        second = code_in(await person.reads("press Start"))
        assert first != second
        stranger.write(first)
        await person.reads("another code; it does not count")
        town.owner.write(second)
        await person.reads("is the owner")
        assert await person.ends() == 0
    assert f"owners = [{town.owner.id}]" in (folder / "config.toml").read_text()


async def test_what_is_no_code_waits_for_the_bot(town: Town, folder: Path):
    async with init_at_terminal(folder, environment(town)) as person:
        await answers_until_the_owner(person, town)
        code = code_in(await person.reads("press Start"))
        town.owner.write("hello")
        await person.reads("stays for the bot")
        town.owner.write(code)
        assert await person.ends() == 0
    assert [update.payload["message"]["text"] for update in town.account.queue.pending()] == [
        "hello",
        code,
    ]


async def test_a_webhook_is_named_and_taken_away_only_after_a_yes(town: Town, folder: Path):
    await town.start_bot()
    await town.stop_bot()
    town.account.set_webhook(type(town.account.webhook)(url="https://bot.example/telegram"))
    async with init_at_terminal(folder, environment(town)) as person:
        await answers_until_the_owner(person, town)
        await person.reads("to https://bot.example/telegram")
        await person.answers("[y/N]: ", "n")
        await person.answers("a number (Enter waits for the code again)", "17")
        assert await person.ends() == 0
    assert town.account.webhook.url == "https://bot.example/telegram"
    assert "owners = [17]" in (folder / "config.toml").read_text()


def spoilt(town: Town) -> str:
    settings = town.settings
    good = tomlkit.dumps({**settings, "web": {"port": town.bot_port}})
    spoilt = good.replace("[telegram]", "# mine\n[telegram]")
    spoilt = re.sub(r"^token = ", "tokn = ", spoilt, flags=re.MULTILINE)
    spoilt = re.sub(r"^owners = .*\n", "", spoilt, flags=re.MULTILINE)
    return re.sub(r"^port = .*", 'port = "many" # a door', spoilt, flags=re.MULTILINE)


async def test_a_file_is_mended_and_keeps_its_comments(town: Town, folder: Path):
    config = folder / "config.toml"
    before = spoilt(town)
    config.write_text(before)
    async with init_at_terminal(folder, environment_of_file()) as person:
        await person.reads("❌ There is no setting telegram.tokn")
        await person.reads("❌ The setting telegram.owners is missing")
        await person.reads("❌ The setting web.port in config.toml is wrong")
        await person.answers("Write telegram.token for telegram.tokn? [Y/n]: ", "y")
        await person.answers("web.port (Enter takes it out)", str(town.bot_port))
        code = code_in(await person.reads("press Start"))
        town.owner.write(code)
        assert await person.ends() == 0, person.shown
    after = config.read_text()
    assert "# mine" in after
    assert f"port = {town.bot_port} # a door" in after
    kept = folder / "config.toml.bak"
    assert kept.read_text() == before
    assert kept.stat().st_mode & 0o777 == 0o600
    code, printed = await command("check", folder, environment_of_file())
    assert code == 0, printed
    raw = config.read_bytes()
    async with init_at_terminal(folder, environment_of_file()) as person:
        await person.reads("there was nothing to change")
        assert await person.ends() == 0
    assert config.read_bytes() == raw


async def test_ctrl_c_leaves_the_folder_as_it_was(town: Town, folder: Path):
    async with init_at_terminal(folder, environment(town)) as person:
        await answers_until_the_owner(person, town)
        await person.reads("to type a number instead")
        person.types("\x03")
        await person.reads("Stopped: config.toml is as it was.")
        assert await person.ends() == 130
    assert list(folder.iterdir()) == []
    assert "Traceback" not in person.shown


@pytest.mark.parametrize("number", STOP_SIGNALS, ids=lambda number: number.name)
async def test_a_stop_at_a_hidden_question_gives_the_terminal_its_echo_back(
    town: Town, folder: Path, number: signal.Signals
):
    async with init_at_terminal(folder, environment(town)) as person:
        assert person.sees_what_they_type
        await person.reads(TOKEN)
        assert not person.sees_what_they_type
        if number is signal.SIGINT:
            person.types("\x03")
        else:
            person.kills(number)
        await person.reads("Stopped: config.toml is as it was.")
        assert await person.ends() == 130
        assert person.sees_what_they_type
    assert list(folder.iterdir()) == []
    assert "Traceback" not in person.shown


async def test_what_is_no_toml_stays_unless_the_person_begins_anew(town: Town, folder: Path):
    config = folder / "config.toml"
    config.write_text("[telegram\n")
    async with init_at_terminal(folder, environment(town)) as person:
        await person.reads("at line 1, column")
        await person.answers("[y/N]: ", "n")
        assert await person.ends() == 2
    assert config.read_text() == "[telegram\n"


async def test_without_a_terminal_it_says_what_to_do(folder: Path):
    code, printed = await command("init", folder, environment_of_file())
    assert code == 2
    assert "there is no terminal" in printed
    assert list(folder.iterdir()) == []
