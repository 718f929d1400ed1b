"""What a database does for each statement of a request, in its own words."""

import re
from dataclasses import dataclass

from bot.base.database.database import Database
from bot.base.database.transaction import Transaction
from tests.support.sql import Heard, raw

GROWING = ("deliveries", "items", "webhooks", "webhook_attempts", "texts", "jobs")
"""The tables that have a row more for everything that happens."""

_TABLES = "|".join(GROWING)
_OF_WHAT_WAITS = r"INDEX jobs_(due|open)"
_WHOLE_TABLE = {
    "sqlite": re.compile(rf"SCAN ({_TABLES})\b(?!.* {_OF_WHAT_WAITS}\b)"),
    "postgresql": re.compile(rf"Seq Scan on ({_TABLES})\b"),
}
_WHOLE_ENVIRONMENT = {
    "sqlite": re.compile(rf"SEARCH ({_TABLES})\b.*\(environment=\?\)$"),
    "postgresql": re.compile(r"Index Cond: \(\(environment\)::text = [^)]*\)$"),
}
_EXPLAIN = {"sqlite": "EXPLAIN QUERY PLAN", "postgresql": "EXPLAIN"}


@dataclass(frozen=True)
class Plan:
    """How a database goes about a statement."""

    statement: str
    steps: tuple[str, ...]
    dialect: str

    @property
    def full_scan(self) -> bool:
        """Whether it looks at all there is: at the table, or at an environment without a limit."""
        whole = any(_WHOLE_TABLE[self.dialect].search(step) for step in self.steps)
        part = any(_WHOLE_ENVIRONMENT[self.dialect].search(step) for step in self.steps)
        return whole or (part and "LIMIT" not in self.statement)


async def explain(database: Database, statements: list[Heard]) -> list[Plan]:
    """Ask the database how it goes about each query."""
    dialect = "sqlite" if database.is_sqlite else "postgresql"

    def look(tx: Transaction) -> list[Plan]:
        plans = []
        for statement in statements:
            if not statement.sql.lstrip().startswith("SELECT"):
                continue
            rows = raw(tx, f"{_EXPLAIN[dialect]} {statement.sql}", statement.arguments)
            steps = tuple(str(row[-1]) for row in rows)
            plans.append(Plan(" ".join(statement.sql.split()), steps, dialect))
        return plans

    return await database.read(look)
