"""A service that does not answer: whether anything is held up by it."""

from datetime import timedelta

from bot.actions.fleet_outage import FLEET_OUTAGE
from bot.base.database.database import Database
from bot.base.database.transaction import Transaction
from bot.base.queue.jobs import Job
from tests.store.work import add, claim, dead_letter, finish, job
from tests.support.clock import ManualClock


def _met_no_answer(tx: Transaction, claimed: Job) -> None:
    FLEET_OUTAGE.postpone(tx, claimed, tx.now + timedelta(minutes=1), "Unavailable")


async def test_what_is_tried_again_is_held_up_until_it_has_ended(
    database: Database, clock: ManualClock
):
    await add(database, job("k"))
    (claimed,) = await claim(database)
    assert not await database.read(FLEET_OUTAGE.holds_up)
    await database.write(_met_no_answer, claimed)
    assert await database.read(FLEET_OUTAGE.holds_up)
    clock.advance(timedelta(minutes=1))
    (again,) = await claim(database)
    assert await database.read(FLEET_OUTAGE.holds_up)
    await finish(database, again)
    assert not await database.read(FLEET_OUTAGE.holds_up)


async def test_what_was_given_up_is_held_up_no_more(database: Database, clock: ManualClock):
    await add(database, job("k"))
    (claimed,) = await claim(database)
    await database.write(_met_no_answer, claimed)
    clock.advance(timedelta(minutes=1))
    (again,) = await claim(database)
    await dead_letter(database, again)
    assert not await database.read(FLEET_OUTAGE.holds_up)
