"""`handover init --own-service`: a bot and its fleet service on one machine, with webhooks."""

import re
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.demo.town import Town
from tests.cli.init_process import (
    code_in,
    command,
    environment_of_file,
    init_at_terminal,
    start,
    until,
)
from tests.cli.service_process import service_running

RIDER = "+234 802 000 0001"
MADE = {
    *("config.toml", "service.toml", "fleet.db", "fleet.key"),
    *("authority.pem", "certificate.pem", "key.pem"),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "business"
    folder.mkdir()
    return folder


def variables(town: Town) -> dict[str, str]:
    """The environment of somebody whose Telegram is on this machine."""
    url = town.settings["telegram"]["api_url"]
    return {**environment_of_file(), "HANDOVER_TELEGRAM__API_URL": url}


async def set_up(town: Town, folder: Path, environments: Sequence[str] = ("development",)) -> str:
    async with init_at_terminal(folder, variables(town), "--own-service") as person:
        await person.answers("(telegram.token), hidden: ", town.account.token)
        for environment in environments:
            await person.answers("(fleet.environment)", environment)
        await person.answers("(business.name)", "Olu's Kitchen")
        await person.answers("(business.phone)", "+234 804 000 0001")
        await person.answers("(business.timezone)", "Africa/Lagos")
        await person.answers("Name of the rider", "Musa Bello")
        await person.answers("Phone number of the rider", "0802")
        await person.reads("must be a phone number with its country")
        await person.answers("Phone number of the rider", RIDER)
        town.owner.write(f"/start {code_in(await person.reads('press Start'))}")
        await person.reads("What comes next")
        assert await person.ends() == 0
    return person.shown


def told(town: Town, *words: str) -> bool:
    return any(all(word in each.text for word in words) for each in town.owner.messages)


@asynccontextmanager
async def running(words: str, folder: Path, environment: dict[str, str]) -> AsyncIterator[None]:
    process = await start(words, folder, environment)
    try:
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        logged, _ = await process.communicate()
    assert process.returncode == 0, logged.decode()


@pytest.mark.parametrize(
    ("typed", "name"),
    [(["development"], "development"), (["a shop", ""], "production")],
    ids=["typed", "enter-after-a-mistake"],
)
async def test_the_first_order_and_a_webhook_arrive_on_one_machine(
    town: Town, folder: Path, typed: list[str], name: str
):
    shown = await set_up(town, folder, typed)
    assert {file.name for file in folder.iterdir()} == MADE
    for secret in ("config.toml", "service.toml", "fleet.db", "fleet.key", "key.pem"):
        assert (folder / secret).stat().st_mode & 0o777 == 0o600
    (order,) = re.findall(r"/delivery (\d+) is a first order: give it to Musa Bello", shown)
    environment = variables(town)
    async with service_running(folder, environment=environment) as service:
        await service.code_for("+2348020000001")
        async with running("run", folder, environment):
            town.owner.write("/start")
            await until(town, lambda: told(town, "Paste an order as it came"))
            town.owner.write(f"/delivery {order}")
            await until(town, lambda: told(town, order, "Waiting for a rider"))
            _, printed = await command("check", folder, environment)
            assert "❌" not in printed
            code, printed = await command("webhook test", folder, environment)
            assert code == 0, printed
            code, printed = await command(f"service webhook test {name}", folder, environment)
            assert code == 0, printed


async def test_a_folder_that_holds_a_business_already_stays_as_it_is(town: Town, folder: Path):
    (folder / "fleet.key").write_text("a key")
    async with init_at_terminal(folder, variables(town), "--own-service") as person:
        await person.reads("fleet.key is here already")
        assert await person.ends() == 2
    assert [file.name for file in folder.iterdir()] == ["fleet.key"]


async def test_what_the_environment_overrules_is_said_before_anything_is_asked(
    town: Town, folder: Path
):
    environment = {**variables(town), "HANDOVER_WEB__PORT": "9999"}
    async with init_at_terminal(folder, environment, "--own-service") as person:
        await person.reads("HANDOVER_WEB__PORT overrules what --own-service would write")
        assert await person.ends() == 2
