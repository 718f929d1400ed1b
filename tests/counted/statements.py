"""What is asked of a database, counted: statements, by what they do, and transactions.

Transactions are counted as they are decided, not as they are committed: how many share a commit is
a matter of time. So is how often there are questions for work (a claim, when the next job is due,
who is the first of a lane now) and whether the accounts of the fleet service, which it remembers,
are read again because somebody may have written meanwhile. The first are counted by themselves, and
no more is asked of them than a bound; the last are left out.
"""

import re
from collections import Counter
from collections.abc import Collection, Sequence

from bot.base.queue.tables import queue
from bot.service.store.tables import operator_keys
from tests.counted.kept import AT_MOST
from tests.support.sql import Heard

_CLAIM, _NEXT_DUE = "WITH found AS MATERIALIZED", "SELECT min(due_at)"
_MOVE_UP = "UPDATE jobs SET due_at=CASE"
_COMMENT = re.compile(r"--.*")
_WHAT_IT_DOES = re.compile(r"UPDATE\s+(\w+)|(\w+)\b.*?\b(?:FROM|INTO)\s+(\w+)", re.DOTALL)


def counted(heard: Sequence[Heard]) -> dict[str, dict[str, int]]:
    """Count what one database was asked, in all and by what the statements do."""
    told = [(each, _COMMENT.sub("", each.sql).strip()) for each in heard]
    left_out = {id(each.transaction) for each, sql in told if operator_keys.name in sql}
    told = [(each, sql) for each, sql in told if id(each.transaction) not in left_out]
    work = [(each, sql) for each, sql in told if not _is_question_for_work(sql)]
    by_deed = Counter(_deed(sql) for _, sql in work)
    transactions = {id(each.transaction): each.transaction for each, _ in work}
    reads = sum(each.is_read for each in transactions.values())
    totals = {
        "statements": len(work),
        "statements of the queue": _of_tables(by_deed, queue.tables),
        "read transactions": reads,
        "write transactions": len(transactions) - reads,
        AT_MOST: len(told) - len(work),
    }
    return {"in all": totals, "statements": dict(by_deed)}


def _is_question_for_work(sql: str) -> bool:
    return sql.startswith((_CLAIM, _NEXT_DUE, _MOVE_UP))


def _deed(sql: str) -> str:
    """Tell what a statement does, as "select people": its verb, and its first table."""
    found = _WHAT_IT_DOES.match(sql)
    assert found is not None, sql
    changed, verb, table = found.groups()
    return f"update {changed}" if changed else f"{verb.lower()} {table}"


def _of_tables(by_deed: Counter[str], tables: Collection[str]) -> int:
    return sum(count for deed, count in by_deed.items() if deed.split()[1] in tables)
