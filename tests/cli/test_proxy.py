"""A bot that reaches Telegram and the fleet service through a proxy, and says so if it does not."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.demo.town import Town
from tests.cli.test_check import changed, check, line
from tests.support.http_proxy import HttpProxy, http_proxy


@pytest.fixture
async def proxy() -> AsyncIterator[HttpProxy]:
    async with http_proxy() as proxy:
        yield proxy


async def test_everything_that_the_bot_asks_goes_through_it(tmp_path: Path, proxy: HttpProxy):
    through = {"proxy": proxy.url()}
    async with Town(tmp_path, changed_settings={"telegram": through, "fleet": through}) as town:
        await town.start_bot()
        town.owner.write("/start")
        await town.idle()
        code, printed = await check(town, town.settings)
        assert code == 0, printed
        assert f"CONNECT 127.0.0.1:{town.fleet_port}" in proxy.asked
        assert [asked for asked in proxy.asked if asked.endswith("/sendMessage")]


@pytest.mark.parametrize("password", ["p€ss", "пароль", "a:b@c/d", "100%"])
async def test_a_password_of_any_letters_opens_it(tmp_path: Path, password: str):
    async with http_proxy(f"courier:{password}") as proxy:
        through = {"proxy": proxy.url()}
        async with Town(tmp_path, changed_settings={"telegram": through, "fleet": through}) as town:
            await town.start_bot()
            town.owner.write("/start")
            await town.idle()
            assert f"CONNECT 127.0.0.1:{town.fleet_port}" in proxy.asked
            assert [asked for asked in proxy.asked if asked.endswith("/sendMessage")]


async def test_a_name_with_a_colon_is_no_setting(tmp_path: Path):
    async with Town(tmp_path) as town:
        there = "http://me%3Amyself:password@127.0.0.1:3128"
        code, printed = await check(town, changed(town, "telegram", proxy=there))
        assert code == 2
        assert "must have no colon in its user name" in printed


async def test_a_proxy_that_refuses_or_is_not_there_is_named_without_its_password(
    tmp_path: Path, proxy: HttpProxy
):
    async with Town(tmp_path) as town:
        settings = changed(town, "fleet", proxy=proxy.url("courier:wrong-pass-of-mine"))
        settings["telegram"]["proxy"] = "http://courier:wrong-pass-of-mine@127.0.0.1:9"
        _, printed = await check(town, settings)
        of_fleet, of_telegram = (line(printed, "fleet.base_url"), line(printed, "telegram.token"))
        assert f"{proxy.place} of fleet.proxy refuses its name and password" in of_fleet
        assert "127.0.0.1:9 of telegram.proxy does not answer" in of_telegram
        assert "wrong-pass" not in printed


async def test_another_kind_of_proxy_is_no_setting(tmp_path: Path):
    async with Town(tmp_path) as town:
        code, printed = await check(town, changed(town, "fleet", proxy="socks5://127.0.0.1:1080"))
        assert code == 2
        assert "must be an http:// address with a port" in printed
