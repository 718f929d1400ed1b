"""Lanes: one thing after the other inside a lane, and no lane waits for another."""

from datetime import timedelta

import pytest

from bot.base.database.database import Database
from bot.base.queue import backlog, jobs, lanes
from bot.base.queue.jobs import Job
from bot.store.job_kind import JobKind
from tests.store.postgres import Postgres
from tests.store.work import (
    add,
    claim,
    claimed_keys,
    dead_letter,
    finish,
    job,
    next_due,
    postpone,
)
from tests.support.clock import ManualClock
from tests.support.sql import uncommitted

LATER, SECOND = timedelta(minutes=5), timedelta(seconds=1)


async def test_a_lane_is_worked_off_in_the_order_of_adding(database: Database):
    await add(database, *(job(key) for key in ("first", "second", "third")))
    worked = []
    while claimed := await claim(database):
        (only,) = claimed
        worked.append(only.key)
        await finish(database, only)
    assert worked == ["first", "second", "third"]


async def test_nothing_else_of_a_lane_is_claimed_while_one_runs(database: Database):
    await add(database, job("first"), job("second"))
    assert await claimed_keys(database) == ["first"]
    assert await claimed_keys(database) == []


async def test_lanes_do_not_wait_for_each_other(database: Database):
    await add(database, job("a1", "a"), job("b1", "b"), job("a2", "a"), job("b2", "b"))
    a1, b1 = await claim(database)
    await finish(database, b1)
    assert a1.key == "a1"
    assert await claimed_keys(database) == ["b2"]


async def test_the_same_lane_of_another_kind_is_another_lane(database: Database):
    await add(database, job("k", kind=JobKind.FLEET_REQUEST), job("k", kind=JobKind.NOTICE))
    assert len(await claim(database, kind=JobKind.FLEET_REQUEST)) == 1
    assert len(await claim(database, kind=JobKind.NOTICE)) == 1


async def test_no_more_are_claimed_than_asked_for_and_who_waits_longest_is_first(
    database: Database, clock: ManualClock
):
    await add(database, *(job(f"k{number}", f"lane {number}") for number in range(4)))
    await add(database, job("late", "lane 5", due_at=clock.now() - LATER))
    assert await claimed_keys(database, limit=2) == ["k0", "late"]
    assert await claimed_keys(database, limit=2) == ["k1", "k2"]


async def test_a_job_that_waits_holds_its_lane(database: Database, clock: ManualClock):
    await add(database, job("first"), job("second"), job("elsewhere", "b"))
    (first,) = await claim(database, limit=1)
    await postpone(database, first, clock.now() + LATER)
    (elsewhere,) = await claim(database)
    assert elsewhere.key == "elsewhere"
    await finish(database, elsewhere)
    clock.advance(LATER)
    assert await claimed_keys(database) == ["first"]


async def test_what_waits_for_one_reason_is_due_at_once_when_that_is_over(
    database: Database, clock: ManualClock
):
    reasons = {"a": "no address", "b": "no address", "c": "busy"}
    await add(database, *(job(key, key) for key in reasons))
    for claimed in await claim(database):
        await database.write(jobs.postpone, claimed, clock.now() + LATER, reasons[claimed.key])
    await add(database, job("not due", "d", due_at=clock.now() + LATER))
    await database.write(jobs.resume, JobKind.NOTICE, "no address")
    assert await claimed_keys(database) == []
    await database.write(jobs.resume, JobKind.FLEET_REQUEST, "no address")
    assert sorted(await claimed_keys(database)) == ["a", "b"]


async def test_a_job_is_not_claimed_before_it_is_due(database: Database, clock: ManualClock):
    await add(database, job("k", due_at=clock.now() + LATER))
    assert await claimed_keys(database) == []
    assert await next_due(database) == clock.now() + LATER
    clock.advance(LATER)
    assert await claimed_keys(database) == ["k"]


async def test_a_buried_job_lets_its_lane_go_on(database: Database):
    await add(database, job("first"), job("second"))
    (first,) = await claim(database)
    await dead_letter(database, first)
    assert await claimed_keys(database) == ["second"]


async def test_what_is_due_behind_a_waiting_job_is_not_due_next(
    database: Database, clock: ManualClock
):
    await add(database, job("first"), job("second"))
    (first,) = await claim(database)
    await postpone(database, first, clock.now() + LATER)
    assert await next_due(database) == clock.now() + LATER


async def test_nothing_is_due_next_where_there_is_nothing(database: Database):
    assert await next_due(database) is None
    await add(database, job("k"))
    assert await next_due(database, JobKind.NOTICE) is None


async def test_a_job_that_runs_keeps_the_one_that_was_put_before_it_later(database: Database):
    """Two transactions at once: the one that was given the lower number may be kept last."""
    if database.is_sqlite:  # one writer at a time: it cannot come about
        return
    async with uncommitted(database, jobs.add, job("early")):
        await add(database, job("late"))
        (late,) = await claim(database)
    assert late.key == "late"
    assert await claimed_keys(database) == []
    await finish(database, late)
    assert await claimed_keys(database) == ["early"]


async def test_the_open_jobs_of_a_lane_are_listed_in_order(database: Database, clock: ManualClock):
    bodies = {key: key.encode() for key in ("done", "held", "new")}
    await add(database, *(job(key, body=body) for key, body in bodies.items()))
    await add(database, job("other", "b"))
    done = next(each for each in await claim(database) if each.key == "done")
    await finish(database, done)
    (held,) = await claim(database)
    await postpone(database, held, clock.now() + LATER)
    listed = await database.read(lanes.open_jobs, JobKind.FLEET_REQUEST, "a")
    assert [(each.body, each.held_up_by) for each in listed] == [
        (b"held", "not now"),
        (b"new", None),
    ]


async def test_jobs_that_have_not_ended_well_are_counted_by_kind_and_state(database: Database):
    await add(database, job("a", "a"), job("b", "b"), job("c", "b"), job("n", kind=JobKind.NOTICE))
    a, b = await claim(database)
    await finish(database, a)
    await dead_letter(database, b)
    assert await database.read(backlog.counts) == {
        ("command", "dead"): 1,
        ("command", "waiting"): 1,
        ("notice", "waiting"): 1,
    }


@pytest.mark.parametrize("driver", ["postgresql+psycopg"])
async def test_no_more_are_claimed_than_asked_for_when_postgresql_expects_an_empty_table(
    postgres: Postgres, database: Database
):
    postgres.run("ANALYZE jobs")
    await add(database, *(job(f"k{number}", f"lane {number}") for number in range(5)))
    assert await claimed_keys(database, limit=2) == ["k0", "k1"]


async def test_behind_a_job_that_waits_stands_what_was_never_tried(
    database: Database, clock: ManualClock
):
    await add(database, job("before"), job("front"), job("behind"), job("else", lane="b"))
    (before, elsewhere) = await claim(database)
    assert await keys_behind(database, elsewhere) == []
    await finish(database, before)
    (front,) = await claim(database)
    assert await keys_behind(database, front) == []
    await postpone(database, front, clock.now() + timedelta(minutes=1))
    assert await keys_behind(database, front) == ["behind"]


async def test_a_job_whose_turn_has_not_come_does_not_stand_behind_itself(
    database: Database, clock: ManualClock
):
    await add(database, job("front"), job("behind"))
    (front,) = await claim(database)
    await database.write(jobs.defer, front, clock.now() + timedelta(minutes=1))
    assert await keys_behind(database, front) == ["behind"]


async def keys_behind(database: Database, claimed: Job) -> list[str]:
    return [each.key for each in await database.read(lanes.behind, claimed)]


async def test_lanes_take_turns(database: Database, clock: ManualClock):
    for lane in ("a", "b"):
        for number in range(3):
            await add(database, job(f"{lane}{number}", lane))
    clock.advance(SECOND)
    await add(database, job("c0", "c"))
    order = []
    while taken := await claim(database, limit=1):
        clock.advance(SECOND)
        await finish(database, taken[0])
        order.append(taken[0].key)
    assert order[:3] == ["a0", "b0", "c0"]
    assert sorted(order[3:]) == ["a1", "a2", "b1", "b2"]
