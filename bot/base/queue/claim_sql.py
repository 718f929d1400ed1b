"""The SQL that every worker runs all the time: which jobs it may take, and when the next is due.

The conditions "state = 'waiting' AND is_front" and "state IN ('waiting', 'running')" stay in it
even where another condition on the state implies them. They are the conditions of the partial
indexes, and SQLite uses such an index only where it finds them word for word, not as parameters.
"""

from sqlalchemy import bindparam, text
from sqlalchemy.sql.selectable import TextualSelect

from bot.base.database.sql_types import UtcDateTime
from bot.base.queue.tables import jobs

# A job is the first of its lane if none is open before it and none runs behind it. Of two
# concurrent transactions, the one that has the lower job number may commit last, when the job of
# the other one is running already.
_FIRST_IN_LANE = """
    NOT EXISTS (
        SELECT 1 FROM jobs AS earlier
        WHERE earlier.kind = jobs.kind
          AND earlier.lane = jobs.lane
          AND earlier.state IN ('waiting', 'running')
          AND earlier.id < jobs.id
    )
    AND NOT EXISTS (
        SELECT 1 FROM jobs AS later
        WHERE later.kind = jobs.kind
          AND later.lane = jobs.lane
          AND later.state IN ('waiting', 'running')
          AND later.state = 'running'
          AND later.id > jobs.id
    )
"""

URGENCIES = range(5)
"""The urgencies a job may have. Each has its own subquery, so that a search does not go through
jobs that are less urgent or not due yet."""

_FREE_SQL = """
SELECT * FROM (
    SELECT id, urgency, due_at
    FROM jobs
    WHERE kind = :of_kind
      AND state = 'waiting' AND is_front
      AND urgency = {urgency}
      AND due_at <= :now
      AND {first_in_lane}
    -- Who waits longest is first.
    ORDER BY due_at, id
    LIMIT :at_most
    -- What another worker is just taking is left to it.
    {unless_taken}
) AS urgency_{urgency}
"""

_CLAIM_SQL = """
-- Found once and then updated: PostgreSQL may ask a plain subquery again for every row, skip what
-- this very statement has taken, and so take more than the limit.
WITH found AS MATERIALIZED (
    SELECT id FROM ({free}) AS free
    ORDER BY urgency, due_at, id
    LIMIT :at_most
)
UPDATE jobs
SET state = 'running',
    attempts = attempts + 1,
    unsure = unsure + 1,
    lease = :token,
    process = :process
WHERE id IN (SELECT id FROM found)
RETURNING {claimed}
"""

# The next time at which a job becomes due. Jobs that are due already and were not claimed stand
# behind another job of their lane, or there was no room for them.
_NEXT_DUE_SQL = "SELECT min(due_at) AS due_at FROM ({later}) AS later"

_LATER_SQL = """
SELECT min(due_at) AS due_at
FROM jobs
WHERE kind = :of_kind
  AND state = 'waiting' AND is_front
  AND urgency = {urgency}
  AND due_at > :now
"""

_CLAIMED = (
    "id",
    "kind",
    "lane",
    "key",
    "body",
    "attempts",
    "faults",
    "unsure",
    "intent",
    "correlation_id",
    "urgency",
    "lease",
    "process",
    "created_at",
    "due_at",
    "error",
)
_NOW = bindparam("now", type_=UtcDateTime)


def _claim(unless_taken: str) -> TextualSelect:
    free = _of_each_urgency(_FREE_SQL, first_in_lane=_FIRST_IN_LANE, unless_taken=unless_taken)
    sql = _CLAIM_SQL.format(free=free, claimed=", ".join(_CLAIMED))
    return text(sql).bindparams(_NOW).columns(*(jobs.c[name] for name in _CLAIMED))


def _of_each_urgency(sql: str, **parts: str) -> str:
    return " UNION ALL ".join(sql.format(urgency=urgency, **parts) for urgency in URGENCIES)


# SQLite has one writer at a time, and no such clause.
CLAIM = {"sqlite": _claim(""), "postgresql": _claim("FOR UPDATE SKIP LOCKED")}

NEXT_DUE = (
    text(_NEXT_DUE_SQL.format(later=_of_each_urgency(_LATER_SQL)))
    .bindparams(_NOW)
    .columns(jobs.c.due_at)
)
