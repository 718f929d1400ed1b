"""`handover backup` and `handover restore` with PostgreSQL behind the bot."""

import asyncio
import os
import stat
from collections.abc import AsyncIterator, Coroutine, Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.demo.certificates import Certificates
from bot.demo.town import Town
from tests.faults.eyes import Eyes
from tests.store.postgres import Postgres, programs, running
from tests.support.business import Business, heard, sees
from tests.support.clock import ManualClock
from tests.support.old_copy import CommandedBackup, Since, brought
from tests.support.recorder import Recorder

pytestmark = pytest.mark.runs_on


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    with running() as server:
        yield server


@pytest.fixture
async def town(
    server: Postgres,
    tmp_path: Path,
    certificates: Certificates,
    clock: ManualClock,
    fleet_door: Recorder,
) -> AsyncIterator[Town]:
    url = server.fresh(f"bot_{tmp_path.name}")
    store = {"url": url, "key_file": str(tmp_path / "handover.key")}
    async with Town(
        tmp_path,
        clock=clock,
        certificates=certificates,
        changed_settings={"store": store},
        around_fleet=fleet_door.around,
    ) as town:
        await town.start_bot()
        yield town


@pytest.fixture
def backup(business: Business, monkeypatch: pytest.MonkeyPatch) -> CommandedBackup:
    monkeypatch.setenv("PATH", f"{programs()}:{os.environ['PATH']}")
    return CommandedBackup(business)


async def answered(business: Business) -> None:
    """Let the lease run out with which the one who sent lives on in the backup, and wait."""
    eyes = Eyes(business.town)
    business.musa.write("/jobs")
    await goes_on(business, eyes.see(lambda: sees(business.musa, "You have no open jobs")))
    await goes_on(business, business.town.idle())


async def goes_on(business: Business, until: Coroutine[None, None, None]) -> None:
    """Let time go by until something has happened.

    What the bot sends after a restart waits for its turn by the clock: one that stands still, or
    is set only once, leaves it there on a slow machine.
    """
    waiting = asyncio.create_task(until)
    while not waiting.done():
        business.clock.advance(timedelta(seconds=1.5))
        await asyncio.wait({waiting}, timeout=0.1)
    await waiting


async def test_a_day_later_nothing_is_told_again_and_all_cards_are_true(
    business: Business, backup: CommandedBackup, fleet_door: Recorder
):
    await business.joins_by_phone(business.bola)
    await business.accepted()
    backup.make()
    assert stat.S_IMODE(backup.file.stat().st_mode) == 0o600
    await brought(business, "1001")
    await business.order()
    await business.later(days=1)
    since = Since(business, fleet_door)
    await business.town.stop_bot()
    refused = backup.tries("restore", str(backup.file))
    assert "with --replace the backup takes its place" in refused.stderr
    said = backup.does("restore", str(backup.file), "--replace")
    (aside,) = business.town.folder.glob("before-restore-*.zip")
    assert str(aside) in said
    business.clock.advance(timedelta(seconds=10))
    await business.town.start_bot()
    await answered(business)
    business.clock.advance(timedelta(minutes=1))
    await goes_on(business, business.town.idle())
    assert [text for text in since.sent if "no open jobs" not in text] == []
    assert since.changes == []
    assert heard(business.owner, "📦 Order 1002") <= 1


async def test_a_password_stands_on_no_command_line(
    business: Business, backup: CommandedBackup, tmp_path: Path
):
    """A program in the place of pg_dump tells what it is called with, and what it finds."""
    folder = tmp_path / "programs"
    folder.mkdir()
    fake = folder / "pg_dump"
    fake.write_text(
        '#!/bin/sh\n[ "$1" = --version ] && exec echo "pg_dump (PostgreSQL) 99"\n'
        'echo "error: arguments $* password $PGPASSWORD" >&2\nexit 1\n'
    )
    fake.chmod(0o700)
    town = business.town
    await town.stop_bot()
    url = town.settings["store"]["url"].replace("postgres:@", "postgres:canary-word@")
    ended = backup.tries(
        "backup",
        str(tmp_path / "x.zip"),
        PATH=f"{folder}:{os.environ['PATH']}",
        HANDOVER_STORE__URL=url,
    )
    assert "password canary-word" in ended.stderr
    assert ended.stderr.count("canary-word") == 1
    assert not (tmp_path / "x.zip").exists()
