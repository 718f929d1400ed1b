"""Failed attempts: each is kept once, however often it is told."""

from datetime import timedelta

from bot.base.database.database import Database
from bot.store import failed_attempts
from bot.store.failed_attempts import FailedAttempt
from tests.support.clock import ManualClock


async def note(database: Database, delivery: str, *told: FailedAttempt) -> None:
    for attempt in told:
        await database.write(failed_attempts.record, delivery, attempt)


async def test_attempts_are_told_oldest_first_and_each_once(database: Database, clock: ManualClock):
    first = FailedAttempt(clock.now(), "Nobody there")
    second = FailedAttempt(clock.now() + timedelta(minutes=30), None)
    await note(database, "d", second, first, second)
    await note(database, "other", first)
    assert await database.read(failed_attempts.of_delivery, "d") == [first, second]


async def test_attempts_are_counted_from_a_moment_up_to_another(
    database: Database, clock: ManualClock
):
    now, hour = clock.now(), timedelta(hours=1)
    await note(database, "d", FailedAttempt(now, None), FailedAttempt(now + hour, None))
    assert await database.read(failed_attempts.count, now) == 2
    assert await database.read(failed_attempts.count, now, now + hour) == 1
    assert await database.read(failed_attempts.count, now + 2 * hour) == 0
