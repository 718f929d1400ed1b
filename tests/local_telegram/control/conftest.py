"""A local Telegram with two people and a bot that does what a test tells it, served as it is."""

from collections.abc import AsyncIterator

import pytest

from bot.base.http.server import Server
from bot.local_telegram import LocalTelegram
from bot.local_telegram.control import ControlSite, EventLog
from tests.local_telegram.control.served import ServedTelegram, page_client


@pytest.fixture
async def served() -> AsyncIterator[ServedTelegram]:
    telegram = LocalTelegram()
    site = ControlSite(telegram, EventLog(kept=50))
    async with (
        Server(site.asgi) as server,
        Server(telegram.asgi) as api,
        page_client(server.url) as page,
        page_client(api.url) as http,
    ):
        try:
            yield ServedTelegram(telegram, site.log, page, http)
        finally:
            site.log.close()
