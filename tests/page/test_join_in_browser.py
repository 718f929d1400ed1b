"""The page behind an invitation in a real browser, as a rider goes through it."""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from bot.service.mail import OutboxMail
from bot.service.operations.invitation import invite_or_renew
from bot.service.request_bodies.enrolment import NewRiders
from tests.page.conftest import Window
from tests.page.service_pages import in_every_look, is_of_use, served
from tests.service.fleet import settings_at
from tests.service.test_invitations import INVITATION
from tests.support.clock import ManualClock


@pytest.fixture
async def link(tmp_path: Path) -> AsyncIterator[str]:
    """The link of an invitation that was mailed."""
    mail = OutboxMail()
    settings = settings_at(
        tmp_path, tmp_path, webhook_ca_file=None, sends_mail=True, bot_username="shop_bot"
    )
    async with served(settings, ManualClock(), mail) as service:
        invitation = NewRiders.model_validate(INVITATION)
        await invite_or_renew(service.environment("development"), invitation)
        await service.idle()
        yield re.findall(r"http://\S+", mail.letters[0].text)[0]


async def joins(page: Page, phone: str) -> None:
    await page.get_by_label("Your name").fill("Bisi Ola")
    await page.get_by_label("Your phone number").fill(phone)
    await page.get_by_role("button", name="Join").click()


@in_every_look
async def test_a_rider_joins_and_can_use_every_page(
    link: str, window: Window, look: dict[str, Any]
):
    async with window(**look) as viewer:
        page = viewer.page
        await page.goto(link)
        await is_of_use(viewer)
        await joins(page, "none")
        await expect(page.get_by_label("Your phone number")).to_have_accessible_description(
            re.compile("Please write your phone number in digits.")
        )
        await is_of_use(viewer)
        viewer.complaints.clear()  # the browser tells of the 422
        await joins(page, "08020000002")
        await expect(page.get_by_role("heading")).to_have_text("Welcome to Handover Couriers")
        to_bot = page.get_by_role("link", name="open the bot in Telegram")
        await expect(to_bot).to_have_attribute("href", "https://t.me/shop_bot?start=hello")
        await is_of_use(viewer)
        await page.goto(link)
        await expect(page.get_by_role("heading")).to_have_text("This link opens nothing any more")
        await is_of_use(viewer)
        viewer.complaints.clear()  # likewise of the 404
