"""Audit: who did what, append-only and without codes."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select

from bot.base.database import Transaction
from bot.identifiers import DeliveryUuid
from bot.store.tables import audit


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing that somebody did."""

    at: datetime
    user_id: int
    act: str
    delivery: DeliveryUuid | None
    detail: str | None


async def record(
    tx: Transaction,
    user_id: int,
    act: str,
    delivery: DeliveryUuid | None = None,
    detail: str | None = None,
) -> None:
    """Write down what somebody has just done."""
    await tx.connection.execute(
        audit.insert().values(at=tx.now, user_id=user_id, act=act, delivery=delivery, detail=detail)
    )


async def of_delivery(tx: Transaction, delivery: DeliveryUuid) -> list[Deed]:
    """Return what was done to a delivery, oldest first."""
    query = select(audit).where(audit.c.delivery == delivery).order_by(audit.c.id)
    return [
        Deed(row.at, row.user_id, row.act, row.delivery, row.detail)
        for row in await tx.connection.execute(query)
    ]
