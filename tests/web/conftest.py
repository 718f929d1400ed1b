"""The bot's door over real HTTP, in front of a real store; its deadlines are short here."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from bot.store.database import Database
from bot.store.intake import Intake
from bot.store.vault import Vault
from bot.web.door import make_door
from bot.web.fleet_webhook import FleetWebhook
from bot.web.server import Server
from bot.web.telegram_webhook import TelegramWebhook
from tests.support.clock import ManualClock
from tests.web.asking import BOT_ID, DEADLINE, FORMER_KEY, KEY, SECRET, Door


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    folder = tmp_path / "store"
    folder.mkdir()
    url = f"sqlite+aiosqlite:///{folder}/handover.db"
    database = await Database.open(url, Vault(bytes(32)), ManualClock())
    yield database
    await database.close()


@pytest.fixture
async def intake(database: Database) -> AsyncIterator[Intake]:
    async with Intake(database) as intake:
        yield intake


@pytest.fixture
async def door(database: Database, intake: Intake) -> AsyncIterator[Door]:
    fleet = FleetWebhook(intake, "production", [KEY, FORMER_KEY], body_deadline=DEADLINE)
    telegram = TelegramWebhook(intake, BOT_ID, SECRET, body_deadline=DEADLINE)
    app = make_door(database, "production", fleet, telegram)
    async with (
        Server(app, header_deadline=DEADLINE) as server,
        httpx.AsyncClient(base_url=server.url, trust_env=False) as http,
    ):
        yield Door(database, http, server.port)
