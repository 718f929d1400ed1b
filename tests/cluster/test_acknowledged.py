"""What was acknowledged and is gone is seen, whatever else is there."""

import json
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.actions.arrivals import event_job, read_update
from bot.base.database.database import Database
from bot.base.database.transaction import Transaction
from bot.base.queue import jobs
from bot.demo.town import ENVIRONMENT
from bot.store.job_kind import JobKind
from bot.web.routes import TELEGRAM_PATH, fleet_path
from tests.cluster import acknowledged
from tests.cluster.postings import Posting

BOT = 1_000_000_001
EVENTS = fleet_path(ENVIRONMENT)
UPDATE = json.dumps({"update_id": 7, "message": {"from": {"id": 5}}}).encode()
WEBHOOK = json.dumps({"event": "delivery.created", "data": {"delivery_id": "a"}}).encode()


def posting(path: str, body: bytes, status: int = 200) -> Posting:
    now = datetime.now(UTC)
    return Posting(path, body, now, now, status)


def _opened(folder: Path) -> AbstractAsyncContextManager[Database]:
    url = f"sqlite+aiosqlite:///{folder}/handover.db"
    return acknowledged.opened(url, folder / "handover.key")


def _give_one_up(tx: Transaction) -> None:
    (claimed,) = jobs.claim(tx, JobKind.EVENT, 1)
    jobs.dead_letter(tx, claimed, "nobody can read it")


def _keep_both(tx: Transaction) -> None:
    jobs.add(tx, event_job(ENVIRONMENT, WEBHOOK))
    jobs.add(tx, read_update(BOT, UPDATE).job)


@pytest.mark.parametrize(
    "gone",
    [
        posting(EVENTS, WEBHOOK.replace(b'"a"', b'"b"')),
        posting(TELEGRAM_PATH, UPDATE.replace(b"7", b"8")),
    ],
    ids=["webhook", "update"],
)
async def test_what_is_gone_is_named_and_what_is_there_is_not(tmp_path: Path, gone: Posting):
    arrived = [posting(EVENTS, WEBHOOK), posting(TELEGRAM_PATH, UPDATE)]
    async with _opened(tmp_path) as database:
        await database.write(_keep_both)
        assert await database.write(acknowledged.lost, arrived, BOT) == []
        assert len(await database.write(acknowledged.lost, [*arrived, gone], BOT)) == 1


async def test_what_was_refused_need_not_be_there(tmp_path: Path):
    refused = posting(EVENTS, WEBHOOK, 503)
    async with _opened(tmp_path) as database:
        assert await database.write(acknowledged.lost, [refused], BOT) == []


async def test_a_job_that_was_given_up_is_counted(tmp_path: Path):
    async with _opened(tmp_path) as database:
        await database.write(_keep_both)
        assert await database.read(acknowledged.given_up) == 0
        await database.write(_give_one_up)
        assert await database.read(acknowledged.given_up) == 1
