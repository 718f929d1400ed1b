"""Batches: the jobs that one transaction adds, added together in two statements."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from sqlalchemy import String, column, exists, func, select, true

from bot.base.database.prepared import INSERTS, Query, among, as_row, given
from bot.base.database.sql_types import Several, UtcDateTime
from bot.base.database.transaction import Transaction
from bot.base.queue import lanes
from bot.base.queue.job_rows import hashed_key, hashed_lane
from bot.base.queue.jobs import ADD, NewJob, new_row
from bot.base.queue.tables import IS_OPEN, job_keys, jobs

_KEYS = given("keys", Several(String()))
_EACH_KEY = {
    "sqlite": func.json_each(_KEYS).table_valued(column("value", String())),
    "postgresql": func.unnest(_KEYS).table_valued(column("value", String())).render_derived(),
}
_WAITS = exists().where(
    jobs.c.kind == given("kind"),
    among(jobs.c.lane, "lanes"),
    IS_OPEN,
    jobs.c.state == "waiting",
    jobs.c.urgency > given("urgency"),
)
_REMEMBER = Query(
    {
        dialect: INSERTS[dialect](job_keys)
        .from_select(
            ["kind", "key", "added_at"],
            # Without a WHERE, SQLite would read ON CONFLICT as the condition of a join.
            select(given("kind", String()), each.c.value, given("added_at", UtcDateTime()))
            .select_from(each)
            .where(true()),
        )
        .on_conflict_do_nothing()
        .returning(job_keys.c.key, _WAITS.label("waits"))
        for dialect, each in _EACH_KEY.items()
    },
    as_row,
)
_TABLES = frozenset({jobs.name, job_keys.name})


def add_at_the_end(tx: Transaction, job: NewJob, *, hurries: bool) -> None:
    """Add a job at the end of the transaction, with its other new jobs, unless its key is known.

    If it `hurries`, the jobs that wait before it in its lane become due at once and as urgent. If
    the transaction asks for jobs before its end, the new jobs are added first.
    """
    tx.put_off((job, hurries), _add_all, _TABLES)


def _add_all(tx: Transaction, added: Sequence[tuple[NewJob, bool]]) -> None:
    lanes_of_kinds: dict[tuple[str, str], list[int]] = {}
    urgencies: dict[tuple[str, str], int] = {}
    together: list[NewJob] = []
    for job, hurries in added:
        lane = job.kind, job.lane
        before = lanes_of_kinds.setdefault(lane, [])
        if hurries:
            urgencies[lane] = min(job.urgency, urgencies.get(lane, job.urgency))
            for place in before:
                if together[place].urgency > job.urgency:
                    hurried = replace(together[place], urgency=job.urgency, due_at=None)
                    together[place] = hurried
        before.append(len(together))
        together.append(job)
    for kind in {job.kind for job in together}:
        hurried_lanes = {lane: least for (of, lane), least in urgencies.items() if of == kind}
        _add_new(tx, kind, [job for job in together if job.kind == kind], hurried_lanes)


def _add_new(
    tx: Transaction, kind: str, added: Sequence[NewJob], urgencies: Mapping[str, int]
) -> None:
    """Add the jobs whose keys are not known; of two with the same key, add the first.

    Jobs that wait in the lanes of `urgencies` become as urgent as given there.
    """
    by_key: dict[str, NewJob] = {}
    for job in added:
        by_key.setdefault(hashed_key(tx.vault, job.key), job)
    hashed = [hashed_lane(tx.vault, lane) for lane in urgencies]
    new = _remember(tx, kind, by_key, hashed, min(urgencies.values(), default=0))
    # If no key was new, `_remember` returned no row that tells whether something waits.
    if any(new.values()) or not new:
        # Hurry before adding: only the jobs that waited already become more urgent.
        for lane, urgency in urgencies.items():
            lanes.hurry(tx, kind, lane, urgency)
    rows = [(key, job) for key, job in by_key.items() if key in new]
    if rows:
        tx.run_each(ADD, [new_row(tx, job, key) for key, job in rows])
    for _, job in rows:
        tx.wake(kind, job.due_at or tx.now)


def remember(tx: Transaction, kind: str, keys: Collection[str]) -> None:
    """Remember keys by their hashes (`base.queue.job_rows.hashed_key`).

    From then on no job is added for them, as if such jobs had ended here.
    """
    _remember(tx, kind, keys, lanes_of_them=(), urgency=0)


def _remember(
    tx: Transaction, kind: str, keys: Collection[str], lanes_of_them: Collection[str], urgency: int
) -> Mapping[str, bool]:
    """Return the keys that were new, each with whether a less urgent job waits in the lanes."""
    values = {"kind": kind, "keys": keys, "lanes": lanes_of_them, "urgency": urgency}
    return dict(tx.all(_REMEMBER, added_at=tx.now, **values))
