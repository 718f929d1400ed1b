"""The bot's door over real HTTP, in front of a real store; its deadlines are short here."""

import asyncio
import shutil
import ssl
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from bot.actions.arrivals import Pressed
from bot.base.database import Database
from bot.base.http_server import Server
from bot.metrics import Metrics
from bot.store.intake import Intake
from bot.store.job_kind import LABELS
from bot.web.fleet_webhook import FleetWebhook
from bot.web.routes import make_app
from bot.web.telegram_webhook import TelegramWebhook
from tests.store.work import FILE, opened, sqlite_url
from tests.support.clock import ManualClock
from tests.web.asking import BOT_ID, DEADLINE, FORMER_KEY, SECRET, SILENCE, Door
from tests.web.asking import KEY as API_KEY


@pytest.fixture(scope="session")
def context() -> ssl.SSLContext:
    """What a client makes for itself, slowly, although nothing here speaks TLS."""
    return ssl.create_default_context()


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with its tables: copying one is faster than making them for every test."""
    folder = tmp_path_factory.mktemp("template")

    async def migrate() -> None:
        await (await opened(sqlite_url(folder), ManualClock())).close()

    asyncio.run(migrate())
    return folder / FILE


@pytest.fixture
async def database(tmp_path: Path, template: Path) -> AsyncIterator[Database]:
    folder = tmp_path / "store"
    folder.mkdir()
    shutil.copy(template, folder)
    database = await opened(sqlite_url(folder), ManualClock())
    yield database
    await database.close()


@pytest.fixture
async def intake(database: Database) -> AsyncIterator[Intake]:
    async with Intake(database) as intake:
        yield intake


@pytest.fixture
async def door(database: Database, intake: Intake, context: ssl.SSLContext) -> AsyncIterator[Door]:
    keys = [API_KEY, FORMER_KEY]
    fleet = FleetWebhook(intake, "production", keys, SILENCE, body_deadline=DEADLINE)
    presses: list[Pressed] = []
    telegram = TelegramWebhook(intake, BOT_ID, SECRET, presses.append, body_deadline=DEADLINE)
    app = make_app(database, "production", fleet, telegram, Metrics(LABELS))
    async with (
        Server(app, header_deadline=DEADLINE) as server,
        httpx.AsyncClient(base_url=server.url, trust_env=False, verify=context) as http,
    ):
        yield Door(database, http, server.port, presses)
