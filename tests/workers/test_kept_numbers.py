"""The latest numbers of messages outlive the process that saw them, at a write a second at most."""

import asyncio
from datetime import timedelta

import pytest

from bot.base.database.database import Database
from bot.store import message_numbers
from bot.store.message_numbers import TOGETHER
from bot.telegram.message_ids import LatestMessages
from bot.telegram.saved_message_ids import KEPT_EVERY, KeptNumbers
from tests.support.sql import listening
from tests.workers.waiting import WatchedClock, at_work, until

PERSON, OTHER, SUPERGROUP = 5_000_000_000, 5_000_000_001, -1_001_234_567_890


@pytest.fixture
def latest() -> LatestMessages:
    return LatestMessages()


async def recalled(database: Database) -> LatestMessages:
    """What a process knows that has just begun."""
    latest = LatestMessages()
    await KeptNumbers(database, latest).recall()
    return latest


async def test_a_number_is_kept_at_once_and_those_of_the_next_second_by_one_write(
    database: Database, latest: LatestMessages, clock: WatchedClock
):
    async with at_work(KeptNumbers(database, latest).run):
        latest.seen(PERSON, 1)
        await until(lambda: clock.waits == 1)
        assert (await recalled(database)).in_any(PERSON) == 1
        with listening() as asked:
            for number in range(2, 30):
                latest.seen(OTHER, number)
            latest.seen(SUPERGROUP, 7)
            await clock.pass_by(KEPT_EVERY)
        assert sum("INSERT INTO meta" in each.sql for each in asked) == 1
    known = await recalled(database)
    assert (known.in_any(PERSON), known.in_any(SUPERGROUP)) == (29, 7)


async def test_while_no_message_comes_or_goes_nothing_is_written(
    database: Database, latest: LatestMessages, clock: WatchedClock
):
    async with at_work(KeptNumbers(database, latest).run):
        latest.seen(PERSON, 2)
        await until(lambda: clock.waits == 1)
        with listening() as asked:
            clock.advance(timedelta(hours=1))
            latest.seen(OTHER, 1)
            await database.read(message_numbers.latest)
        assert not any("INSERT" in each.sql for each in asked)


async def test_who_begins_to_send_learns_what_others_knew_and_forgets_nothing_later(
    database: Database, latest: LatestMessages
):
    await database.write(message_numbers.keep, {TOGETHER: 5, SUPERGROUP: 9})
    latest.seen(PERSON, 8)
    await KeptNumbers(database, latest).recall()
    assert (latest.in_any(PERSON), latest.in_any(SUPERGROUP)) == (8, 9)


async def test_what_changes_while_it_is_written_down_is_written_next(
    database: Database, latest: LatestMessages
):
    numbers = KeptNumbers(database, latest)
    latest.seen(PERSON, 1)
    writing = asyncio.create_task(numbers.keep())
    await asyncio.sleep(0)
    latest.seen(PERSON, 2)
    await writing
    assert latest.changed.is_set()
    await numbers.keep()
    assert not latest.changed.is_set()


async def test_of_many_supergroups_the_last_that_were_heard_are_known(latest: LatestMessages):
    for number in range(100):
        latest.seen(PERSON, number)
        latest.seen(SUPERGROUP - number, 1)
    assert len(latest.numbers) < 100
    assert latest.in_any(PERSON) == 99
    assert latest.in_any(SUPERGROUP - 99) == 1
