"""What became of webhooks: each attempt at each, and how to have them sent again."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime

from sqlalchemy import ColumnElement, RowMapping, select, update

from bot.base.database import Transaction
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


# The row's own column `attempts` is how many have failed since it was last sent anew.
_OWN = {"order_number", "attempts"}
_LOGGED = [field.name for field in fields(LoggedWebhook) if field.name not in _OWN]


@dataclass(frozen=True, slots=True)
class WebhookSearch:
    """Which webhooks are meant; None is no wish."""

    ids: Collection[int] | None = None
    delivery_uuid: str | None = None
    failed: bool = False


async def find_webhooks(
    tx: Transaction, environment: str, search: WebhookSearch, limit: int
) -> list[LoggedWebhook]:
    wanted = (
        select(webhooks, deliveries.c.number)
        .join(deliveries, deliveries.c.uuid == webhooks.c.delivery_uuid)
        .where(*_conditions(environment, search))
        .order_by(webhooks.c.id.desc())
        .limit(limit)
    )
    rows = (await tx.connection.execute(wanted)).mappings().all()
    attempts = await _attempts(tx, [row["id"] for row in rows])
    return [_logged(row, attempts[row["id"]]) for row in rows]


async def send_again(tx: Transaction, environment: str, search: WebhookSearch) -> int:
    """Let the webhooks that match be due now, with all their attempts; return how many."""
    again = {"state": WAITING, "attempts": 0, "due_at": tx.now, "finished_at": None}
    changed = update(webhooks).where(*_conditions(environment, search)).values(again)
    return (await tx.connection.execute(changed)).rowcount


def _conditions(environment: str, search: WebhookSearch) -> list[ColumnElement[bool]]:
    conditions = [webhooks.c.environment == environment]
    if search.ids is not None:
        conditions.append(webhooks.c.id.in_(search.ids))
    if search.delivery_uuid is not None:
        conditions.append(webhooks.c.delivery_uuid == search.delivery_uuid)
    if search.failed:
        conditions.append(webhooks.c.state == FAILED)
    return conditions


async def _attempts(tx: Transaction, webhook_ids: Collection[int]) -> Mapping[int, list[Attempt]]:
    log = webhook_attempts
    wanted = select(log).where(log.c.webhook_id.in_(webhook_ids)).order_by(log.c.id)
    found: defaultdict[int, list[Attempt]] = defaultdict(list)
    for row in (await tx.connection.execute(wanted)).mappings():
        found[row["webhook_id"]].append(Attempt(row["at"], row["status"], row["error"]))
    return found


def _logged(row: RowMapping, attempts: Sequence[Attempt]) -> LoggedWebhook:
    known = {name: row[name] for name in _LOGGED}
    return LoggedWebhook(**known, order_number=str(row["number"]), attempts=attempts)
