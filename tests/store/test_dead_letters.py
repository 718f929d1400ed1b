"""Dead jobs: kept for the operator, who lets them be tried again or drops them."""

from datetime import timedelta

from bot.base.database.database import Database
from bot.base.queue import dead_letters, held_jobs, jobs, lanes, upkeep
from bot.base.queue.dead_letters import DeadLetter
from bot.base.vault import Vault
from bot.store.job_kind import JobKind
from bot.store.schema import SCHEMA
from tests.store.work import (
    add,
    claim,
    claimed_keys,
    dead_letter,
    finish,
    is_gone,
    job,
    next_due,
    stored,
)
from tests.support.clock import ManualClock


async def buried(database: Database, *keys: str) -> list[DeadLetter]:
    await add(database, *(job(key, lane=key) for key in keys))
    for claimed in await claim(database):
        await dead_letter(database, claimed, "KeyRefused")
    return await dead(database)


async def dead(database: Database) -> list[DeadLetter]:
    return await database.read(dead_letters.listed)


async def test_the_operator_sees_why_and_how_often_but_not_the_body(
    database: Database, clock: ManualClock
):
    began = clock.now()
    (only,) = await buried(database, "k")
    row = await stored(database, "k")
    assert only == DeadLetter(row.id, JobKind.FLEET_REQUEST, "k", 1, "KeyRefused", began)


async def test_dead_jobs_are_listed_oldest_first(database: Database):
    assert [each.lane for each in await buried(database, "a", "b", "c")] == ["a", "b", "c"]


async def test_a_retried_job_starts_anew_and_wakes_its_worker(
    database: Database, clock: ManualClock
):
    await add(database, *(job(key, lane=key) for key in ("one", "other")))
    for claimed in await database.write(jobs.claim, JobKind.FLEET_REQUEST, 2):
        await database.write(jobs.fail, claimed, clock.now(), "Trouble")
    assert [claimed.faults for claimed in await claim(database)] == [1, 1]
    await database.write(held_jobs.release_all)
    one, other = await buried(database)
    database.signals[JobKind.FLEET_REQUEST].notified.clear()
    clock.advance(timedelta(hours=1))
    assert await database.write(dead_letters.retry, [one.id]) == 1
    assert database.signals[JobKind.FLEET_REQUEST].notified.is_set()
    (again,) = await claim(database)
    assert (again.key, again.body, again.attempts) == ("one", b"what to do", 1)
    assert again.faults == 0
    assert [each.id for each in await dead(database)] == [other.id]


async def test_a_retried_job_that_was_first_is_first_again(database: Database):
    await add(database, job("first"), job("second"))
    (first,) = await claim(database)
    await dead_letter(database, first)
    await database.write(dead_letters.retry, [first.id])
    assert await claimed_keys(database) == ["first"]


async def test_a_retried_job_waits_for_the_one_that_runs_behind_it(
    database: Database, clock: ManualClock
):
    await add(database, job("first"), job("second"))
    (first,) = await claim(database)
    await dead_letter(database, first)
    (second,) = await claim(database)
    await database.write(dead_letters.retry, [first.id])
    assert await claimed_keys(database) == []
    assert await next_due(database) is None
    await finish(database, second)
    assert await claimed_keys(database) == ["first"]


async def test_a_dropped_job_is_deleted_and_its_key_stays_known(database: Database):
    (only,) = await buried(database, "k")
    assert await database.write(dead_letters.drop, [only.id]) == 1
    assert await is_gone(database, "k")
    assert await dead(database) == []
    assert await add(database, job("k")) == [False]
    assert await claimed_keys(database) == []


async def test_a_dropped_job_is_forgotten_in_its_time(database: Database, clock: ManualClock):
    (only,) = await buried(database, "k")
    await database.write(dead_letters.drop, [only.id])
    clock.advance(timedelta(days=1))
    forgotten = await database.write(upkeep.forget_keys, JobKind.FLEET_REQUEST, clock.now())
    assert forgotten == 1


async def test_only_dead_jobs_can_be_retried_or_dropped(database: Database):
    await add(database, job("waiting", "a"), job("running", "b"))
    _, running = await claim(database)
    everything = [(await stored(database, key)).id for key in ("waiting", "running")]
    assert await database.write(dead_letters.retry, everything) == 0
    assert await database.write(dead_letters.drop, everything) == 0
    assert (await stored(database, "running")).lease == running.lease


async def test_what_was_sealed_with_another_key_is_not_tried_again_but_can_be_dropped(
    database: Database, url: str, clock: ManualClock
):
    """Claimed, it would end its worker; and waiting, it would keep the bot from starting."""
    (only,) = await buried(database, "k")
    await database.close()
    other = Database(url, SCHEMA, Vault(bytes(32)), clock)
    await other.open()
    assert [each.lane for each in await dead(other)] == [""]
    assert await other.write(dead_letters.retry, [only.id]) == 0
    assert await claimed_keys(other) == []
    assert await other.write(dead_letters.drop, [only.id]) == 1
    await other.close()


async def test_what_was_given_up_in_a_lane_that_nobody_wants_any_more_is_wiped_with_it(
    database: Database,
):
    await buried(database, "forgotten", "other")
    await database.write(lanes.wipe, JobKind.FLEET_REQUEST, "forgotten")
    assert await is_gone(database, "forgotten")
    assert [each.lane for each in await dead(database)] == ["other"]


async def test_only_what_was_given_up_in_a_lane_is_wiped_from_it(database: Database):
    await buried(database, "a", "b")
    await add(database, job("waits", lane="a"))
    await database.write(lanes.wipe_dead, JobKind.FLEET_REQUEST, "a")
    assert [each.lane for each in await dead(database)] == ["b"]
    assert await claimed_keys(database) == ["waits"]
