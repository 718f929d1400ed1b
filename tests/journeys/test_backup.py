"""`handover backup` while the bot works, and `handover restore` a day later."""

import asyncio
import json
import shutil
import sqlite3
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from datetime import timedelta
from pathlib import Path
from time import perf_counter
from zipfile import ZipFile

import pytest

from bot.fleet import State, sign
from tests.benchmarks.posting import Post, Poster, posting
from tests.support import prefork
from tests.support.business import SENDER, Business, heard, sees
from tests.support.old_copy import CommandedBackup, Since, brought, lasting
from tests.support.recorder import Recorder

pytestmark = pytest.mark.runs_on

_AT_ONCE, _MANY = 8, 100
_KEPT_EVENTS = "SELECT count(*) FROM job_keys WHERE kind = 'event'"


@pytest.fixture
def backup(business: Business) -> CommandedBackup:
    return CommandedBackup(business)


class Flood:
    """Webhooks without end about the deliveries of a business; `kept` is how many were answered."""

    def __init__(self, business: Business, deliveries: list[str]) -> None:
        self._business = business
        self._deliveries = deliveries
        self.kept = self.sent = 0
        self.longest = 0.0
        self.has_begun = asyncio.Event()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        authority = self._business.town.certificates.authority
        async with posting(authority) as post, asyncio.TaskGroup() as tasks:
            posting_all = [tasks.create_task(self._post(post)) for _ in range(_AT_ONCE)]
            yield
            for each in posting_all:
                each.cancel()

    async def _post(self, post: Poster) -> None:
        while True:
            self.sent += 1
            body = self._body(self.sent)
            began = perf_counter()
            await post(body)
            self.longest = max(self.longest, perf_counter() - began)
            self.kept += 1
            if self.kept == _MANY:
                self.has_begun.set()

    def _body(self, number: int) -> Post:
        data = {"delivery_id": self._deliveries[number % len(self._deliveries)], "number": number}
        body = json.dumps({"event": "delivery.updated", "data": data}).encode()
        town = self._business.town
        headers = {"x-service-signature": sign(body, town.api_key)}
        return Post(town.events_url, body, {**headers, "content-type": "application/json"})


def database_in(backup: Path, folder: Path) -> Path:
    with ZipFile(backup) as packed:
        return Path(packed.extract("database", folder))


def asked(database: Path, question: str) -> object:
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute(question).fetchone()[0]


def mode_of(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def undated(business: Business) -> list[list[str]]:
    """What stands in the chats, but for the date that a time of yesterday is written with."""
    return [[text.replace("2026-03-02 ", "") for text in told] for told in lasting(business)]


async def test_a_backup_under_hundreds_of_events_is_whole_and_of_one_moment(
    business: Business, backup: CommandedBackup, tmp_path: Path
):
    created = [(await business.order()).uuid for _ in range(10)]
    town = business.town
    before = asked(town.folder / "handover.db", _KEPT_EVENTS)
    assert isinstance(before, int)
    flood = Flood(business, created)
    file = town.folder / "backup.zip"
    async with flood.running():
        await flood.has_begun.wait()
        kept_before = flood.kept
        command = await prefork.start("bot", *backup.command("backup", str(file)))
        assert await command.wait() == 0
        sent_then = flood.sent
    copy = database_in(file, tmp_path)
    assert asked(copy, "PRAGMA integrity_check") == "ok"
    in_it = asked(copy, _KEPT_EVENTS)
    assert isinstance(in_it, int)
    assert before + kept_before <= in_it <= before + sent_then
    assert flood.kept - kept_before > _MANY
    assert flood.longest < 5
    assert mode_of(file) == 0o600


async def test_a_day_later_nothing_is_told_again_and_all_cards_are_true(
    business: Business, backup: CommandedBackup, fleet_door: Recorder
):
    await business.joins_by_phone(business.bola)
    await business.accepted()
    await business.order()
    backup.make()
    await brought(business, "1001")
    await business.order()
    await business.says(business.owner, "/assign 1003")
    await business.presses(business.owner, "Musa Bello")
    await business.later(days=1)
    since, before = Since(business, fleet_door), undated(business)
    await backup.is_put_back()
    await business.later(minutes=1)
    assert (since.sent, since.changes) == ([], [])
    assert undated(business) == before
    await business.later(hours=1)
    assert since.changes == []
    for person in (business.owner, business.musa, business.bola):
        for words in ("was delivered", "📦 Order 1003"):
            assert heard(person, words) <= 1


async def test_a_request_and_a_code_that_wait_in_the_backup_are_not_made_again(
    business: Business, backup: CommandedBackup, fleet_door: Recorder
):
    delivery = await business.accepted()
    await business.order()
    await business.town.close_fleet()
    await business.says(business.musa, f"/pickup 1001 {business.code('1001', SENDER)}")
    await business.says(business.owner, "/assign 1002")
    backup.make()
    await business.town.open_fleet()
    await business.later(days=1)
    assert await business.state(delivery) is State.IN_TRANSIT
    since = Since(business, fleet_door)
    await backup.is_put_back()
    await business.later(minutes=5)
    assert since.changes == []


async def test_on_a_new_machine_it_is_known_as_a_copy_too(
    business: Business, backup: CommandedBackup, fleet_door: Recorder
):
    """Only the backup and the key file are there."""
    await business.joins_by_phone(business.bola)
    await business.accepted()
    backup.make()
    await brought(business, "1001")
    await business.later(days=1)
    await business.town.stop_bot()
    for file in business.town.folder.glob("handover.*"):
        if file.name != "handover.key":
            file.unlink()
    since = Since(business, fleet_door)
    said = backup.does("restore", str(backup.file))
    assert "what has happened until now counts as told" in " ".join(said.split())
    await business.town.start_bot()
    await business.town.idle()
    assert (since.sent, since.changes) == ([], [])
    await business.order()
    assert heard(business.owner, "📦 Order 1002") == 1


async def test_what_is_put_back_for_another_bot_belongs_to_none_until_that_starts(
    business: Business, backup: CommandedBackup
):
    whose = "SELECT count(*) FROM meta WHERE name = 'bot'"
    backup.make()
    await business.town.stop_bot()
    backup.does("restore", str(backup.file))
    assert asked(business.town.folder / "handover.db", whose) == 1
    backup.does("restore", str(backup.file), "--even-if-others")
    assert asked(business.town.folder / "handover.db", whose) == 0


async def test_the_former_database_is_kept_and_can_be_put_back(
    business: Business, backup: CommandedBackup
):
    await business.joins_by_phone(business.bola)
    backup.make()
    await business.order()
    await business.town.stop_bot()
    said = backup.does("restore", str(backup.file))
    (aside,) = business.town.folder.glob("handover.db.before-*")
    assert str(aside) in said
    assert mode_of(aside) == mode_of(business.town.folder / "handover.db") == 0o600
    assert asked(aside, "SELECT count(*) FROM deliveries") == 1
    assert asked(business.town.folder / "handover.db", "SELECT count(*) FROM deliveries") == 0
    shutil.copy(aside, business.town.folder / "handover.db")
    business.clock.advance(timedelta(seconds=10))
    await business.town.start_bot()
    await business.town.idle()
    assert heard(business.owner, "📦 Order 1001") == 1
    assert sees(business.bola, "1001")


async def test_while_the_bot_runs_nothing_is_put_back(business: Business, backup: CommandedBackup):
    backup.make()
    ended = backup.tries("restore", str(backup.file))
    assert ended.returncode == 2
    assert ended.stderr.endswith("handover.db; stop it first.\n")
    assert list(business.town.folder.glob("handover.db.before-*")) == []
    await business.order()
    assert heard(business.owner, "📦 Order 1001") == 1
