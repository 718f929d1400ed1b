"""Numbers that people say: one sequence per environment and kind, without gaps by failure."""

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.base.database import insert_into
from bot.service.store.tables import counters


async def next_number(
    connection: AsyncConnection, environment: str, name: str, *, first: int
) -> int:
    """Take the next number; it is given back when the transaction fails.

    Until the transaction ends, others who want a number of this sequence wait.
    """
    counted = (
        insert_into(connection, counters)
        .values(environment=environment, name=name, value=first)
        .on_conflict_do_update(
            index_elements=["environment", "name"], set_={"value": counters.c.value + 1}
        )
        .returning(counters.c.value)
    )
    value: int = (await connection.execute(counted)).scalar_one()
    return value
