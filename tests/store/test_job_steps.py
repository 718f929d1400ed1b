"""What is done with one job costs as much however many others wait.

Counted in steps of SQLite's machine, which are the same in every run.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta

import pytest

from bot.base.database.database import Database
from bot.base.database.transaction import Transaction
from bot.base.queue import held_jobs, jobs, lanes
from bot.base.queue.jobs import Job
from bot.store.job_kind import JobKind
from tests.store.work import job

KIND = JobKind.FLEET_REQUEST
LATER = timedelta(minutes=1)
AS_MUCH = 1.2
"""An index has another floor now and then."""


@dataclass
class Counter:
    steps: int = 0

    def count(self) -> int:
        self.steps += 1
        return 0


@contextmanager
def counting(tx: Transaction) -> Iterator[Counter]:
    counter = Counter()
    connection = tx._driver
    assert isinstance(connection, sqlite3.Connection)
    connection.set_progress_handler(counter.count, 1)
    try:
        yield counter
    finally:
        connection.set_progress_handler(None, 1)


WITH_ONE: dict[str, Callable[[Transaction, Job], object]] = {
    "add": lambda tx, _: jobs.add(tx, job("new", "new")),
    "add behind": lambda tx, held: jobs.add(tx, job("new", held.lane)),
    "claim": lambda tx, _: jobs.claim(tx, KIND, 3),
    "look when": lambda tx, _: jobs.next_due(tx, KIND),
    "finish": jobs.finish,
    "postpone": lambda tx, held: jobs.postpone(tx, held, tx.now + LATER, "full"),
    "defer": lambda tx, held: jobs.defer(tx, held, tx.now + LATER),
    "fail": lambda tx, held: jobs.fail(tx, held, tx.now + LATER, "broken"),
    "give up": lambda tx, held: jobs.dead_letter(tx, held, "broken"),
    "rewrite": lambda tx, held: jobs.rewrite(tx, held, b"less"),
    "withdraw": lambda tx, _: jobs.withdraw(tx, KIND, "1"),
    "release": lambda tx, held: held_jobs.release(tx, [held]),
    "hurry": lambda tx, _: lanes.hurry(tx, KIND, "lane 1", 0),
    "look behind": lanes.behind,
    "look into a lane": lambda tx, _: lanes.open_jobs(tx, KIND, "lane 1"),
}


@pytest.mark.parametrize("what", WITH_ONE)
async def test_it_takes_as_many_steps_among_many_as_among_few(sqlite: Database, what: str):
    def measure(tx: Transaction) -> int:
        (held,) = jobs.claim(tx, KIND, 1)
        with counting(tx) as counter:
            WITH_ONE[what](tx, held)
        held_jobs.release_all(tx)
        return counter.steps

    await sqlite.write(grow, range(100))
    few = await rolled_back(sqlite, measure)
    await sqlite.write(grow, range(100, 1000))
    many = await rolled_back(sqlite, measure)
    assert few
    assert many <= few * AS_MUCH


def grow(tx: Transaction, numbers: range) -> None:
    for number in numbers:
        jobs.add(tx, job(str(number), f"lane {number}"))


class Measured(Exception):
    """Ends a transaction of which nothing is to stay."""


async def rolled_back(database: Database, measure: Callable[[Transaction], int]) -> int:
    steps = 0

    def look(tx: Transaction) -> None:
        nonlocal steps
        steps = measure(tx)
        raise Measured

    with pytest.raises(Measured):
        await database.write(look)
    return steps
