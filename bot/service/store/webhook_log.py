"""The log of webhooks: the attempts at each, and sending them again."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache

from sqlalchemy import Integer, Text, cast, select, update

from bot.base.database.prepared import Query, among, as_row, columns_of, given
from bot.base.database.transaction import Transaction
from bot.service.store.tables import FAILED, WAITING, deliveries, webhook_attempts, webhooks
from bot.service.store.webhook_rows import requeue


@dataclass(frozen=True, slots=True)
class Attempt:
    """The result of one attempt: the receiver's status, or why there is none."""

    at: datetime
    status: int | None
    error: str | None


@dataclass(frozen=True, slots=True)
class LoggedWebhook:
    """A webhook and its outcome; `due_at` has a meaning only while it waits."""

    id: int
    event: str
    order_number: str
    delivery_uuid: str
    state: str
    created_at: datetime
    due_at: datetime
    attempts: Sequence[Attempt] = ()


@dataclass(frozen=True, slots=True)
class NewAttempt:
    """An attempt as it is shown while webhooks go out."""

    id: int
    event: str
    order_number: str
    number: int
    at: datetime
    status: int | None


@dataclass(frozen=True, slots=True)
class WebhookSearch:
    """A search for webhooks; None means all."""

    ids: Collection[int] | None = None
    delivery_uuid: str | None = None
    failed: bool = False

    @property
    def wishes(self) -> Mapping[str, object]:
        """Return the wished values by the names of their conditions."""
        state = FAILED if self.failed else None
        values = {"ids": self.ids, "of_delivery": self.delivery_uuid, "in_state": state}
        return {name: value for name, value in values.items() if value is not None}


_OF_ENVIRONMENT = webhooks.c.environment == given("environment")
_CONDITIONS = {
    "ids": among(webhooks.c.id, "ids"),
    "of_delivery": webhooks.c.delivery_uuid == given("of_delivery"),
    "in_state": webhooks.c.state == given("in_state"),
}
_ORDER_NUMBER = cast(deliveries.c.number, Text)
_LOGGED = select(
    webhooks.c.id,
    webhooks.c.event,
    _ORDER_NUMBER.label("order_number"),
    webhooks.c.delivery_uuid,
    webhooks.c.state,
    webhooks.c.created_at,
    webhooks.c.due_at,
).join(deliveries, deliveries.c.uuid == webhooks.c.delivery_uuid)
_SENT_AGAIN = update(webhooks).values(
    state=WAITING, attempts=0, due_at=given("now"), finished_at=None
)
_ATTEMPTS = Query(
    select(webhook_attempts.c.webhook_id, *columns_of(Attempt, webhook_attempts))
    .where(among(webhook_attempts.c.webhook_id, "webhook_ids"))
    .order_by(webhook_attempts.c.id),
    as_row,
)

_NEW_ATTEMPTS = Query(
    select(*columns_of(NewAttempt, webhook_attempts, webhooks, order_number=_ORDER_NUMBER))
    .join(webhooks, webhooks.c.id == webhook_attempts.c.webhook_id)
    .join(deliveries, deliveries.c.uuid == webhooks.c.delivery_uuid)
    .where(_OF_ENVIRONMENT, webhook_attempts.c.id > given("after"))
    .order_by(webhook_attempts.c.id)
    .limit(given("at_most", Integer)),
    NewAttempt,
)


@cache
def _finding(*wishes: str) -> Query[LoggedWebhook]:
    found = _LOGGED.where(_OF_ENVIRONMENT, *(_CONDITIONS[wish] for wish in wishes))
    newest = found.order_by(webhooks.c.id.desc()).limit(given("at_most", Integer))
    return Query(newest, LoggedWebhook)


@cache
def _sending_again(*wishes: str) -> Query[tuple[str, int]]:
    wanted = _SENT_AGAIN.where(_OF_ENVIRONMENT, *(_CONDITIONS[wish] for wish in wishes))
    return Query(wanted.returning(webhooks.c.delivery_uuid, webhooks.c.id), as_row)


def find_webhooks(
    tx: Transaction, environment: str, search: WebhookSearch, limit: int
) -> list[LoggedWebhook]:
    """Return the newest of the webhooks that match, each with its attempts."""
    wishes = search.wishes
    found = tx.all(_finding(*wishes), environment=environment, at_most=limit, **wishes)
    attempts: defaultdict[int, list[Attempt]] = defaultdict(list)
    for webhook_id, *attempt in tx.all(_ATTEMPTS, webhook_ids=[each.id for each in found]):
        attempts[webhook_id].append(Attempt(*attempt))
    return [replace(webhook, attempts=attempts[webhook.id]) for webhook in found]


def attempts_after(
    tx: Transaction, environment: str, attempt_id: int, limit: int
) -> list[NewAttempt]:
    """Return the attempts that were made after one, in order."""
    return tx.all(_NEW_ATTEMPTS, environment=environment, after=attempt_id, at_most=limit)


def send_again(tx: Transaction, environment: str, search: WebhookSearch) -> int:
    """Make the matching webhooks due now, with all their attempts anew; return how many."""
    wishes = search.wishes
    found = tx.all(_sending_again(*wishes), environment=environment, now=tx.now, **wishes)
    # Order a lane as a whole, whichever of its webhooks are sent again.
    of_deliveries: defaultdict[str, set[int]] = defaultdict(set)
    for delivery_uuid, webhook_id in found:
        of_deliveries[delivery_uuid].add(webhook_id)
    for delivery_uuid, sent_again in of_deliveries.items():
        requeue(tx, delivery_uuid, sent_again)
    return len(found)
