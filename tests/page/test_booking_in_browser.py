"""The booking page in a real browser, as a customer goes through it."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import expect

from bot.service.settings import random_digits
from tests.page.conftest import Window
from tests.page.service_pages import in_every_look, is_of_use, served
from tests.service.fleet import settings_at
from tests.service.pages.test_booking_page import ORDER, PAGE
from tests.support.clock import ManualClock

CODE = "290114"


@pytest.fixture
async def address(tmp_path: Path) -> AsyncIterator[str]:
    settings = settings_at(
        tmp_path,
        tmp_path,
        webhook_ca_file=None,
        bot_username="shop_bot",
        draw=lambda length: CODE if length == len(CODE) else random_digits(length),
    )
    async with served(settings, ManualClock()) as service:
        yield service.public_url + PAGE


@in_every_look
async def test_a_customer_books_and_can_use_every_page(
    address: str, window: Window, look: dict[str, Any]
):
    async with window(**look) as viewer:
        page = viewer.page
        await page.goto(address)
        await is_of_use(viewer)
        for name, text in ORDER.items():
            await page.fill(f"[name={name}]", text)
        await page.get_by_role("button", name="See the price").click()
        await expect(page.get_by_role("button", name="Book it")).to_be_visible()
        await is_of_use(viewer)
        await page.get_by_role("button", name="Book it").click()
        await expect(page.get_by_role("heading")).to_have_text("Is this your phone?")
        await is_of_use(viewer)
        await page.get_by_label("The code").fill(CODE)
        await page.get_by_role("button", name="Book it").click()
        await expect(page.get_by_role("heading")).to_have_text("Booked: delivery 1001")
        await is_of_use(viewer)


async def test_a_customer_uses_the_place_that_the_browser_knows(address: str, window: Window):
    here = {"latitude": 6.4281, "longitude": 3.4219}
    async with window(geolocation=here, permissions=["geolocation"]) as viewer:
        await viewer.page.goto(address)
        await viewer.page.get_by_role("button", name="Use my place").click()
        field = viewer.page.get_by_label("Pickup coordinates")
        await expect(field).to_have_value("6.428100,3.421900")
        await expect(viewer.page.get_by_role("status")).to_have_text(
            "The coordinates are filled in."
        )
        assert viewer.hosts == {address.split("/")[2]}


async def test_who_does_not_let_the_browser_tell_is_told_what_to_do(address: str, window: Window):
    async with window(permissions=[]) as viewer:
        await viewer.page.goto(address)
        await viewer.page.get_by_role("button", name="Use my place").click()
        await expect(viewer.page.get_by_role("status")).to_contain_text("leave them empty")
        await is_of_use(viewer)


async def test_without_scripts_the_button_is_not_there(address: str, window: Window):
    async with window(java_script_enabled=False) as viewer:
        await viewer.page.goto(address)
        await expect(viewer.page.get_by_role("button", name="See the price")).to_be_visible()
        await expect(viewer.page.get_by_text("Use my place")).to_be_hidden()
