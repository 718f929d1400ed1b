"""Guesses: counted once for each command, whatever happens in between."""

from datetime import datetime, timedelta

from bot.base.database.database import Database
from bot.store import code_attempts
from tests.support.clock import ManualClock

PLACE = ("delivery", "pickup", "rider")


async def count(database: Database, key: str, place: tuple[str, str, str] = PLACE) -> None:
    await database.write(code_attempts.count, key, *place)


async def made(database: Database, place: tuple[str, str, str] = PLACE) -> list[datetime]:
    return await database.read(code_attempts.made, *place)


async def test_guesses_are_told_with_their_times_oldest_first(
    database: Database, clock: ManualClock
):
    times = []
    for key in ("z", "a", "m"):
        times.append(clock.now())
        await count(database, key)
        clock.advance(timedelta(seconds=1))
    assert await made(database) == times


async def test_a_command_that_is_tried_again_is_one_guess_at_its_first_time(
    database: Database, clock: ManualClock
):
    first = clock.now()
    await count(database, "k")
    clock.advance(timedelta(minutes=1))
    await count(database, "k")
    assert await made(database) == [first]


async def test_delivery_stage_and_rider_are_counted_apart(database: Database):
    places = [PLACE, ("other", *PLACE[1:]), ("delivery", "dropoff", "rider"), (*PLACE[:2], "other")]
    for number, place in enumerate(places):
        await count(database, str(number), place)
    assert [len(await made(database, place)) for place in places] == [1, 1, 1, 1]


async def test_what_was_no_guess_is_taken_back(database: Database):
    await count(database, "right")
    await count(database, "wrong")
    await database.write(code_attempts.take_back, "right")
    await database.write(code_attempts.take_back, "never made")
    assert len(await made(database)) == 1


async def test_an_unlocked_delivery_starts_anew_at_every_stage(database: Database):
    await count(database, "a")
    await count(database, "b", ("delivery", "dropoff", "rider"))
    await count(database, "c", ("other", "pickup", "rider"))
    await database.write(code_attempts.forget, "delivery")
    assert await made(database) == []
    assert len(await made(database, ("other", "pickup", "rider"))) == 1
