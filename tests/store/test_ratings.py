"""Ratings and notes: what customers say of a delivery."""

from datetime import timedelta

from bot.base.database import Database
from bot.store import customer_notes, ratings
from bot.store.customer_notes import CustomerNote
from bot.store.ratings import Rating
from tests.support.clock import ManualClock

ADA, BOLA = 1, 2


async def give(database: Database, *given: Rating) -> None:
    async with database.write() as tx:
        for rating in given:
            await ratings.save(tx, rating)


async def test_somebody_gives_stars_once_for_a_delivery_and_keeps_the_time(
    database: Database, clock: ManualClock
):
    first = clock.now()
    await give(database, Rating("d", ADA, "musa", 2), Rating("d", BOLA, "musa", 5))
    clock.advance(timedelta(hours=1))
    await give(database, Rating("d", ADA, "musa", 4))
    async with database.read() as tx:
        assert await ratings.of_person(tx, "d", ADA) == Rating("d", ADA, "musa", 4, first)
        assert [one.stars for one in await ratings.of_delivery(tx, "d")] == [4, 5]
        assert await ratings.of_person(tx, "e", ADA) is None


async def test_the_average_is_of_the_time_that_is_asked_for_and_by_rider(
    database: Database, clock: ManualClock
):
    start = clock.now()
    await give(database, Rating("d", ADA, "musa", 2), Rating("e", ADA, None, 1))
    clock.advance(timedelta(hours=1))
    await give(database, Rating("f", ADA, "musa", 5), Rating("g", ADA, "sani", 3))
    async with database.read() as tx:
        whole = await ratings.average_by_rider(tx, start, start + timedelta(days=1))
        part = await ratings.average_by_rider(tx, start, start + timedelta(hours=1))
    assert whole == {"musa": 3.5, "sani": 3.0}
    assert part == {"musa": 2.0}


async def test_the_latest_remark_of_each_party_counts(database: Database, clock: ManualClock):
    async with database.write() as tx:
        for party, text in (("r", "Blue gate"), ("sender", "Ask for Ada"), ("r", "Red gate")):
            await customer_notes.add(tx, CustomerNote("d", ADA, party, text))
        await customer_notes.add(tx, CustomerNote("e", ADA, "r", "Other"))
        found = await customer_notes.of_delivery(tx, "d")
    now = clock.now()
    assert found == [
        CustomerNote("d", ADA, "sender", "Ask for Ada", now),
        CustomerNote("d", ADA, "r", "Red gate", now),
    ]
