"""The last known time, kept so that a change of the clock is noticed, and jobs shifted with it.

A shift moves the times of open jobs with the clock: each job waits for as long as before, and its
age stays the same.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Column, Text, cast, func, literal_column, select, update

from bot.base.database.prepared import Change, Query, as_value, given
from bot.base.database.sql_types import Difference
from bot.base.database.transaction import Transaction
from bot.base.queue.tables import IS_OPEN, jobs, known_time

_LOCK = "known_time"
_ROW = 1


@dataclass(frozen=True, slots=True)
class KnownTime:
    """The time of the last look, and how often jobs had been shifted until then.

    The wall clock was ahead by `jump_seconds`, which was not believed yet.
    """

    at: datetime
    shifts: int
    jump_seconds: float

    @property
    def jump(self) -> timedelta:
        return timedelta(seconds=self.jump_seconds)


def _later(column: Column[datetime], by: str) -> dict[str, object]:
    """Add to a kept time, in the words of each dialect."""
    span = given(by, Difference())
    # As `UtcDateTime` writes it: times are compared as the text that they are.
    written = func.strftime(literal_column("'%Y-%m-%d %H:%M:%f000'"), column, span)
    return {"sqlite": cast(written, Text), "postgresql": column + span}


_KNOWN = Query(select(known_time.c.at, known_time.c.shifts, known_time.c.jump_seconds), KnownTime)
_KEPT = {"at": given("at"), "jump_seconds": given("jump_seconds")}
_KEEP = Query(
    lambda insert: (
        insert(known_time)
        .values(id=_ROW, **_KEPT)
        .on_conflict_do_update(index_elements=["id"], set_=_KEPT)
        .returning(known_time.c.shifts)
    ),
    as_value,
)
_REWRITE = Change(
    lambda insert: (
        insert(known_time)
        .values(id=_ROW, at=given("at"), jump_seconds=0.0)
        .on_conflict_do_update(index_elements=["id"], set_={"shifts": known_time.c.shifts})
    )
)
_COUNT = Change(
    update(known_time)
    .where(known_time.c.shifts == given("known"))
    .values(shifts=known_time.c.shifts + 1, at=given("at"), jump_seconds=0.0)
)
_DUE, _CREATED = _later(jobs.c.due_at, "due"), _later(jobs.c.created_at, "created")
_SHIFT_JOBS = Change(
    {
        dialect: update(jobs)
        .where(IS_OPEN)
        .values(due_at=_DUE[dialect], created_at=_CREATED[dialect])
        for dialect in _DUE
    }
)


def shifting(column: Column[Any]) -> Change:
    """Return the statement that shifts a column of times with the clock that wrote them."""
    moved = _later(column, "by")
    return Change(
        {dialect: update(column.table).values({column: moved[dialect]}) for dialect in moved}
    )


def known(tx: Transaction) -> KnownTime | None:
    """Return the known time, locked for all others until this transaction ends."""
    tx.alone_with(_LOCK)
    return looked_up(tx)


def looked_up(tx: Transaction) -> KnownTime | None:
    """Return the known time without a lock: it may change in the next moment."""
    return tx.one(_KNOWN)


def rewrite(tx: Transaction) -> None:
    """Write the known time unchanged: this fails where the database cannot be written."""
    tx.run(_REWRITE, at=tx.now)


def keep(tx: Transaction, jump: timedelta = timedelta()) -> int:
    """Keep the time and how far the clock is ahead; return how often jobs were shifted."""
    (shifts,) = tx.all(_KEEP, at=tx.now, jump_seconds=jump.total_seconds())
    return int(shifts)


def count_shift(tx: Transaction, counted: int, jump: timedelta) -> bool:
    """Count a shift of the jobs; return `False` if another process has done it meanwhile."""
    return tx.run(_COUNT, known=counted, at=tx.now + jump) == 1


def shift_jobs(tx: Transaction, due: timedelta, created: timedelta) -> int:
    """Move the due and creation times of open jobs; return how many jobs there were."""
    return tx.run(_SHIFT_JOBS, due=due, created=created)
