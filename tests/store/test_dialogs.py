"""Dialogs: what somebody was asked, until they answer, are asked something else, or it is late."""

from datetime import timedelta

from bot.base.database.database import Database
from bot.base.settings.loader import RetentionSettings
from bot.store import dialogs, retention, tables
from bot.store.dialogs import Dialog
from tests.support.clock import ManualClock
from tests.support.sql import rows

ADA, BOLA = 1, 2
HOUR = timedelta(hours=1)
PICKUP = Dialog(ADA, "pickup", '{"delivery": "d"}')


async def ask(database: Database, dialog: Dialog) -> None:
    await database.write(dialogs.ask, dialog, HOUR)


async def current(database: Database, user_id: int = ADA) -> Dialog | None:
    return await database.read(dialogs.current, user_id)


async def test_what_was_asked_is_known(database: Database):
    await ask(database, PICKUP)
    assert await current(database) == PICKUP
    assert await current(database, BOLA) is None


async def test_a_newer_question_replaces_the_older(database: Database):
    dropoff = Dialog(ADA, "dropoff", "{}")
    await ask(database, PICKUP)
    await ask(database, dropoff)
    assert await current(database) == dropoff


async def test_a_question_expires_by_itself(database: Database, clock: ManualClock):
    await ask(database, PICKUP)
    clock.advance(HOUR - timedelta(seconds=1))
    assert await current(database) == PICKUP
    clock.advance(timedelta(seconds=1))
    assert await current(database) is None


async def test_a_question_that_is_asked_again_lasts_anew(database: Database, clock: ManualClock):
    await ask(database, PICKUP)
    clock.advance(HOUR)
    await ask(database, PICKUP)
    assert await current(database) == PICKUP


async def test_a_closed_question_is_gone_and_nobody_else_is_concerned(database: Database):
    other = Dialog(BOLA, "pickup", "{}")
    await ask(database, PICKUP)
    await ask(database, other)
    await database.write(dialogs.close, ADA)
    await database.write(dialogs.close, ADA)
    assert await current(database) is None
    assert await current(database, BOLA) == other


async def test_what_has_expired_is_deleted_and_nothing_else(database: Database, clock: ManualClock):
    await ask(database, PICKUP)
    clock.advance(timedelta(minutes=30))
    other = Dialog(BOLA, "new", "{}")
    await ask(database, other)
    clock.advance(timedelta(minutes=30))
    await database.write(retention.forget_expired, RetentionSettings())
    kept = await rows(database, tables.people.dialogs.select())
    assert [row.user_id for row in kept] == [BOLA]
