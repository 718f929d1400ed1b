"""How jobs are found: by what is open, however many have ended and are only kept for their keys."""

from collections.abc import Iterator

import pytest
from sqlalchemy import Engine, event

from bot.base import jobs
from bot.base.database import Database
from bot.store.job_kind import JobKind
from tests.store.work import LEASE, add, job

Statement = tuple[str, tuple[object, ...]]


@pytest.fixture
def statements() -> Iterator[list[Statement]]:
    seen: list[Statement] = []

    def note(_connection, _cursor, statement, parameters, _context, _many) -> None:
        seen.append((statement, parameters))

    event.listen(Engine, "before_cursor_execute", note)
    yield seen
    event.remove(Engine, "before_cursor_execute", note)


async def test_no_question_about_open_jobs_looks_at_those_that_have_ended(
    sqlite: Database, statements: list[Statement]
):
    await add(sqlite, job("k"))
    async with sqlite.write() as tx:
        del statements[:]
        await jobs.claim(tx, JobKind.FLEET_REQUEST, 10, LEASE)
        await jobs.next_due(tx, JobKind.FLEET_REQUEST)
        await jobs.open_in_lane(tx, JobKind.FLEET_REQUEST, "a")
        asked = list(statements)
        plans = [
            str(step.detail)
            for statement, parameters in asked
            for step in await tx.connection.exec_driver_sql(
                f"EXPLAIN QUERY PLAN {statement}", parameters
            )
        ]
    no_table = {"SCAN CONSTANT ROW", "SCAN found"}
    looks = [plan for plan in plans if plan.startswith(("SCAN", "SEARCH"))]
    looks = [plan for plan in looks if plan not in no_table]
    assert len(looks) >= len(asked)
    by_what_is_open = ("INDEX jobs_due", "INDEX jobs_open", "INTEGER PRIMARY KEY (rowid=?)")
    assert [look for look in looks if not any(index in look for index in by_what_is_open)] == []
