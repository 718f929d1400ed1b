"""Audit: who did what, append-only and without codes."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import insert, select

from bot.base.database.prepared import Change, Query, columns_of, each_given, given
from bot.base.database.transaction import Transaction
from bot.identifiers import DeliveryUuid
from bot.store.tables import NOBODY
from bot.store.tables.program import audit


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing that somebody did."""

    at: datetime
    user_id: int
    act: str
    delivery: DeliveryUuid | None
    detail: str | None


_RECORD = Change(insert(audit).values(each_given(*Deed.__slots__)))
_OF_DELIVERY = Query(
    select(*columns_of(Deed, audit))
    .where(audit.c.delivery == given("delivery"))
    .order_by(audit.c.id),
    Deed,
)


def record(
    tx: Transaction,
    user_id: int | None,
    act: str,
    delivery: DeliveryUuid | None = None,
    detail: str | None = None,
) -> None:
    """Write down what somebody has just done; `None` is who is not known, or no more."""
    by = NOBODY if user_id is None else user_id
    tx.run(_RECORD, at=tx.now, user_id=by, act=act, delivery=delivery, detail=detail)


def of_delivery(tx: Transaction, delivery: DeliveryUuid) -> list[Deed]:
    """Return what was done to a delivery, oldest first."""
    return tx.all(_OF_DELIVERY, delivery=delivery)
