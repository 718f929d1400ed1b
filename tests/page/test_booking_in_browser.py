"""The booking page in a real browser, as a customer goes through it."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.service.app import FleetService, make_server
from bot.service.settings import ServiceSettings
from bot.service.sms import OutboxSms
from tests.page.conftest import Window
from tests.page.viewer import serious
from tests.service.pages.test_booking_page import ORDER


@pytest.fixture
async def address(tmp_path: Path) -> AsyncIterator[str]:
    settings = ServiceSettings(f"sqlite+aiosqlite:///{tmp_path / 'fleet.db'}", bytes(range(32)))
    service = FleetService(settings, sms=OutboxSms())
    server = make_server(service.asgi)
    service.public_url = server.url
    async with service, server:
        yield f"{server.url}/development/book/handover-couriers-dev"


@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
async def test_a_customer_books_and_axe_finds_nothing_serious(
    address: str, window: Window, colours: str, width: int
):
    async with window(color_scheme=colours, viewport={"width": width, "height": 844}) as viewer:
        page = viewer.page
        await page.goto(address)
        assert await serious(viewer) == []
        tomorrow = (datetime.now(UTC) + timedelta(days=1)).date().isoformat()
        for name, text in (ORDER | {"day": tomorrow}).items():
            await page.fill(f"[name={name}]", text)
        await page.click("text=See the price")
        await page.wait_for_selector("text=Book it")
        assert await serious(viewer) == []
        await page.click("text=Book it")
        await page.wait_for_selector("text=Booked: delivery 1001")
        assert await serious(viewer) == []
