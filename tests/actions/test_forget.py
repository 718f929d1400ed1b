"""Forgetting a person: what they have said goes with them."""

import json

from bot.actions.arrivals import read_update
from bot.actions.everyone.forget import forget
from bot.base.queue import dead_letters, jobs
from bot.base.queue.jobs import EffectKey, NewJob
from bot.store import people
from bot.store.job_kind import JobKind
from tests.actions.business import CUSTOMER, NEIGHBOUR, Business
from tests.store.work import claim, dead_letter


def update(update_id: int, user_id: int) -> NewJob:
    message = {"from": {"id": user_id}, "text": "Ring at the blue gate"}
    return read_update(1, json.dumps({"update_id": update_id, "message": message}).encode()).job


async def test_what_was_given_up_of_the_forgotten_is_wiped_and_what_they_say_since_is_heard(
    business: Business,
):
    for new in (update(1, CUSTOMER), update(2, NEIGHBOUR)):
        await business.database.write(jobs.add, new)
    for given_up in await claim(business.database, kind=JobKind.UPDATE):
        await dead_letter(business.database, given_up)
    await business.database.write(jobs.add, update(3, CUSTOMER))
    person = await business.database.write(people.get, CUSTOMER)
    assert person is not None
    await business.database.write(forget, person, EffectKey("forget"))
    left = await business.database.write(dead_letters.listed)
    to_come = await business.database.write(jobs.claim, JobKind.UPDATE, 10)
    assert [each.lane for each in left] == [f"person:{NEIGHBOUR}"]
    assert [each.lane for each in to_come] == [f"person:{CUSTOMER}"]
