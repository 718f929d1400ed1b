"""What waits to be sent, webhooks and texts alike: one row each, one at a time within a lane."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import RowMapping, Table, exists, insert, select, true, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.service.store.row_mapping import Values
from bot.service.store.tables import DONE, DROPPED, FAILED, WAITING, texts, webhook_attempts


@dataclass(frozen=True, slots=True)
class Outgoing:
    """One thing that waits; `attempts` is how many have failed."""

    id: int
    environment: str
    delivery_uuid: str
    lane: str
    attempts: int
    due_at: datetime
    row: RowMapping


async def add_outgoing(
    connection: AsyncConnection, table: Table, row: Values, now: datetime
) -> None:
    """Put one thing behind what already waits in its lane, due at once."""
    waiting = {"state": WAITING, "attempts": 0, "due_at": now, "created_at": now}
    await connection.execute(insert(table).values(**row, **waiting))


async def next_outgoing(
    connection: AsyncConnection,
    table: Table,
    *,
    environments: Collection[str],
    busy: Collection[str],
    limit: int,
    strictly: bool = True,
) -> list[Outgoing]:
    """Return the first waiting thing of each lane that is not `busy`, by the time it is due.

    Where it need not go `strictly`, what is due may overtake what waits for a later attempt.
    """
    earlier = table.alias()
    overtaken = exists().where(
        earlier.c.state == WAITING,
        earlier.c.lane == table.c.lane,
        earlier.c.id < table.c.id,
        true() if strictly else earlier.c.due_at <= table.c.due_at,
    )
    wanted = (
        select(table)
        .where(
            table.c.state == WAITING,
            table.c.environment.in_(environments),
            table.c.lane.not_in(busy),
            ~overtaken,
        )
        .order_by(table.c.due_at, table.c.id)
        .limit(limit)
    )
    rows = (await connection.execute(wanted)).mappings().all()
    return [_outgoing_of(row) for row in rows]


async def finish(
    connection: AsyncConnection, table: Table, sent: Outgoing, now: datetime, **columns: object
) -> None:
    """Mark a thing as sent."""
    await _set(connection, table, sent, state=DONE, finished_at=now, **columns)


async def give_up(
    connection: AsyncConnection, table: Table, failed: Outgoing, now: datetime, **columns: object
) -> None:
    """Mark a thing as failed for good; what waits behind it may go."""
    await _set(connection, table, failed, state=FAILED, finished_at=now, **columns)


async def postpone(
    connection: AsyncConnection, table: Table, failed: Outgoing, due_at: datetime
) -> None:
    """Let a thing wait for its next attempt."""
    await _set(connection, table, failed, due_at=due_at)


async def drop_texts(
    connection: AsyncConnection, delivery_uuid: str, about: str, now: datetime
) -> None:
    """Wipe what waits to be told about a delivery and no longer holds."""
    dropped = update(texts).where(
        texts.c.state == WAITING,
        texts.c.delivery_uuid == delivery_uuid,
        texts.c.about == about,
    )
    await connection.execute(dropped.values(state=DROPPED, finished_at=now, sealed=None))


async def log_attempt(
    connection: AsyncConnection,
    webhook: Outgoing,
    *,
    at: datetime,
    status: int | None,
    error: str | None,
) -> None:
    """Write down how one attempt at a webhook went."""
    await connection.execute(
        insert(webhook_attempts).values(
            webhook_id=webhook.id, number=webhook.attempts + 1, at=at, status=status, error=error
        )
    )


async def _set(
    connection: AsyncConnection, table: Table, tried: Outgoing, **columns: object
) -> None:
    # What was dropped in the meantime stays so, and what is to be sent again will be.
    changed = update(table).where(
        table.c.id == tried.id, table.c.state == WAITING, table.c.attempts == tried.attempts
    )
    await connection.execute(changed.values(attempts=tried.attempts + 1, **columns))


def _outgoing_of(row: RowMapping) -> Outgoing:
    return Outgoing(
        id=row["id"],
        environment=row["environment"],
        delivery_uuid=row["delivery_uuid"],
        lane=row["lane"],
        attempts=row["attempts"],
        due_at=row["due_at"],
        row=row,
    )
