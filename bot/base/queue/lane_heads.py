"""The front of a lane: the job that may be claimed, before all jobs behind it.

The front is marked, and a search for work looks only at marked jobs, however many others there are.
Several jobs of a lane may be marked, if they are added or end at once: the claim keeps the order by
itself. But the first job must be marked, or its lane would stand still.

A job that moves up is due from that moment, so lanes take turns: if each of a thousand people has
sent a hundred messages, the next person waits for one message of each, not for all of them.
"""

from sqlalchemy import Integer, and_, case, func, literal_column, select, text, true, update

from bot.base.database.prepared import Change, given
from bot.base.database.sql_types import UtcDateTime
from bot.base.database.transaction import Transaction
from bot.base.queue.tables import IS_OPEN, jobs

_others = jobs.alias("others")
_OTHER_IS_OPEN = text(f"others.{IS_OPEN}")
_IN_LANE = and_(_others.c.kind == given("kind"), _others.c.lane == given("lane"), _OTHER_IS_OPEN)
_other = select(literal_column("1", Integer)).where(_IN_LANE)
_last = select(_others.c.id).where(_IN_LANE).order_by(_others.c.id.desc()).limit(1)

IS_BEHIND = _other.exists()
"""Whether an open job stands in the lane."""

IS_FIRST = {
    "sqlite": ~IS_BEHIND,
    # The transaction that ends the job before this one must see this one, to mark it. The lock
    # keeps the former job from ending until this one is committed.
    "postgresql": ~_last.with_for_update(read=True).exists(),
}
"""Whether a job that is being added is the first of its lane."""

# Kind and lane are parameters: if they were columns of the deleted row, SQLite would go through
# all open jobs instead of using the index.
IS_FOLLOWED = {"sqlite": IS_BEHIND, "postgresql": true()}
"""Whether a job may stand behind one that is deleted. With concurrent transactions (PostgreSQL)
that is known only afterwards."""

_OF_LANE = and_(jobs.c.kind == given("of_kind"), jobs.c.lane == given("in_lane"), IS_OPEN)
_NEXT = select(jobs.c.id).where(_OF_LANE).order_by(jobs.c.id)
# With concurrent transactions, mark two jobs: if two jobs end at once, neither transaction sees
# that the other one ends.
_MARKED = {"sqlite": 1, "postgresql": 2}
_NOW = given("now", UtcDateTime())
_MOVE_UP = Change(
    {
        dialect: update(jobs)
        .where(jobs.c.id.in_(_NEXT.limit(marked)), ~jobs.c.is_front)
        .values(is_front=True, due_at=case((jobs.c.due_at < _NOW, _NOW), else_=jobs.c.due_at))
        for dialect, marked in _MARKED.items()
    }
)
_FIRSTS = select(func.min(jobs.c.id)).where(IS_OPEN).group_by(jobs.c.kind, jobs.c.lane)
_MOVE_ALL_UP = Change(
    update(jobs).where(jobs.c.id.in_(_FIRSTS), ~jobs.c.is_front).values(is_front=True)
)


def move_up(tx: Transaction, kind: str, lane: str) -> None:
    """Mark the first job of a lane after another job has left it; `lane` is the lane's hash."""
    tx.run(_MOVE_UP, of_kind=kind, in_lane=lane, now=tx.now)


def move_all_up(tx: Transaction) -> int:
    """Mark the first job of every lane; return how many were unmarked."""
    return tx.run(_MOVE_ALL_UP)
