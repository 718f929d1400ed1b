"""INSERT that knows `on_conflict_do_…`, which both databases spell alike."""

from typing import cast

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection


def insert_or(connection: AsyncConnection, table: Table) -> sqlite.Insert:
    """Start an INSERT in the connection's dialect."""
    if connection.dialect.name == postgresql.dialect.name:
        return cast("sqlite.Insert", postgresql.insert(table))
    return sqlite.insert(table)
