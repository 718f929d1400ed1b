"""What a database does for each statement of a request, in its own words."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine, event

from bot.base.database import Database

GROWING = ("deliveries", "items", "webhooks", "webhook_attempts", "texts")
"""The tables that have a row more for everything that happens."""

_TABLES = "|".join(GROWING)
_OF_WHAT_WAITS = r"INDEX \w+_(due|order)"
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
class Statement:
    """A statement as the driver gets it."""

    text: str
    parameters: Any


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


@contextmanager
def listening() -> Iterator[list[Statement]]:
    """Note every statement of this process for as long as the block lasts."""
    heard: list[Statement] = []

    def note(_connection: Any, _cursor: Any, text: str, parameters: Any, *_more: Any) -> None:
        heard.append(Statement(text, parameters))

    event.listen(Engine, "before_cursor_execute", note)
    yield heard
    event.remove(Engine, "before_cursor_execute", note)


async def explain(database: Database, statements: list[Statement]) -> list[Plan]:
    """Ask the database how it goes about each query."""
    async with database.read() as tx:
        dialect = tx.connection.dialect.name
        plans = []
        for statement in statements:
            if not statement.text.lstrip().startswith("SELECT"):
                continue
            asked = f"{_EXPLAIN[dialect]} {statement.text}"
            rows = (await tx.connection.exec_driver_sql(asked, statement.parameters)).all()
            steps = tuple(str(row[-1]) for row in rows)
            plans.append(Plan(" ".join(statement.text.split()), steps, dialect))
        return plans
