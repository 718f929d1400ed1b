"""Senders: whose phone number stands in the newest deliveries as that of who sends."""

from sqlalchemy import func, select

from bot.base.database.prepared import Query, as_row, given
from bot.base.database.transaction import Transaction
from bot.identifiers import DeliveryUuid
from bot.store.subscriptions import SENDER
from bot.store.tables.deliveries import deliveries, phones

_MOST = 100

_SENT = (
    select(
        phones.c.phone,
        phones.c.delivery,
        deliveries.c.seen_at,
        func.row_number()
        .over(
            partition_by=phones.c.phone,
            order_by=(deliveries.c.seen_at.desc(), deliveries.c.uuid),
        )
        .label("place"),
    )
    .join(deliveries, deliveries.c.uuid == phones.c.delivery)
    .where(phones.c.party == given("party"))
    .subquery()
)
_NEWEST = Query(
    select(_SENT.c.phone, _SENT.c.delivery)
    .where(_SENT.c.place == 1)
    .order_by(_SENT.c.seen_at.desc(), _SENT.c.phone)
    .limit(_MOST),
    as_row,
)


def newest(tx: Transaction) -> list[tuple[str, DeliveryUuid]]:
    """Return who has sent last, first: phone number (E.164) and the newest delivery of each."""
    return tx.all(_NEWEST, party=SENDER)
