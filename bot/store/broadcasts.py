"""Broadcasts: what was written to all riders on duty, and who of them has seen it."""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import insert, select, update

from bot.base.database.prepared import Change, Query, each_given, given
from bot.base.database.transaction import Transaction
from bot.store.tables.chats import broadcast_readers, broadcasts


@dataclass(frozen=True, slots=True)
class RiderBroadcast:
    uuid: str
    user_id: int
    words: str


@dataclass(frozen=True, slots=True)
class BroadcastReader:
    """A rider to whom it was sent; `has_seen` is their word."""

    user_id: int
    has_seen: bool


_ADD = Change(insert(broadcasts).values(each_given("uuid", "user_id", "words", "at")))
_ADD_READER = Change(
    insert(broadcast_readers).values(each_given("broadcast", "user_id", "has_seen", "at"))
)
_GET = Query(
    select(broadcasts.c.uuid, broadcasts.c.user_id, broadcasts.c.words).where(
        broadcasts.c.uuid == given("uuid")
    ),
    RiderBroadcast,
)
_READERS = Query(
    select(broadcast_readers.c.user_id, broadcast_readers.c.has_seen)
    .where(broadcast_readers.c.broadcast == given("broadcast"))
    .order_by(broadcast_readers.c.user_id),
    BroadcastReader,
)
_SEEN = Change(
    update(broadcast_readers)
    .where(
        broadcast_readers.c.broadcast == given("which"),
        broadcast_readers.c.user_id == given("reader"),
        broadcast_readers.c.has_seen.is_(False),
    )
    .values(has_seen=True)
)


def add(tx: Transaction, broadcast: RiderBroadcast, readers: Iterable[int]) -> None:
    uuid, author = broadcast.uuid, broadcast.user_id
    tx.run(_ADD, uuid=uuid, user_id=author, words=broadcast.words, at=tx.now)
    for user_id in readers:
        tx.run(_ADD_READER, broadcast=uuid, user_id=user_id, has_seen=False, at=tx.now)


def get(tx: Transaction, uuid: str) -> RiderBroadcast | None:
    return tx.one(_GET, uuid=uuid)


def readers(tx: Transaction, uuid: str) -> list[BroadcastReader]:
    return tx.all(_READERS, broadcast=uuid)


def see(tx: Transaction, uuid: str, user_id: int) -> bool:
    """Note that a rider has seen it; `False` if that was known, or it was not sent to them."""
    return tx.run(_SEEN, which=uuid, reader=user_id) > 0
