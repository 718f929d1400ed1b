"""Remarks: what customers ask to be known about their delivery, such as which door to take."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select

from bot.store.database import Transaction
from bot.store.tables import remarks


@dataclass(frozen=True, slots=True)
class Remark:
    """What one customer of a delivery has asked for. `party` is a receiver's uuid, or `sender`."""

    delivery: str
    user_id: int
    party: str
    text: str
    at: datetime | None = None


async def add(tx: Transaction, remark: Remark) -> None:
    """Keep a remark; it counts instead of what the same party has said before."""
    await tx.connection.execute(
        remarks.insert().values(
            delivery=remark.delivery,
            user_id=remark.user_id,
            party=remark.party,
            text=remark.text,
            at=tx.now,
        )
    )


async def of_delivery(tx: Transaction, delivery: str) -> list[Remark]:
    """Return the latest remark of each party of a delivery, oldest first."""
    query = select(remarks).where(remarks.c.delivery == delivery).order_by(remarks.c.id)
    latest: dict[str, Remark] = {}
    for row in await tx.connection.execute(query):
        latest.pop(row.party, None)
        latest[row.party] = Remark(row.delivery, row.user_id, row.party, row.text, row.at)
    return list(latest.values())
