"""An old copy of the database finds out until when another run has lived."""

from datetime import timedelta
from pathlib import Path

import pytest

from bot.base.database import Database
from bot.store import preferences
from bot.store.preferences import Preference
from bot.workers.life_record import BEAT, UNTOLD, LifeRecord
from tests.support.clock import ManualClock


@pytest.fixture
def life(database: Database, tmp_path: Path) -> LifeRecord:
    return LifeRecord(database, tmp_path / "handover.key")


async def test_a_database_that_has_counted_every_beat_is_no_copy(life: LifeRecord):
    await life.beat()
    await life.beat()
    assert await life.lived_until(otherwise=None) is None


@pytest.mark.parametrize("after", [timedelta(seconds=4), BEAT * 3])
async def test_a_copy_takes_as_told_all_but_the_last_seconds_of_a_run_that_was_cut_off(
    life: LifeRecord, database: Database, clock: ManualClock, after: timedelta
):
    copy = await copied(life, database)
    await life.beat()
    began = clock.now()
    clock.advance(after)
    await life.touch()
    await put_back(database, copy)
    ended = min(began + after, began + BEAT)  # nobody lives on without a beat
    assert await life.lived_until(otherwise=None) == ended - UNTOLD


async def test_a_copy_knows_when_the_other_run_has_ended(
    life: LifeRecord, database: Database, clock: ManualClock
):
    copy = await copied(life, database)
    clock.advance(timedelta(minutes=5))
    await life.beat(has_ended=True)
    await put_back(database, copy)
    assert await life.lived_until(otherwise=None) == clock.now()


async def test_a_copy_without_the_file_goes_by_what_else_is_known(
    life: LifeRecord, database: Database, clock: ManualClock, tmp_path: Path
):
    copy = await copied(life, database)
    await life.beat()
    await put_back(database, copy)
    (tmp_path / "handover.key.life").unlink()
    assert await life.lived_until(otherwise=clock.now()) == clock.now()


async def copied(life: LifeRecord, database: Database) -> str:
    await life.beat()
    kept = await database.read(preferences.get, Preference.LIFE)
    assert kept is not None
    return kept


async def put_back(database: Database, copy: str) -> None:
    await database.write(preferences.keep, Preference.LIFE, copy)
