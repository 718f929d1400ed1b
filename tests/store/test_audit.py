"""Audit: who did what to which delivery, in order."""

from datetime import timedelta

from bot.base.database.database import Database
from bot.store import audit
from bot.store.audit import Deed
from tests.support.clock import ManualClock


async def test_deeds_are_told_oldest_first_with_their_time(database: Database, clock: ManualClock):
    began = clock.now()
    await database.write(audit.record, 1, "assign", "d", "rider")
    await database.write(audit.record, 2, "unlock", "other")
    clock.advance(timedelta(minutes=1))
    await database.write(audit.record, 3, "accept", "d")
    assert await database.read(audit.of_delivery, "d") == [
        Deed(began, 1, "assign", "d", "rider"),
        Deed(clock.now(), 3, "accept", "d", None),
    ]
