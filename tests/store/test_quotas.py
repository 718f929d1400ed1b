"""Quotas: so many times within so long, and not once more."""

from datetime import timedelta

import pytest

from bot.base.database.database import Database
from bot.base.settings.loader import RetentionSettings
from bot.store import quotas, retention, tables
from bot.store.quotas import Quota
from tests.support.clock import ManualClock
from tests.support.sql import rows

ADA, BOLA = 1, 2
TWICE = Quota("notes", 2, timedelta(hours=1))


async def takes(database: Database, user_id: int, about: str = "") -> bool:
    return await database.write(quotas.take, TWICE, user_id, about)


async def test_a_quota_is_used_up_and_comes_back_as_time_goes_by(
    database: Database, clock: ManualClock
):
    assert await takes(database, ADA)
    clock.advance(timedelta(minutes=30))
    assert await takes(database, ADA)
    assert not await takes(database, ADA)
    clock.advance(timedelta(minutes=30))
    assert await takes(database, ADA)
    assert not await takes(database, ADA)


async def test_everybody_has_a_quota_for_each_thing(database: Database):
    for user_id, about in ((ADA, ""), (ADA, "1001"), (BOLA, "")):
        assert [await takes(database, user_id, about) for _ in range(3)] == [True, True, False]


def test_no_quota_counts_what_is_deleted_before_it_ends():
    with pytest.raises(ValueError, match="kept for no more than 1 day"):
        Quota("notes", 2, timedelta(days=2))


async def test_what_counts_for_no_quota_any_more_is_deleted(database: Database, clock: ManualClock):
    await takes(database, ADA)
    clock.advance(timedelta(minutes=1))
    await takes(database, BOLA)
    clock.advance(tables.program.LONGEST_QUOTA - timedelta(minutes=1))
    await database.write(retention.forget_expired, RetentionSettings())
    kept = await rows(database, tables.program.quotas.select())
    assert [row.user_id for row in kept] == [BOLA]
