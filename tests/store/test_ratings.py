"""Ratings and notes: what customers say of a delivery."""

from datetime import timedelta

from bot.base.database.database import Database
from bot.store import customer_notes, ratings
from bot.store.customer_notes import CustomerNote
from bot.store.ratings import Rating
from tests.support.clock import ManualClock

ADA, BOLA = 1, 2


async def give(database: Database, *given: Rating) -> None:
    for rating in given:
        await database.write(ratings.save, rating)


async def test_somebody_gives_stars_once_for_a_delivery_and_keeps_the_time(
    database: Database, clock: ManualClock
):
    first = clock.now()
    await give(database, Rating("d", ADA, "musa", 2), Rating("d", BOLA, "musa", 5))
    clock.advance(timedelta(hours=1))
    await give(database, Rating("d", ADA, "musa", 4))
    assert await database.read(ratings.of_person, "d", ADA) == Rating("d", ADA, "musa", 4, first)
    assert [one.stars for one in await database.read(ratings.of_delivery, "d")] == [4, 5]
    assert await database.read(ratings.of_person, "e", ADA) is None


async def test_the_average_is_of_the_time_that_is_asked_for_and_by_rider(
    database: Database, clock: ManualClock
):
    start = clock.now()
    await give(database, Rating("d", ADA, "musa", 2), Rating("e", ADA, None, 1))
    clock.advance(timedelta(hours=1))
    await give(database, Rating("f", ADA, "musa", 5), Rating("g", ADA, "sani", 3))
    whole = await database.read(ratings.average_by_rider, start, start + timedelta(days=1))
    part = await database.read(ratings.average_by_rider, start, start + timedelta(hours=1))
    assert whole == {"musa": 3.5, "sani": 3.0}
    assert part == {"musa": 2.0}


async def test_the_latest_remark_of_each_party_counts(database: Database, clock: ManualClock):
    for party, text in (("r", "Blue gate"), ("sender", "Ask for Ada"), ("r", "Red gate")):
        await database.write(customer_notes.add, CustomerNote("d", ADA, party, text))
    await database.write(customer_notes.add, CustomerNote("e", ADA, "r", "Other"))
    found = await database.write(customer_notes.of_delivery, "d")
    now = clock.now()
    assert found == [
        CustomerNote("d", ADA, "sender", "Ask for Ada", now),
        CustomerNote("d", ADA, "r", "Red gate", now),
    ]
