"""Webhooks that wait: each is a row, and a job in the lane of its delivery."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import insert, select, update

from bot.base.database.prepared import (
    Change,
    Query,
    as_row,
    as_value,
    columns_of,
    each_given,
    given,
)
from bot.base.database.transaction import Transaction
from bot.base.queue import jobs, lanes
from bot.base.queue.jobs import Job, NewJob
from bot.service.store.account_rows import current_sealed_of
from bot.service.store.outbox import (
    Outgoing,
    OutgoingRow,
    body_of,
    is_of,
    row_id_in,
    webhook_key,
)
from bot.service.store.tables import WAITING, webhook_attempts, webhook_settings, webhooks

_DESTINATIONS = "destinations of webhooks"
_NOT_ACCEPTED = "not accepted"


@dataclass(frozen=True, slots=True)
class WaitingWebhook:
    """A webhook to send; `attempts` counts the failed ones since it was last queued.

    `url` and `sealed_key` are the present ones of its environment, if it has them.
    """

    id: int
    environment: str
    delivery_uuid: str
    event: str
    body: bytes
    attempts: int
    requeued: int
    url: str | None
    sealed_key: bytes | None


_ADD: Query[int] = Query(
    insert(webhooks)
    .values(
        **each_given("environment", "delivery_uuid", "event", "body"),
        state=WAITING,
        attempts=0,
        requeued=0,
        due_at=given("now"),
        created_at=given("now"),
    )
    .returning(webhooks.c.id),
    as_value,
)
_FIND = Query(
    select(
        *columns_of(
            WaitingWebhook,
            webhooks,
            webhook_settings,
            sealed_key=current_sealed_of(webhooks.c.environment),
        )
    )
    .join_from(
        webhooks,
        webhook_settings,
        webhook_settings.c.environment == webhooks.c.environment,
        isouter=True,
    )
    .where(webhooks.c.id == given("webhook_id"), webhooks.c.state == WAITING),
    WaitingWebhook,
)


def add_webhook(
    tx: Transaction, environment: str, delivery_uuid: str, event: str, body: bytes
) -> None:
    (webhook_id,) = tx.all(
        _ADD,
        environment=environment,
        delivery_uuid=delivery_uuid,
        event=event,
        body=body,
        now=tx.now,
    )
    _queue(tx, OutgoingRow(webhook_id, delivery_uuid), 0, tx.now)


def _queue(tx: Transaction, row: OutgoingRow, requeued: int, due_at: datetime) -> None:
    key = webhook_key(row, requeued)
    jobs.add(tx, NewJob(Outgoing.WEBHOOK, row.delivery_uuid, key, body_of(row.id), due_at))


def find_webhook(tx: Transaction, job: Job) -> WaitingWebhook | None:
    """Return the webhook of a job, unless another job has it by now."""
    webhook = tx.one(_FIND, webhook_id=row_id_in(job.body), at=tx.now)
    is_its_job = (
        webhook
        and is_of(job.key, OutgoingRow(webhook.id, webhook.delivery_uuid))
        and job.key.endswith(f":{webhook.requeued}")
    )
    return webhook if is_its_job else None


_LOG_ATTEMPT = Change(
    insert(webhook_attempts).values(
        webhook_id=given("webhook_id"),
        number=given("number"),
        at=given("at"),
        status=given("status"),
        error=given("error"),
    )
)
# A webhook to be sent again has another job, which reads the row as it is then.
_TRIED = (
    update(webhooks)
    .where(
        webhooks.c.id == given("tried"),
        webhooks.c.delivery_uuid == given("of_delivery"),
        webhooks.c.state == WAITING,
        webhooks.c.requeued == given("as_queued"),
    )
    .values(attempts=webhooks.c.attempts + 1)
)
_END = Change(_TRIED.values(state=given("ended"), finished_at=given("now")))
_TRY_AGAIN = Change(_TRIED.values(due_at=given("due_at")))


def log_attempt(
    tx: Transaction, webhook: WaitingWebhook, *, status: int | None, error: str | None
) -> None:
    tx.run(
        _LOG_ATTEMPT,
        webhook_id=webhook.id,
        number=webhook.attempts + 1,
        at=tx.now,
        status=status,
        error=error,
    )


def end_webhook(tx: Transaction, webhook: WaitingWebhook, state: str) -> None:
    """Record that a webhook has arrived or is given up; those behind it may go."""
    tx.run(_END, **_as_tried(webhook), ended=state, now=tx.now)


def try_webhook_later(tx: Transaction, job: Job, webhook: WaitingWebhook, due_at: datetime) -> None:
    """Let a webhook wait for its next attempt, and with it the others of its delivery."""
    if tx.run(_TRY_AGAIN, **_as_tried(webhook), due_at=due_at):
        jobs.postpone(tx, job, due_at, _NOT_ACCEPTED)
    else:
        jobs.finish(tx, job)


def _as_tried(webhook: WaitingWebhook) -> Mapping[str, object]:
    return {
        "tried": webhook.id,
        "of_delivery": webhook.delivery_uuid,
        "as_queued": webhook.requeued,
    }


def await_destination(tx: Transaction, job: Job, environment: str, until: datetime) -> None:
    """Let a webhook without a destination wait, without counting an attempt."""
    jobs.postpone(tx, job, until, _awaited(environment))


def destinations_alone(tx: Transaction) -> None:
    """Lock destinations: none can be set between looking for one and waiting for it."""
    tx.alone_with(_DESTINATIONS)


def release_webhooks(tx: Transaction, environment: str) -> None:
    """Release the webhooks that waited for a destination, which there may be now."""
    destinations_alone(tx)
    jobs.resume(tx, Outgoing.WEBHOOK, _awaited(environment))


def _awaited(environment: str) -> str:
    return f"no destination in {environment}"


_STILL_WAITING = Query(
    select(webhooks.c.id)
    .where(webhooks.c.delivery_uuid == given("of_delivery"), webhooks.c.state == WAITING)
    .order_by(webhooks.c.id),
    as_value,
)
_REQUEUE = Query(
    update(webhooks)
    .where(webhooks.c.id == given("webhook_id"))
    .values(requeued=webhooks.c.requeued + 1)
    .returning(webhooks.c.requeued, webhooks.c.due_at),
    as_row,
)


def waiting_behind(tx: Transaction, webhook: WaitingWebhook) -> int:
    """Return how many webhooks of the same delivery wait behind this one."""
    waiting = tx.all(_STILL_WAITING, of_delivery=webhook.delivery_uuid)
    return sum(other > webhook.id for other in waiting)


def requeue(tx: Transaction, delivery_uuid: str, sent_again: set[int]) -> None:
    """Queue the waiting webhooks of a delivery in order again, with those to be sent again.

    A webhook under way keeps its job, unless it is to be sent again itself.
    """
    # The lane is filled again in the order of the rows, which is that of the events.
    lanes.wipe(tx, Outgoing.WEBHOOK, delivery_uuid)
    under_way = lanes.open_jobs(tx, Outgoing.WEBHOOK, delivery_uuid)
    untouched = {row_id_in(job.body) for job in under_way} - sent_again
    for webhook_id in tx.all(_STILL_WAITING, of_delivery=delivery_uuid):
        if webhook_id not in untouched:
            ((requeued, due_at),) = tx.all(_REQUEUE, webhook_id=webhook_id)
            _queue(tx, OutgoingRow(webhook_id, delivery_uuid), requeued, due_at)
