"""What waits to be sent, webhooks and texts alike: one row each, one at a time within a lane."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import Integer, Table, exists, insert, select, true, update

from bot.base.statements import Change, Query, among, as_row, given
from bot.base.transaction import Transaction
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
    row: Mapping[str, Any]


_OUTGOING = [field.name for field in fields(Outgoing) if field.name != "row"]
_DROP_TEXTS = Change(
    update(texts)
    .where(
        texts.c.state == WAITING,
        texts.c.delivery_uuid == given("delivery_uuid"),
        texts.c.about == given("about"),
    )
    .values(state=DROPPED, finished_at=given("now"), sealed=None)
)
_LOG_ATTEMPT = Change(
    insert(webhook_attempts).values(
        webhook_id=given("webhook_id"),
        number=given("number"),
        at=given("at"),
        status=given("status"),
        error=given("error"),
    )
)


@cache
def _adding(table: Table, *names: str) -> Change:
    given_ones = {name: given(name) for name in names}
    now = given("now")
    return Change(
        insert(table).values(**given_ones, state=WAITING, attempts=0, due_at=now, created_at=now)
    )


@cache
def _first_of_lanes(table: Table, *, strictly: bool) -> Query[tuple[Any, ...]]:
    earlier = table.alias()
    overtaken = exists().where(
        earlier.c.state == WAITING,
        earlier.c.lane == table.c.lane,
        earlier.c.id < table.c.id,
        true() if strictly else earlier.c.due_at <= table.c.due_at,
    )
    return Query(
        select(table)
        .where(
            table.c.state == WAITING,
            among(table.c.environment, "environments"),
            ~among(table.c.lane, "busy"),
            ~overtaken,
        )
        .order_by(table.c.due_at, table.c.id)
        .limit(given("at_most", Integer)),
        as_row,
    )


@cache
def _changing(table: Table, *names: str) -> Change:
    # What was dropped in the meantime stays so, and what is to be sent again will be.
    still_waiting = update(table).where(
        table.c.id == given("tried_id"),
        table.c.state == WAITING,
        table.c.attempts == given("failed_before"),
    )
    changes = {name: given(name) for name in names}
    return Change(still_waiting.values(attempts=table.c.attempts + 1, **changes))


def add_outgoing(tx: Transaction, table: Table, row: Values) -> None:
    tx.run(_adding(table, *row), **row, now=tx.now)


def next_outgoing(
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
    rows = tx.all(
        _first_of_lanes(table, strictly=strictly),
        environments=environments,
        busy=busy,
        at_most=limit,
    )
    names = table.columns.keys()
    return [_outgoing_of(dict(zip(names, row, strict=True))) for row in rows]


def finish(tx: Transaction, table: Table, sent: Outgoing, /, **columns: object) -> None:
    _set(tx, table, sent, state=DONE, finished_at=tx.now, **columns)


def give_up(tx: Transaction, table: Table, failed: Outgoing, /, **columns: object) -> None:
    """Mark a thing as failed for good; what waits behind it may go."""
    _set(tx, table, failed, state=FAILED, finished_at=tx.now, **columns)


def postpone(tx: Transaction, table: Table, failed: Outgoing, due_at: datetime) -> None:
    _set(tx, table, failed, due_at=due_at)


def drop_texts(tx: Transaction, delivery_uuid: str, about: str) -> None:
    tx.run(_DROP_TEXTS, delivery_uuid=delivery_uuid, about=about, now=tx.now)


def log_attempt(
    tx: Transaction, webhook: Outgoing, *, status: int | None, error: str | None
) -> None:
    tx.run(
        _LOG_ATTEMPT,
        webhook_id=webhook.id,
        number=webhook.attempts + 1,
        at=tx.now,
        status=status,
        error=error,
    )


def _set(tx: Transaction, table: Table, tried: Outgoing, **columns: object) -> None:
    change = _changing(table, *columns)
    tx.run(change, tried_id=tried.id, failed_before=tried.attempts, **columns)


def _outgoing_of(row: Mapping[str, Any]) -> Outgoing:
    return Outgoing(**{name: row[name] for name in _OUTGOING}, row=row)
