"""An old copy of the database finds out until when another run has lived."""

from datetime import timedelta
from pathlib import Path

import pytest

from bot.base.database.database import Database
from bot.recovery.run_record import BEAT, UNTOLD, LifeRecord
from bot.store import preferences
from bot.store.preferences import Preference
from tests.support.clock import ManualClock


@pytest.fixture
def life(database: Database, tmp_path: Path) -> LifeRecord:
    return LifeRecord(database, tmp_path / "handover.key")


async def test_a_database_that_has_counted_every_beat_is_no_copy(
    life: LifeRecord, clock: ManualClock
):
    await life.beat(clock.now())
    await life.beat(clock.now())
    assert await life.lived_until(otherwise=None) is None


@pytest.mark.parametrize("after", [timedelta(seconds=4), BEAT * 3])
async def test_a_copy_takes_as_told_all_but_the_last_seconds_of_a_run_that_was_cut_off(
    life: LifeRecord, database: Database, clock: ManualClock, after: timedelta
):
    copy = await copied(life, database)
    await life.beat(clock.now())
    began = clock.now()
    clock.advance(after)
    await life.touch(clock.now())
    await put_back(database, copy)
    ended = min(began + after, began + BEAT)  # nobody lives on without a beat
    assert await life.lived_until(otherwise=None) == ended - UNTOLD


async def test_a_copy_knows_when_the_other_run_has_ended(
    life: LifeRecord, database: Database, clock: ManualClock
):
    copy = await copied(life, database)
    clock.advance(timedelta(minutes=5))
    await life.beat(clock.now(), has_ended=True)
    await put_back(database, copy)
    assert await life.lived_until(otherwise=None) == clock.now()


@pytest.mark.parametrize("has_ended", [False, True])
async def test_a_copy_takes_nothing_as_told_since_what_waited_in_the_other_run_was_added(
    life: LifeRecord, database: Database, clock: ManualClock, has_ended: bool
):
    copy = await copied(life, database)
    told_until = clock.now() + timedelta(minutes=7)
    clock.advance(timedelta(hours=1))
    await life.beat(told_until, has_ended=has_ended)
    await life.touch(told_until)
    await put_back(database, copy)
    assert await life.lived_until(otherwise=None) == told_until - UNTOLD


async def test_a_copy_without_the_file_goes_by_what_else_is_known(
    life: LifeRecord, database: Database, clock: ManualClock, tmp_path: Path
):
    copy = await copied(life, database)
    await life.beat(clock.now())
    await put_back(database, copy)
    (tmp_path / "handover.key.life").unlink()
    assert await life.lived_until(otherwise=clock.now()) == clock.now()


async def copied(life: LifeRecord, database: Database) -> str:
    await life.beat(database.clock.now())
    kept = await database.read(preferences.get, Preference.LIFE)
    assert kept is not None
    return kept


async def put_back(database: Database, copy: str) -> None:
    await database.write(preferences.keep, Preference.LIFE, copy)
