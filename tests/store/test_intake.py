"""Acceptance: nobody is answered before it is durable, and many share one commit."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.base.database.database import Database
from bot.base.database.transaction import DatabaseFailed, Transaction
from bot.base.queue import jobs
from bot.base.queue.jobs import AtOnce, NewJob
from bot.store.intake import Intake, IntakeFull
from bot.store.job_kind import JobKind
from tests.store.work import FILE, add, claim, claimed_keys, job, without_jobs
from tests.support import wal
from tests.support.patience import PATIENCE
from tests.support.process_logging import logged

QUEUE = 4096


def arrival(number: int) -> NewJob:
    return job(f"k{number}", f"lane {number}", JobKind.EVENT)


async def kept(database: Database) -> list[str]:
    return [each.key for each in await claim(database, 10_000, JobKind.EVENT)]


@pytest.fixture
async def intake(database: Database) -> AsyncIterator[Intake]:
    async with Intake(database) as intake:
        yield intake


async def test_what_was_accepted_is_durable(database: Database, intake: Intake):
    await intake.accept(arrival(1))
    assert await kept(database) == ["k1"]


async def test_many_who_come_at_once_are_all_durable(database: Database, intake: Intake):
    await asyncio.gather(*(intake.accept(arrival(number)) for number in range(600)))
    assert sorted(await kept(database)) == sorted(f"k{number}" for number in range(600))


async def test_on_sqlite_they_share_a_few_commits(sqlite: Database, folder: Path):
    async with Intake(sqlite) as intake:
        before = wal.commits(folder / FILE)
        await asyncio.gather(*(intake.accept(arrival(number)) for number in range(600)))
        assert 1 <= wal.commits(folder / FILE) - before <= 3


async def test_those_of_one_answer_are_kept_in_its_order(database: Database, intake: Intake):
    await intake.accept(*(arrival(number) for number in range(100)))
    assert await kept(database) == [f"k{number}" for number in range(100)]


async def test_the_same_arrival_is_accepted_again_and_kept_once(database: Database, intake: Intake):
    await asyncio.gather(*(intake.accept(arrival(1)) for _ in range(5)))
    await intake.accept(arrival(1))
    assert await kept(database) == ["k1"]


async def test_of_one_answer_what_is_new_is_kept_and_what_is_known_left_out(
    database: Database, intake: Intake
):
    await intake.accept(arrival(1))
    await intake.accept(arrival(1), arrival(2), arrival(2), arrival(3))
    assert await kept(database) == ["k1", "k2", "k3"]


async def test_its_workers_are_woken(database: Database, intake: Intake):
    await intake.accept(arrival(1))
    assert database.signals[JobKind.EVENT].notified.is_set()


async def test_more_than_the_queue_holds_is_turned_away_and_not_kept(sqlite: Database):
    async with Intake(sqlite) as intake:
        outcomes = await asyncio.gather(
            *(intake.accept(arrival(number)) for number in range(QUEUE + 3)),
            return_exceptions=True,
        )
    refused = [n for n, outcome in enumerate(outcomes) if isinstance(outcome, IntakeFull)]
    assert refused == [QUEUE, QUEUE + 1, QUEUE + 2]
    assert len(await kept(sqlite)) == QUEUE


async def test_a_rush_that_is_too_much_is_two_lines_in_the_log_and_the_next_one_two_more(
    sqlite: Database,
):
    async with Intake(sqlite) as intake:
        with logged() as lines:
            for _ in range(2):
                rush = (intake.accept(arrival(number)) for number in range(QUEUE + 50))
                await asyncio.gather(*rush, return_exceptions=True)
    assert [(line["event"], line.get("refused")) for line in lines] == [
        ("intake is full; arrivals are refused", None),
        ("intake takes arrivals again", 50),
    ] * 2


async def test_a_store_that_fails_is_told_to_everybody_and_nothing_is_kept(
    database: Database, intake: Intake
):
    async with without_jobs(database):
        with logged() as lines:
            outcomes = await asyncio.gather(
                *(intake.accept(arrival(number)) for number in range(3)), return_exceptions=True
            )
    assert {entry["event"] for entry in lines} == {"arrivals were not kept"}
    assert [isinstance(outcome, DatabaseFailed) for outcome in outcomes] == [True] * 3
    assert await kept(database) == []


async def test_acceptance_goes_on_after_the_store_has_failed(database: Database, intake: Intake):
    async with without_jobs(database):
        with pytest.raises(DatabaseFailed):
            await intake.accept(arrival(1))
    await intake.accept(arrival(1))
    assert await kept(database) == ["k1"]


async def test_who_does_not_wait_for_the_answer_harms_nobody_else(
    database: Database, intake: Intake
):
    impatient = asyncio.create_task(intake.accept(arrival(1)))
    await asyncio.sleep(0)
    impatient.cancel()
    await intake.accept(arrival(2))
    assert "k2" in await kept(database)


async def test_who_comes_after_the_end_is_not_left_waiting(database: Database):
    async with Intake(database) as intake:
        await intake.accept(arrival(1))
    with pytest.raises(IntakeFull):
        async with asyncio.timeout(PATIENCE):
            await intake.accept(arrival(2))


async def test_what_was_handed_in_before_the_end_is_still_kept(database: Database):
    async with Intake(database) as intake:
        waiting = [asyncio.create_task(intake.accept(arrival(number))) for number in range(3)]
        await asyncio.sleep(0)
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*waiting)
    assert sorted(await kept(database)) == ["k0", "k1", "k2"]


async def test_what_is_known_before_does_not_hold_up_what_is_new(
    database: Database, intake: Intake
):
    await add(database, arrival(1))
    await asyncio.gather(intake.accept(arrival(1)), intake.accept(arrival(2)))
    assert await kept(database) == ["k1", "k2"]


def nothing_claimed(_tx: Transaction) -> None:
    """Claim as a worker that has no room."""


def noted(done: list[str], outcome: bool | Exception = True) -> dict[str, AtOnce]:
    def do(tx: Transaction, arrived: NewJob) -> bool:
        jobs.add(tx, job(f"of {arrived.key}"))
        if isinstance(outcome, Exception):
            raise outcome
        done.append(arrived.key)
        return outcome

    return {JobKind.EVENT: do}


async def test_what_can_be_done_at_once_is_done_once_and_never_a_job(database: Database):
    done: list[str] = []
    database.claims[JobKind.EVENT] = nothing_claimed
    async with Intake(database, noted(done)) as intake:
        for _ in range(2):
            await intake.accept(arrival(1))
    assert (done, await kept(database)) == (["k1"], [])
    assert await claimed_keys(database) == ["of k1"]


async def test_what_stands_behind_another_waits_for_its_turn(database: Database):
    done: list[str] = []
    await add(database, job("before", "lane 1", JobKind.EVENT))
    database.claims[JobKind.EVENT] = nothing_claimed
    async with Intake(database, noted(done)) as intake:
        await intake.accept(arrival(1))
    assert (done, await kept(database)) == ([], ["before"])


async def test_nothing_is_done_at_once_before_its_worker_runs(database: Database):
    done: list[str] = []
    async with Intake(database, noted(done)) as intake:
        await intake.accept(arrival(1))
    assert (done, await kept(database)) == ([], ["k1"])


async def test_a_rush_is_written_down_before_it_is_worked_off(sqlite: Database):
    done: list[str] = []
    sqlite.claims[JobKind.EVENT] = nothing_claimed
    async with Intake(sqlite, noted(done)) as intake:
        await asyncio.gather(*(intake.accept(arrival(number)) for number in range(50)))
    assert (len(done), len(await kept(sqlite))) == (8, 42)


@pytest.mark.parametrize("outcome", [False, ValueError("a fault")])
async def test_what_cannot_be_done_at_once_is_left_to_its_worker(
    database: Database, outcome: bool | Exception
):
    database.claims[JobKind.EVENT] = nothing_claimed
    async with Intake(database, noted([], outcome)) as intake:
        await intake.accept(arrival(1))
    assert await kept(database) == ["k1"]
    is_fault = isinstance(outcome, Exception)
    assert await claimed_keys(database) == ([] if is_fault else ["of k1"])
