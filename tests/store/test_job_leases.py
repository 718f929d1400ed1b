"""Leases: who stays away too long loses the job, and everything that was done with it."""

import asyncio
from datetime import timedelta

import pytest

from bot.base.database.database import Database
from bot.base.database.transaction import Transaction
from bot.base.queue import held_jobs, jobs, leases
from bot.base.queue.jobs import Job, LeaseLost
from bot.store.job_kind import JobKind
from tests.store.work import (
    add,
    claim,
    claimed_keys,
    dead_letter,
    finish,
    job,
    opened,
    postpone,
)
from tests.support.clock import ManualClock


async def overtaken(database: Database) -> tuple[Job, Job]:
    """Return one job as its former and as its present holder know it."""
    await add(database, job("k"))
    (former,) = await claim(database)
    await database.write(held_jobs.release_all)
    (present,) = await claim(database)
    return former, present


async def test_a_job_stays_its_holders_however_long_it_takes(
    database: Database, clock: ManualClock
):
    await add(database, job("k"))
    await claim(database)
    clock.advance(timedelta(days=1))
    assert await claim(database) == []


async def test_nothing_of_a_transaction_stays_that_ends_a_job_of_somebody_else(
    database: Database,
):
    former, present = await overtaken(database)

    def follow(tx: Transaction) -> None:
        jobs.add(tx, job("what follows", "b"))
        jobs.finish(tx, former)

    with pytest.raises(LeaseLost):
        await database.write(follow)
    await finish(database, present)
    assert await claimed_keys(database) == []


@pytest.mark.parametrize("settle", ["postpone", "dead_letter"])
async def test_the_former_holder_can_settle_nothing_any_more(
    database: Database, clock: ManualClock, settle: str
):
    former, present = await overtaken(database)
    ways = {
        "postpone": lambda: postpone(database, former, clock.now()),
        "dead_letter": lambda: dead_letter(database, former),
    }
    with pytest.raises(LeaseLost):
        await ways[settle]()
    await finish(database, present)


async def test_a_job_is_ended_once_only(database: Database):
    await add(database, job("k"))
    (claimed,) = await claim(database)
    await finish(database, claimed)
    with pytest.raises(LeaseLost):
        await finish(database, claimed)


async def test_a_postponed_job_does_not_belong_to_its_former_holder(
    database: Database, clock: ManualClock
):
    await add(database, job("k"))
    (claimed,) = await claim(database)
    await postpone(database, claimed, clock.now())
    with pytest.raises(LeaseLost):
        await finish(database, claimed)


async def test_only_who_was_claimed_by_a_process_that_lives_no_more_is_free(database: Database):
    await add(database, job("a", "a"), job("b", "b"))
    await claim(database, limit=1)
    database.process.begin_anew()
    await database.write(leases.begin, timedelta(seconds=9))
    await claim(database)
    assert await database.write(held_jobs.release_orphans) == 1
    assert await claimed_keys(database) == ["a"]


async def test_all_leases_can_be_taken_back_at_the_start(database: Database):
    await add(database, job("a", "a"), job("b", "b"))
    before = await claim(database)
    assert await database.write(held_jobs.release_all) == 2
    assert await claimed_keys(database) == ["a", "b"]
    with pytest.raises(LeaseLost):
        await finish(database, before[0])


async def test_those_who_claim_at_once_never_get_the_same_job(
    database: Database, url: str, clock: ManualClock
):
    await add(database, *(job(f"k{number}", f"lane {number}") for number in range(40)))
    others = [database, database] if database.is_sqlite else [database, await opened(url, clock)]
    claims = await asyncio.gather(*(claim(others[n % 2], limit=5) for n in range(12)))
    if others[1] is not database:
        await others[1].close()
    keys = [each.key for claimed in claims for each in claimed]
    assert all(len(claimed) <= 5 for claimed in claims)
    assert sorted(keys) == sorted(f"k{number}" for number in range(40))


async def test_who_claims_while_somebody_else_is_still_claiming_goes_round_their_jobs(
    database: Database,
):
    if database.is_sqlite:  # one writer at a time: the second one waits
        return
    await add(database, *(job(f"k{number}", f"lane {number}") for number in range(4)))
    taken = await database.write(jobs.claim, JobKind.FLEET_REQUEST, 2)
    assert await claimed_keys(database, limit=2) == ["k2", "k3"]
    assert [each.key for each in taken] == ["k0", "k1"]
