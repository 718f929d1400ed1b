"""Urgency: what is more urgent is taken first, and takes along what stands before it."""

from datetime import timedelta

import pytest

from bot.base.database.database import Database
from bot.base.queue import jobs, lanes
from bot.base.queue.claim_sql import URGENCIES
from bot.base.queue.jobs import NewJob
from bot.store.job_kind import JobKind
from tests.store.work import add, claim, claimed_keys, finish, job, next_due, stored
from tests.support.clock import ManualClock

KIND = JobKind.FLEET_REQUEST
LATER = timedelta(minutes=5)


def urgent(
    key: str, urgency: int, lane: str | None = None, after: timedelta = timedelta()
) -> NewJob:
    due_at = ManualClock().now() + after if after else None
    return NewJob(KIND, lane or f"lane of {key}", key, b"", due_at, urgency)


async def test_what_is_more_urgent_is_claimed_first_however_late_it_came(
    database: Database, clock: ManualClock
):
    for urgency in reversed(URGENCIES):
        await add(database, urgent(f"k{urgency}", urgency))
        clock.advance(timedelta(seconds=1))
    claimed = [(await claimed_keys(database, limit=1))[0] for _ in URGENCIES]
    assert claimed == [f"k{urgency}" for urgency in URGENCIES]


async def test_of_the_same_urgency_who_waits_longest_is_first(
    database: Database, clock: ManualClock
):
    await add(database, urgent("late", 2, after=timedelta(seconds=2)), urgent("early", 2))
    clock.advance(LATER)
    assert await claimed_keys(database, limit=1) == ["early"]


@pytest.mark.parametrize("urgency", URGENCIES)
async def test_what_is_not_due_is_not_claimed_and_known_for_later(
    database: Database, clock: ManualClock, urgency: int
):
    await add(database, urgent("k", urgency, after=LATER))
    assert await claimed_keys(database) == []
    assert await next_due(database) == clock.now() + LATER
    clock.advance(LATER)
    assert await claimed_keys(database) == ["k"]


async def test_together_no_more_are_claimed_than_asked_for(database: Database):
    for urgency in URGENCIES:
        await add(database, *(urgent(f"{urgency} {number}", urgency) for number in range(4)))
    assert await claimed_keys(database, limit=6) == [f"0 {n}" for n in range(4)] + ["1 0", "1 1"]


async def test_what_waits_before_something_urgent_becomes_as_urgent_and_due(
    database: Database, clock: ManualClock
):
    await add(database, urgent("before", 4, "a", after=LATER), urgent("other", 2))
    await database.write(lanes.hurry, KIND, "a", 1)
    await add(database, urgent("urgent", 1, "a"))
    before, other = await claim(database)
    assert [before.key, before.urgency, other.key] == ["before", 1, "other"]
    await finish(database, before)
    assert await claimed_keys(database) == ["urgent"]


async def test_what_is_urgent_already_and_what_runs_is_left_as_it_is(
    database: Database, clock: ManualClock
):
    await add(database, urgent("runs", 4, "a"), urgent("waits", 1, "b", after=LATER))
    await add(database, urgent("waits as urgent", 2, "c", after=LATER))
    (runs,) = await claim(database)
    for lane in ("a", "b", "c"):
        await database.write(lanes.hurry, KIND, lane, 2)
    assert (await stored(database, "runs")).urgency == 4
    assert (await stored(database, "waits")).due_at == clock.now() + LATER
    assert (await stored(database, "waits as urgent")).due_at == clock.now() + LATER
    await finish(database, runs)


async def test_whoever_works_hears_of_what_has_to_hurry(database: Database):
    await add(database, urgent("before", 4, "a", after=LATER))
    bell = database.signals[KIND].notified
    bell.clear()
    await database.write(lanes.hurry, KIND, "of nothing", 1)
    assert not bell.is_set()
    await database.write(lanes.hurry, KIND, "a", 1)
    assert bell.is_set()


async def test_whose_turn_has_not_come_counts_as_never_tried(
    database: Database, clock: ManualClock
):
    await add(database, job("k"))
    (claimed,) = await claim(database)
    await database.write(jobs.defer, claimed, clock.now() + LATER)
    assert await claimed_keys(database) == []
    assert await next_due(database) == clock.now() + LATER
    assert await database.write(jobs.withdraw, KIND, claimed.key)


async def test_a_lane_inside_another_is_wiped_with_it_and_no_other(database: Database):
    names = ("a", "a/b", "a/c", "ab", "b/a")
    await add(database, *(job(f"in {lane}", lane) for lane in names))
    await database.write(lanes.wipe, KIND, "a")
    assert await claimed_keys(database) == ["in ab", "in b/a"]


async def test_what_runs_in_a_lane_that_is_wiped_ends_by_itself(database: Database):
    await add(database, job("runs", "a"), job("waits", "a"))
    (runs,) = await claim(database)
    await database.write(lanes.wipe, KIND, "a")
    await finish(database, runs)
    assert await claimed_keys(database) == []


async def test_whoever_works_hears_of_a_lane_that_was_wiped(database: Database):
    await add(database, job("waits", "a"))
    bell = database.signals[KIND].notified
    bell.clear()
    await database.write(lanes.wipe, KIND, "a")
    assert bell.is_set()


async def test_lanes_of_other_kinds_are_not_wiped(database: Database):
    await add(database, job("notice", "a", JobKind.NOTICE))
    await database.write(lanes.wipe, KIND, "a")
    assert [each.key for each in await claim(database, kind=JobKind.NOTICE)] == ["notice"]


async def test_lanes_inside_another_do_not_wait_for_each_other(database: Database):
    await add(database, job("1", "a/b"), job("2", "a/c"), job("3", "a/b"), job("4", "a"))
    assert await claimed_keys(database) == ["1", "2", "4"]
