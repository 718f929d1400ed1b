"""The page of `handover telegram`: two people, a group, and a bot of python-telegram-bot's."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import expect

from bot.base.http.server import Server
from bot.local_telegram.standalone import StandaloneTelegram
from tests.page.conftest import Window
from tests.page.viewer import serious

BOT = Path(__file__).parents[1] / "local_telegram" / "plugin" / "project" / "bot.py"


@pytest.fixture
async def url() -> AsyncIterator[str]:
    lone = StandaloneTelegram()
    async with Server(lone) as server, lone:
        bot = await asyncio.create_subprocess_exec(
            sys.executable,
            BOT,
            env={**os.environ, "TOKEN": "1234:secret", "TELEGRAM_URL": server.url},
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
        yield server.url
        bot.terminate()
        await bot.wait()


async def test_two_people_a_group_and_a_bot_talk(url: str, window: Window):
    async with window() as viewer:
        await viewer.open(url)
        phones = viewer.page.locator("section.phone")
        await expect(phones).to_have_count(2)
        ada = phones.first
        await viewer.strip.get_by_role("button", name="Write to @a1234_bot").click()
        await expect(viewer.page.get_by_role("heading", level=1)).to_have_text(
            "Telegram on this machine"
        )
        await ada.get_by_role("button", name="Start", exact=True).click()
        await ada.locator(".key").filter(has_text="More").click()
        rows = ada.locator(".row:not([aria-hidden])")
        await expect(rows.filter(has_text="Count: 1")).to_be_visible()
        await viewer.strip.get_by_label("Title").fill("Friends")
        await viewer.strip.get_by_role("button", name="Make a group").click()
        await ada.get_by_label("Chat", exact=True).select_option(label="Friends")
        await ada.get_by_role("textbox", name="Message").fill("/start")
        await ada.get_by_role("textbox", name="Message").press("Enter")
        await expect(rows.filter(has_text="Hello. Count: 0")).to_be_visible()
        assert await serious(viewer) == []


async def test_whose_phones_are_shown_is_kept_and_one_can_be_put_away(url: str, window: Window):
    async with window() as viewer:
        await viewer.open(url)
        phones = viewer.page.locator("section.phone")
        await viewer.strip.get_by_label("First name").fill("Cleo")
        await viewer.strip.get_by_role("button", name="Make a person").click()
        await expect(phones).to_have_count(3)
        await phones.first.get_by_role("button", name="More of this chat").click()
        await phones.first.get_by_role("button", name="Put this phone away").click()
        await expect(phones).to_have_count(2)
        await viewer.open(url)
        await expect(phones).to_have_count(2)
        await expect(phones.last.get_by_label("Person on this phone")).to_contain_text("Cleo")
