"""Sent requests: what must not be sent twice is written down before it is sent.

Whoever finds one here after a crash, or after an answer that never came, knows that it may have
been carried out, and looks before anything is asked again.
"""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, select

from bot.base.database import Transaction
from bot.store.tables import sent_requests


@dataclass(frozen=True, slots=True)
class SentRequest:
    """A request that may have been carried out; `before` is what was known before, as JSON."""

    sent_at: datetime
    before: str


async def record(tx: Transaction, key: str, before: str = "") -> None:
    """Write down that a request is about to be sent."""
    await tx.connection.execute(
        sent_requests.insert().values(key=key, sent_at=tx.now, before=before)
    )


async def get(tx: Transaction, key: str) -> SentRequest | None:
    """Return the request that may have been carried out under this key."""
    query = select(sent_requests.c.sent_at, sent_requests.c.before).where(
        sent_requests.c.key == key
    )
    row = (await tx.connection.execute(query)).one_or_none()
    return None if row is None else SentRequest(**row._mapping)


async def forget(tx: Transaction, key: str) -> None:
    """Strike a request out: it surely was not carried out, or what became of it is known."""
    await tx.connection.execute(delete(sent_requests).where(sent_requests.c.key == key))
