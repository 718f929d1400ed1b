"""Sent requests: what must not be sent twice is written down before it is sent.

A request that stands here after a crash, or after an answer that never came, may have been carried
out: the bot looks before it asks for anything again.
"""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, insert, select

from bot.base.database.prepared import Change, Query, given
from bot.base.database.transaction import Transaction
from bot.store.tables.program import sent_requests


@dataclass(frozen=True, slots=True)
class SentRequest:
    """A request that may have been carried out; `before` is what was known before, as JSON."""

    sent_at: datetime
    before: str


_RECORD = Change(
    insert(sent_requests).values(key=given("key"), sent_at=given("sent_at"), before=given("before"))
)
_BY_KEY = Query(
    select(sent_requests.c.sent_at, sent_requests.c.before).where(
        sent_requests.c.key == given("key")
    ),
    SentRequest,
)
_FORGET = Change(delete(sent_requests).where(sent_requests.c.key == given("key")))


def record(tx: Transaction, key: str, before: str = "") -> None:
    """Write down that a request is about to be sent."""
    tx.run(_RECORD, key=key, sent_at=tx.now, before=before)


def get(tx: Transaction, key: str) -> SentRequest | None:
    """Return the request that may have been carried out under this key."""
    return tx.one(_BY_KEY, key=key)


def forget(tx: Transaction, key: str) -> None:
    """Strike a request out: it surely was not carried out, or what became of it is known."""
    tx.run(_FORGET, key=key)
