"""Numbers that people say: one sequence per environment and kind, without gaps by failure."""

from sqlalchemy import insert, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.service.store.tables import counters


async def next_number(
    connection: AsyncConnection, environment: str, name: str, *, first: int
) -> int:
    """Take the next number; it is given back when the transaction fails."""
    raised = (
        update(counters)
        .where(counters.c.environment == environment, counters.c.name == name)
        .values(value=counters.c.value + 1)
        .returning(counters.c.value)
    )
    value: int | None = await connection.scalar(raised)
    if value is None:
        await connection.execute(
            insert(counters).values(environment=environment, name=name, value=first)
        )
        return first
    return value
