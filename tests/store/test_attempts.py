"""Failed attempts: each is kept once, however often it is told."""

from datetime import timedelta

from bot.store import attempts
from bot.store.attempts import Attempt
from bot.store.database import Database
from tests.support.clock import ManualClock


async def note(database: Database, delivery: str, *told: Attempt) -> None:
    async with database.write() as tx:
        for attempt in told:
            await attempts.note(tx, delivery, attempt)


async def test_attempts_are_told_oldest_first_and_each_once(database: Database, clock: ManualClock):
    first = Attempt(clock.now(), "Nobody there")
    second = Attempt(clock.now() + timedelta(minutes=30), None)
    await note(database, "d", second, first, second)
    await note(database, "other", first)
    async with database.read() as tx:
        assert await attempts.of_delivery(tx, "d") == [first, second]


async def test_attempts_are_counted_from_a_moment_up_to_another(
    database: Database, clock: ManualClock
):
    now, hour = clock.now(), timedelta(hours=1)
    await note(database, "d", Attempt(now, None), Attempt(now + hour, None))
    async with database.read() as tx:
        assert await attempts.count(tx, now) == 2
        assert await attempts.count(tx, now, now + hour) == 1
        assert await attempts.count(tx, now + 2 * hour) == 0
