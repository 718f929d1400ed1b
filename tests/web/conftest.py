"""The bot's door over real HTTP, in front of a real store, with far deadlines if none is wanted."""

import ssl
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from bot.actions.arrivals import Pressed
from bot.base.database.database import Database
from bot.base.http.server import Server
from bot.metrics import Metrics
from bot.store.intake import Intake
from bot.store.job_kind import LABELS
from bot.web.fleet_webhook import FleetWebhook
from bot.web.routes import make_app
from bot.web.telegram_webhook import TelegramWebhook
from tests.store.work import opened, sqlite_url
from tests.support import prepared
from tests.support.clock import ManualClock
from tests.support.patience import PATIENCE
from tests.web.asking import BOT_ID, FORMER_KEY, SECRET, SILENCE, Door
from tests.web.asking import KEY as API_KEY


@pytest.fixture(scope="session")
def context() -> ssl.SSLContext:
    """What a client makes for itself, slowly, although nothing here speaks TLS."""
    return ssl.create_default_context()


@pytest.fixture
async def database(tmp_path: Path, store_file: Path) -> AsyncIterator[Database]:
    folder = tmp_path / "store"
    folder.mkdir()
    database = await opened(sqlite_url(prepared.copied(store_file, folder)), ManualClock())
    yield database
    await database.close()


@pytest.fixture
async def intake(database: Database) -> AsyncIterator[Intake]:
    async with Intake(database) as intake:
        yield intake


@pytest.fixture
def deadline() -> float:
    return PATIENCE


@pytest.fixture
async def door(
    database: Database, intake: Intake, context: ssl.SSLContext, deadline: float
) -> AsyncIterator[Door]:
    keys = [API_KEY, FORMER_KEY]
    fleet = FleetWebhook(intake, "production", keys, SILENCE, body_deadline=deadline)
    presses: list[Pressed] = []
    telegram = TelegramWebhook(intake, BOT_ID, SECRET, presses.append, body_deadline=deadline)
    app = make_app(database, "production", fleet, telegram, Metrics(LABELS))
    async with (
        Server(app, header_deadline=deadline) as server,
        httpx.AsyncClient(base_url=server.url, trust_env=False, verify=context) as http,
    ):
        yield Door(database, http, server.port, presses, deadline)
