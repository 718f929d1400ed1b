"""Locations: where riders are now, and nothing else."""

from dataclasses import replace
from datetime import timedelta

from bot.base.database.database import Database
from bot.base.settings.loader import RetentionSettings
from bot.store import locations, retention, tables
from bot.store.locations import Location
from tests.support.clock import ManualClock
from tests.support.sql import rows

HOUR = timedelta(hours=1)
HERE = Location("musa", 7, 6.5, 3.35, ManualClock().now() + HOUR, ManualClock().now())


async def save(database: Database, *saved: Location) -> None:
    for location in saved:
        await database.write(locations.save, location)


async def current(database: Database, rider: str = "musa") -> Location | None:
    return await database.read(locations.current, rider)


async def test_a_rider_is_in_one_place(database: Database):
    there = replace(HERE, latitude=6.6)
    await save(database, HERE, replace(HERE, rider="sani"), there)
    assert await current(database) == there
    assert await current(database, "sani") == replace(HERE, rider="sani")
    assert await current(database, "ada") is None


async def test_nobody_is_anywhere_when_the_time_is_over(database: Database, clock: ManualClock):
    await save(database, HERE)
    clock.advance(HOUR)
    assert await current(database) is None


async def test_the_end_of_an_older_live_location_ends_no_newer_one(database: Database):
    await save(database, HERE, replace(HERE, message_id=9))
    assert not await database.write(locations.forget, "musa", 7)
    assert await database.write(locations.forget, "musa", 9)
    assert await current(database) is None


async def test_nothing_is_kept_of_where_somebody_was_a_day_later(
    database: Database, clock: ManualClock
):
    await save(database, HERE, replace(HERE, rider="sani", shared_until=clock.now() + HOUR * 2))
    clock.advance(HOUR * 25)
    await database.write(retention.forget_expired, RetentionSettings())
    kept = await rows(database, tables.riders.locations.select())
    assert [row.rider for row in kept] == ["sani"]
