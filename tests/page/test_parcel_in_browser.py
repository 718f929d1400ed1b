"""The page of a parcel in a real browser, as somebody without Telegram uses it."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import expect

from bot import logs
from bot.demo.certificates import Certificates
from bot.demo.town import Town
from tests.journeys.test_door_photo import shows
from tests.journeys.test_parcel_page import link
from tests.page.conftest import Window
from tests.page.service_pages import PHONE, in_every_look, is_of_use
from tests.page.viewer import read
from tests.support.business import Business, finds
from tests.support.clock import ManualClock

UNKNOWN = {"ignore_https_errors": True}
"""The town's authority is none that a browser knows."""


@pytest.fixture
async def business(town_folder: Path, certificates: Certificates) -> AsyncIterator[Business]:
    logs.configure("ERROR", as_json=False)
    clock = ManualClock()
    async with Town(town_folder, clock=clock, certificates=certificates, bot_pages=True) as town:
        await town.start_bot()
        business = Business(town, clock)
        await business.open()
        yield business


async def test_without_a_script_words_go_there_and_back_until_the_photo(
    business: Business, window: Window
):
    await business.on_the_way()
    url = link(business)
    async with window(viewport=PHONE, java_script_enabled=False, **UNKNOWN) as viewer:
        page = viewer.page
        await page.goto(url)
        await expect(page.get_by_role("heading", level=1)).to_have_text(read("🧪 📦 Order 1001"))
        field = page.get_by_role("textbox", name="Write to the rider or the business")
        await expect(field).to_have_accessible_description("Never write your code here.")
        await field.fill("I am at the blue gate")
        await page.get_by_role("button", name="Send").click()
        said = page.get_by_role("region", name="Messages").get_by_role("listitem")
        await expect(said.first).to_have_text(read("↩️ You: “I am at the blue gate”"))
        await expect(field).to_have_value("")
        await business.town.idle()
        assert finds(business.musa, "I am at the blue gate")
        await business.says(business.musa, "Round the corner")
        await page.get_by_role("link", name="Load again").click()
        await expect(said.last).to_contain_text(read("Round the corner"))
        onward = page.get_by_role("link", name="Go on in Telegram")
        await expect(onward).to_have_attribute(
            "href", f"https://t.me/{business.town.account.username}?start=hello"
        )
        await business.later(hours=1)  # what is sent now answers nobody
        await business.says(business.musa, f"/dropoff 1001 {business.dropoff_code}")
        await shows(business)
        await page.get_by_role("link", name="Load again").click()
        photo = page.get_by_role("img", name="The parcel where it was handed over")
        await expect(photo).to_be_visible()
        assert (await photo.bounding_box() or {})["width"] == 8
        assert viewer.hosts == {url.split("/")[2]}


@in_every_look
async def test_it_can_be_used_in_every_look_and_language(
    business: Business, window: Window, look: dict[str, Any]
):
    await business.on_the_way()
    url = link(business)
    async with window(**look, **UNKNOWN) as viewer:
        page = viewer.page
        await page.goto(url)
        await page.get_by_role("textbox").fill("I am at the blue gate")
        await page.get_by_role("button").click()
        await business.town.idle()
        for language in ("English", "العربية", "Français"):
            await page.get_by_role("navigation").get_by_role("link", name=language).click()
            chosen = page.get_by_role("link", name=language)
            await expect(chosen).to_have_attribute("aria-current", "true")
            await is_of_use(viewer)
        await page.goto(f"{url}x")
        await expect(page.get_by_role("heading")).to_be_visible()
        await is_of_use(viewer)
        viewer.complaints.clear()  # the browser tells of the 404
