"""How jobs are found: by what is open, however many have ended and are only kept for their keys."""

from bot.base.database.database import Database
from bot.base.database.transaction import Transaction
from bot.base.queue import jobs, lanes
from bot.base.queue.claim_sql import URGENCIES
from bot.store.job_kind import JobKind
from tests.store.work import add, job
from tests.support.sql import Heard, listening, raw


async def test_no_question_about_open_jobs_looks_at_those_that_have_ended(sqlite: Database):
    await add(sqlite, job("k"))

    def ask(tx: Transaction) -> tuple[list[Heard], list[str]]:
        with listening() as asked:
            jobs.claim(tx, JobKind.FLEET_REQUEST, 10)
            jobs.next_due(tx, JobKind.FLEET_REQUEST)
            lanes.open_jobs(tx, JobKind.FLEET_REQUEST, "a")
        plans = [
            str(detail)
            for each in asked
            for *_, detail in raw(tx, f"EXPLAIN QUERY PLAN {each.sql}", each.arguments)
        ]
        return asked, plans

    asked, plans = await sqlite.write(ask)
    found_already = {f"SCAN urgency_{urgency}" for urgency in URGENCIES}
    no_table = {"SCAN CONSTANT ROW", "SCAN found", "SCAN free", *found_already}
    no_table |= {"SCAN later", "SEARCH later", "SCAN json_each VIRTUAL TABLE INDEX 1:"}
    looks = [plan for plan in plans if plan.startswith(("SCAN", "SEARCH"))]
    looks = [plan for plan in looks if plan not in no_table]
    assert len(looks) >= len(asked)
    by_what_is_open = ("INDEX jobs_due", "INDEX jobs_open", "INTEGER PRIMARY KEY (rowid=?)")
    assert [look for look in looks if not any(index in look for index in by_what_is_open)] == []
