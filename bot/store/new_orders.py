"""New orders: when each came, and whether it has a card of its own or a line of the digest."""

from datetime import datetime

from sqlalchemy import func, select

from bot.base.database.prepared import Change, Query, as_value, each_given, given
from bot.base.database.transaction import Transaction
from bot.identifiers import DeliveryUuid
from bot.store.tables.chats import new_orders

_RECORD = Change(
    lambda insert: (
        insert(new_orders)
        .values(each_given("delivery", "came_at", "in_digest"))
        .on_conflict_do_nothing()
    )
)
_COUNT = Query(
    select(func.count()).select_from(new_orders).where(new_orders.c.came_at > given("since")),
    as_value,
)
_IN_DIGEST = Query(
    select(new_orders.c.in_digest).where(new_orders.c.delivery == given("delivery")), as_value
)


def record(tx: Transaction, delivery: DeliveryUuid, *, in_digest: bool) -> None:
    """Keep that an order has come, and where it is told."""
    tx.run(_RECORD, delivery=delivery, came_at=tx.now, in_digest=in_digest)


def count(tx: Transaction, since: datetime) -> int:
    """Count the orders that have come since a moment."""
    return tx.one(_COUNT, since=since) or 0


def is_in_digest(tx: Transaction, delivery: DeliveryUuid) -> bool:
    """Tell whether an order came without a card of its own."""
    return bool(tx.one(_IN_DIGEST, delivery=delivery))
