"""What waits to be sent, webhooks and texts alike: one row each, one at a time within a lane."""

from collections.abc import Collection
from dataclasses import dataclass, fields
from datetime import datetime

from sqlalchemy import RowMapping, Table, exists, insert, select, true, update

from bot.base.database import Transaction
from bot.service.store.tables import DONE, DROPPED, FAILED, WAITING, Values, texts, webhook_attempts


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


_OUTGOING = [field.name for field in fields(Outgoing) if field.name != "row"]


async def add_outgoing(tx: Transaction, table: Table, row: Values) -> None:
    waiting = {"state": WAITING, "attempts": 0, "due_at": tx.now, "created_at": tx.now}
    await tx.connection.execute(insert(table).values(**row, **waiting))


async def next_outgoing(
    tx: Transaction,
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
    rows = (await tx.connection.execute(wanted)).mappings().all()
    return [_outgoing_of(row) for row in rows]


async def finish(tx: Transaction, table: Table, sent: Outgoing, **columns: object) -> None:
    await _set(tx, table, sent, state=DONE, finished_at=tx.now, **columns)


async def give_up(tx: Transaction, table: Table, failed: Outgoing, **columns: object) -> None:
    """Mark a thing as failed for good; what waits behind it may go."""
    await _set(tx, table, failed, state=FAILED, finished_at=tx.now, **columns)


async def postpone(tx: Transaction, table: Table, failed: Outgoing, due_at: datetime) -> None:
    await _set(tx, table, failed, due_at=due_at)


async def drop_texts(tx: Transaction, delivery_uuid: str, about: str) -> None:
    dropped = update(texts).where(
        texts.c.state == WAITING,
        texts.c.delivery_uuid == delivery_uuid,
        texts.c.about == about,
    )
    await tx.connection.execute(dropped.values(state=DROPPED, finished_at=tx.now, sealed=None))


async def log_attempt(
    tx: Transaction, webhook: Outgoing, *, status: int | None, error: str | None
) -> None:
    attempt = {"webhook_id": webhook.id, "number": webhook.attempts + 1, "at": tx.now}
    await tx.connection.execute(
        insert(webhook_attempts).values(**attempt, status=status, error=error)
    )


async def _set(tx: Transaction, table: Table, tried: Outgoing, **columns: object) -> None:
    # What was dropped in the meantime stays so, and what is to be sent again will be.
    changed = update(table).where(
        table.c.id == tried.id, table.c.state == WAITING, table.c.attempts == tried.attempts
    )
    await tx.connection.execute(changed.values(attempts=tried.attempts + 1, **columns))


def _outgoing_of(row: RowMapping) -> Outgoing:
    return Outgoing(**{name: row[name] for name in _OUTGOING}, row=row)
