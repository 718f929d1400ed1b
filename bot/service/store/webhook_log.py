"""What became of webhooks: each attempt at each, and how to have them sent again."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, RowMapping, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.service.store.tables import FAILED, WAITING, deliveries, webhook_attempts, webhooks


@dataclass(frozen=True, slots=True)
class Attempt:
    """How one attempt went: the receiver's status, or why there is none."""

    at: datetime
    status: int | None
    error: str | None


@dataclass(frozen=True, slots=True)
class LoggedWebhook:
    """A webhook and what became of it; `due_at` is of use while it waits."""

    id: int
    event: str
    order_number: str
    delivery_uuid: str
    state: str
    created_at: datetime
    due_at: datetime
    attempts: Sequence[Attempt]


@dataclass(frozen=True, slots=True)
class WebhookSearch:
    """Which webhooks are meant; None is no wish."""

    ids: Collection[int] | None = None
    delivery_uuid: str | None = None
    failed: bool = False


async def find_webhooks(
    connection: AsyncConnection, environment: str, search: WebhookSearch, limit: int
) -> list[LoggedWebhook]:
    """Return the newest of the webhooks that match, newest first."""
    wanted = (
        select(webhooks, deliveries.c.number)
        .join(deliveries, deliveries.c.uuid == webhooks.c.delivery_uuid)
        .where(*_conditions(environment, search))
        .order_by(webhooks.c.id.desc())
        .limit(limit)
    )
    rows = (await connection.execute(wanted)).mappings().all()
    attempts = await _attempts(connection, [row["id"] for row in rows])
    return [_logged(row, attempts[row["id"]]) for row in rows]


async def send_again(
    connection: AsyncConnection, environment: str, search: WebhookSearch, now: datetime
) -> int:
    """Let the webhooks that match be due now, with all their attempts; return how many."""
    again = {"state": WAITING, "attempts": 0, "due_at": now, "finished_at": None}
    changed = update(webhooks).where(*_conditions(environment, search)).values(again)
    return (await connection.execute(changed)).rowcount


def _conditions(environment: str, search: WebhookSearch) -> list[ColumnElement[bool]]:
    conditions = [webhooks.c.environment == environment]
    if search.ids is not None:
        conditions.append(webhooks.c.id.in_(search.ids))
    if search.delivery_uuid is not None:
        conditions.append(webhooks.c.delivery_uuid == search.delivery_uuid)
    if search.failed:
        conditions.append(webhooks.c.state == FAILED)
    return conditions


async def _attempts(
    connection: AsyncConnection, webhook_ids: Collection[int]
) -> Mapping[int, list[Attempt]]:
    log = webhook_attempts
    wanted = select(log).where(log.c.webhook_id.in_(webhook_ids)).order_by(log.c.id)
    found: defaultdict[int, list[Attempt]] = defaultdict(list)
    for row in (await connection.execute(wanted)).mappings():
        found[row["webhook_id"]].append(Attempt(row["at"], row["status"], row["error"]))
    return found


def _logged(row: RowMapping, attempts: Sequence[Attempt]) -> LoggedWebhook:
    return LoggedWebhook(
        id=row["id"],
        event=row["event"],
        order_number=str(row["number"]),
        delivery_uuid=row["delivery_uuid"],
        state=row["state"],
        created_at=row["created_at"],
        due_at=row["due_at"],
        attempts=attempts,
    )
