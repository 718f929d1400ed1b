"""An operator's day in a real browser: by a link, a password, through every page, and out again."""

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import pyotp
import pytest
from playwright.async_api import Page, expect

from bot.base.database.transaction import Transaction
from bot.service.app import FleetService
from bot.service.environment import Environment
from bot.service.operations.create import create_deliveries
from bot.service.operations.enrolment import register_rider
from bot.service.operations.keys import known_keys, new_key
from bot.service.operations.operators import Operators
from bot.service.operations.webhook_administration import set_webhook
from bot.service.request_bodies.new_delivery import NewDelivery
from bot.service.store.operator_rows import find_operator, set_new_network
from tests.page.conftest import Window
from tests.page.service_pages import PHONE, in_every_look, is_of_use, served
from tests.service.fleet import order, settings_at
from tests.support.clock import ManualClock

PASSWORD = "blue ladder seven oranges"
NOWHERE = "https://127.0.0.1:9/fleet"
SECTIONS = ("Deliveries", "Bookings", "Riders", "Keys", "Webhooks", "Texts", "Audit")


@dataclass
class Business:
    """The service with a day's work in it, and its operator's terminal."""

    service: FleetService
    clock: ManualClock
    url: str
    delivery_uuid: str = ""

    @property
    def environment(self) -> Environment:
        return self.service.environment("development")

    @property
    def operators(self) -> Operators:
        return Operators(self.environment.database, self.environment.vault)

    async def fill(self) -> None:
        environment = self.environment
        await new_key(environment)
        await set_webhook(environment, NOWHERE)
        musa = {"name": "Musa", "phone_code": "234", "phone_number": "08067778888"}
        await register_rider(environment, **musa, email="musa@example.com")
        (delivery,) = await create_deliveries(environment, NewDelivery.model_validate(order()))
        self.delivery_uuid = delivery.uuid
        await self.service.idle()


@pytest.fixture
async def business(tmp_path: Path) -> AsyncIterator[Business]:
    clock = ManualClock()
    settings = settings_at(tmp_path, tmp_path, webhook_ca_file=None)
    async with served(settings, clock) as service:
        business = Business(service, clock, service.public_url)
        await business.fill()
        yield business


async def sets_up(page: Page, business: Business) -> str:
    """Come by a link and set a password and the second factor, whose secret is returned."""
    token = await business.operators.add("ada")
    await page.goto(f"{business.url}/operator/link/{token}")
    await page.get_by_role("button", name="Log in").click()
    secret = await page.locator("code.secret").inner_text()
    await page.get_by_label("New password").fill(PASSWORD)
    await page.get_by_label("The same once more").fill(PASSWORD)
    await page.get_by_label("Code that the app shows now").fill(code_of(secret, business))
    await page.get_by_role("button", name="Set both").click()
    await expect(page.get_by_role("status")).to_have_text("Password and second factor are set.")
    return secret


async def logs_in(page: Page, business: Business, secret: str) -> None:
    business.clock.advance(timedelta(minutes=1))
    await page.get_by_label("Name").fill("ada")
    await page.get_by_label("Password").fill(PASSWORD)
    await page.get_by_label("Code of your authenticator app").fill(code_of(secret, business))
    await page.get_by_role("button", name="Log in").click()


def code_of(secret: str, business: Business) -> str:
    return pyotp.TOTP(secret).at(business.clock.now())


async def test_an_operator_logs_in_marks_a_payment_replaces_a_key_and_logs_out(
    business: Business, window: Window
):
    async with window(viewport=PHONE) as viewer:
        page = viewer.page
        secret = await sets_up(page, business)
        await page.get_by_role("button", name="Log out").click()
        await expect(page.get_by_role("status")).to_have_text("You are logged out.")
        await page.goto(f"{business.url}/operator/development/deliveries")
        await expect(page).to_have_url(re.compile("/operator/login"))
        await logs_in(page, business, secret)

        await page.get_by_label("Search").fill("bola")
        await page.get_by_role("button", name="Show").click()
        await page.get_by_role("link", name="1001").click()
        await page.get_by_role("button", name="Mark as paid").click()
        await expect(page.get_by_role("status")).to_contain_text("written down as paid for")
        await page.reload()
        await expect(page.get_by_role("status")).to_have_count(0)
        await expect(page.get_by_role("button", name="Mark as not paid")).to_be_visible()

        await page.get_by_role("link", name="Keys").click()
        await page.get_by_role("button", name="Make a new key").click()
        key = await page.locator("code.secret").inner_text()
        await page.reload()
        await expect(page.locator("code.secret")).to_have_count(0)
        assert await business.environment.keyring.opens("development", key)
        assert len(await known_keys(business.environment)) == 2

        await page.get_by_role("button", name="Log out").click()
        await page.go_back()
        await expect(page).to_have_url(re.compile("/operator/login"))
        assert viewer.hosts == {business.url.removeprefix("http://")}


async def test_a_page_of_somebody_else_can_send_nothing(business: Business, window: Window):
    async with window() as viewer:
        await sets_up(viewer.page, business)
        target = f"{business.url}/operator/development/keys/rotate"
        form = f'<form method="post" action="{target}"><button>Win a prize</button></form>'
        # The same machine under another name is another site.
        await viewer.page.goto(f"{business.url.replace('127.0.0.1', 'localhost')}/healthz")
        await viewer.page.set_content(form)
        await viewer.page.get_by_role("button").click()
        await expect(viewer.page.get_by_text("nothing was done")).to_be_visible()
        viewer.complaints.clear()  # the browser tells of the 403
    assert len(await known_keys(business.environment)) == 1


@in_every_look
async def test_everybody_can_use_every_page(
    business: Business, window: Window, look: dict[str, Any]
):
    async with window(**look) as viewer:
        page = viewer.page
        await page.goto(f"{business.url}/operator/")
        await is_of_use(viewer)
        token = await business.operators.add("bola")
        await page.goto(f"{business.url}/operator/link/{token}")
        await page.get_by_role("button", name="Log in").click()
        await is_of_use(viewer)
        await sets_up(page, business)
        await business.environment.database.write(_log_in_elsewhere)
        business.clock.advance(timedelta(minutes=10))  # so that the password is asked for again
        for path in pages_of(business):
            await page.goto(business.url + path)
            await is_of_use(viewer)
        assert viewer.complaints == []
        await page.goto(f"{business.url}/operator/production/nowhere")
        await is_of_use(viewer)
        viewer.complaints.clear()  # the browser tells of the 404


def _log_in_elsewhere(tx: Transaction) -> None:
    ada = find_operator(tx, "ada")
    assert ada is not None
    set_new_network(tx, ada.id, "198.51.100.1")


def pages_of(business: Business) -> list[str]:
    sections = [section.lower() for section in SECTIONS]
    of_one = [f"deliveries/{business.delivery_uuid}", "riders/new", "webhooks?failed=1"]
    full = [f"/operator/development/{each}" for each in (*sections, *of_one)]
    empty = [f"/operator/production/{each}" for each in sections]
    return [*full, *empty, "/operator/account"]
