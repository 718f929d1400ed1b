"""Orders that somebody follows as who has sent them, and the digest in which they read of them."""

from datetime import datetime

from sqlalchemy import and_, func, or_, select

from bot.base.database.prepared import Query, as_row, as_value, given
from bot.base.database.transaction import Transaction
from bot.domain.known_delivery import DeliveryRow
from bot.identifiers import DeliveryUuid
from bot.store.deliveries import NEWEST_FIRST
from bot.store.digests import DigestKind
from bot.store.subscriptions import SENDER, Subscription
from bot.store.tables.chats import digests
from bot.store.tables.deliveries import deliveries, subscriptions

_SENT = and_(
    subscriptions.c.delivery == deliveries.c.uuid,
    subscriptions.c.user_id == given("user_id"),
    subscriptions.c.party == SENDER,
)
_COUNT_OPEN: Query[int] = Query(
    select(func.count())
    .select_from(subscriptions)
    .join(deliveries, _SENT)
    .where(deliveries.c.is_open),
    as_value,
)
_OPEN_OR_ENDED = Query(
    NEWEST_FIRST.join(subscriptions, _SENT).where(
        or_(
            deliveries.c.is_open,
            and_(
                deliveries.c.state == given("state"),
                deliveries.c.seen_at >= given("since"),
            ),
        )
    ),
    DeliveryRow,
)
_FOLLOWERS: Query[tuple[int, DeliveryUuid, str, str | None]] = Query(
    select(subscriptions, digests.c.uuid)
    .outerjoin(
        digests,
        and_(
            digests.c.reader == subscriptions.c.user_id,
            digests.c.kind == DigestKind.SENT.value,
            digests.c.ended_at.is_(None),
            subscriptions.c.party == SENDER,
        ),
    )
    .where(subscriptions.c.delivery == given("delivery"))
    .order_by(subscriptions.c.user_id),
    as_row,
)


def count_open(tx: Transaction, user_id: int) -> int:
    return tx.one(_COUNT_OPEN, user_id=user_id) or 0


def open_or_ended(tx: Transaction, user_id: int, state: str, since: datetime) -> list[DeliveryRow]:
    """Return what of somebody's orders is open, or has ended so since then, newest first."""
    return tx.all(_OPEN_OR_ENDED, user_id=user_id, state=state, since=since)


def followers(tx: Transaction, delivery: DeliveryUuid) -> list[tuple[Subscription, str | None]]:
    """Return who follows a delivery, and the digest in which its sender reads of it."""
    return [
        (Subscription(user_id, uuid, party), digest)
        for user_id, uuid, party, digest in tx.all(_FOLLOWERS, delivery=delivery)
    ]
