"""The service's own pages: served to a browser, in every look, and what each must be there."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot.base.clock import Clock
from bot.service.app import FleetService, make_server
from bot.service.mail import MailCarrier
from bot.service.settings import ServiceSettings
from bot.service.sms import OutboxSms
from tests.page.viewer import Viewer, serious

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 844}
_LOOKS = [
    pytest.param({"color_scheme": colours, "viewport": size}, id=f"{colours}-{size['width']}")
    for colours in ("light", "dark")
    for size in (PHONE, DESK)
]

in_every_look = pytest.mark.parametrize("look", _LOOKS)
"""Gives a test the wishes for each window that a page has to look right in."""


@asynccontextmanager
async def served(
    settings: ServiceSettings, clock: Clock, mail: MailCarrier | None = None
) -> AsyncIterator[FleetService]:
    """Serve the service on loopback, at its `public_url`."""
    service = FleetService(settings, sms=OutboxSms(), mail=mail, clock=clock)
    server = make_server(service.asgi)
    service.public_url = server.url
    async with service, server:
        yield service


async def is_of_use(viewer: Viewer) -> None:
    """Whatever is folded up is opened, nothing is wider than the window, and axe has no word."""
    page = viewer.page
    for summary in await page.locator("details:not([open]) > summary").all():
        await summary.click()
    assert await serious(viewer) == [], page.url
    fits = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    assert await page.evaluate(fits), page.url
