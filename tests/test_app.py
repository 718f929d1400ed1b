"""Starting the bot: a setting that turns out to be wrong when it is used is named."""

import asyncio
import gc
from collections.abc import Mapping
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import pytest

from bot.app import Handover
from bot.base.database.schema import DatabaseUnusable
from bot.base.settings.loader import ConfigError
from bot.config import Settings
from bot.demo.town import Town
from bot.store.meta import WrongDatabase
from tests.support.clock import ManualClock
from tests.support.patience import PATIENCE
from tests.support.photo_door import WITHOUT_DOOR
from tests.workers.waiting import until


@pytest.mark.parametrize(
    ("section", "values", "sentence"),
    [
        ("web", {"tls_cert": "nowhere.pem"}, "nowhere.pem of web.tls_cert cannot be read"),
        ("web", {"tls_cert": __file__}, "are not a certificate and its key"),
        ("fleet", {"ca_file": "nowhere.pem"}, "nowhere.pem of fleet.ca_file cannot be read"),
    ],
)
async def test_what_cannot_be_used_is_one_sentence_that_names_the_setting(
    town_folder: Path, section: str, values: Mapping[str, str], sentence: str
):
    async with Town(town_folder, changed_settings={section: values}) as town:
        with pytest.raises(ConfigError, match=sentence) as told:
            await town.start_bot()
        assert "\n" not in str(told.value)


def with_fleet(town: Town, **values: str) -> Handover:
    fleet = {**town.settings["fleet"], **values}
    return Handover(Settings.model_validate({**town.settings, "fleet": fleet}), town.clock)


@pytest.mark.parametrize(
    "slip",
    [
        {"api_key": "a-key-of-somebody-else"},
        {"environment": "production"},
        {"base_url": "https://127.0.0.1:9/development/api/v1"},
    ],
)
async def test_a_first_start_with_a_slip_in_it_does_not_bind_the_database(
    town_folder: Path, slip: Mapping[str, str]
):
    async with Town(town_folder) as town:
        if "environment" in slip:  # the key of one environment is none in the other
            slip = {
                **slip,
                **WITHOUT_DOOR,
                "base_url": town.fleet_url.replace("development", "production"),
            }
        async with with_fleet(town, **slip) as bot:
            await bot.idle()
        assert (await town.start_bot()).url


async def test_once_the_fleet_service_has_answered_the_database_is_bound(town_folder: Path):
    async with Town(town_folder) as town:
        await (await town.start_bot()).idle()
        await town.stop_bot()
        with pytest.raises(WrongDatabase, match="another API key"):
            await with_fleet(town, api_key="a-key-of-somebody-else").run()
        elsewhere = town.fleet_url.replace("development", "production")
        with pytest.raises(WrongDatabase, match="another environment"):
            production = {"environment": "production", "base_url": elsewhere, **WITHOUT_DOOR}
            await with_fleet(town, **production).run()
        changed = {"former_api_key": town.api_key, "api_key": "a-key-of-somebody-else"}
        async with with_fleet(town, **changed) as bot:  # a rotation that was a slip
            await bot.idle()
        await town.start_bot()


async def test_a_database_that_is_removed_under_a_running_bot_ends_it_with_a_sentence(
    town_folder: Path,
):
    clock = ManualClock()
    async with Town(town_folder, clock=clock) as town:
        bot = with_fleet(town)
        running = asyncio.create_task(bot.run())
        await until(lambda: bot.url != "")
        (town_folder / "handover.db").unlink()
        clock.advance(timedelta(minutes=1))
        with pytest.raises(DatabaseUnusable, match="put the right one there"):
            await running


async def test_a_start_that_is_ended_while_telegram_is_silent_leaves_no_connection(
    town_folder: Path,
):
    told, reached = list[str](), asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, context: told.append(context["message"]))

    async def hold(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        reached.set()
        await reader.read()
        await reader.read()
        writer.close()

    async with Town(town_folder) as town, await asyncio.start_server(hold, "127.0.0.1") as server:
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        telegram = {**town.settings["telegram"], "api_url": url}
        settings = Settings.model_validate({**town.settings, "telegram": telegram})
        starting = asyncio.create_task(Handover(settings, town.clock).run())
        async with asyncio.timeout(PATIENCE):
            await reached.wait()
        starting.cancel()
        with suppress(asyncio.CancelledError):
            await starting
        del starting
        gc.collect()
    assert told == []
