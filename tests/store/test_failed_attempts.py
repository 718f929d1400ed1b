"""Failed attempts: each is kept once, however often it is told."""

from datetime import timedelta

from bot.base.database import Database
from bot.store import failed_attempts
from bot.store.failed_attempts import FailedAttempt
from tests.support.clock import ManualClock


async def note(database: Database, delivery: str, *told: FailedAttempt) -> None:
    async with database.write() as tx:
        for attempt in told:
            await failed_attempts.record(tx, delivery, attempt)


async def test_attempts_are_told_oldest_first_and_each_once(database: Database, clock: ManualClock):
    first = FailedAttempt(clock.now(), "Nobody there")
    second = FailedAttempt(clock.now() + timedelta(minutes=30), None)
    await note(database, "d", second, first, second)
    await note(database, "other", first)
    async with database.read() as tx:
        assert await failed_attempts.of_delivery(tx, "d") == [first, second]


async def test_attempts_are_counted_from_a_moment_up_to_another(
    database: Database, clock: ManualClock
):
    now, hour = clock.now(), timedelta(hours=1)
    await note(database, "d", FailedAttempt(now, None), FailedAttempt(now + hour, None))
    async with database.read() as tx:
        assert await failed_attempts.count(tx, now) == 2
        assert await failed_attempts.count(tx, now, now + hour) == 1
        assert await failed_attempts.count(tx, now + 2 * hour) == 0
