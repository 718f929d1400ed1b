"""Digests: what is wrong, new or sent by one person, in many orders, in a message that lives."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import uuid4

from sqlalchemy import and_, select, update

from bot.base.database.prepared import Change, Query, as_value, each_given, given
from bot.base.database.transaction import Transaction
from bot.store.tables.chats import digests

OF_STAFF = 0
"""The reader of a digest that is for all dispatchers."""


class DigestKind(StrEnum):
    """What a digest tells of: new orders, what one person sends, or alarms, called as these are."""

    NEW_ORDERS = "new_orders"
    SENT = "sent"
    NO_RIDER = "no_rider"
    NOT_ACCEPTED = "not_accepted"
    LONG_ON_THE_WAY = "long_on_the_way"
    NOT_HANDED_OVER = "not_handed_over"


@dataclass(frozen=True, slots=True)
class Digest:
    """One digest, from its first order until it is empty; each reader has a card of it.

    It is for all dispatchers, or for the one person whose number `reader` is. `rung_at` is when
    it made a sound last, `grown_at` when an order came to it last.
    """

    uuid: str
    kind: DigestKind
    rung_at: datetime
    grown_at: datetime
    ended_at: datetime | None = None
    reader: int = OF_STAFF


def _digest(uuid: str, kind: str, *others: Any) -> Digest:  # noqa: ANN401 - the other columns, in their order
    return Digest(uuid, DigestKind(kind), *others)


_DIGESTS = select(digests).order_by(digests.c.kind)
_LIVES = digests.c.ended_at.is_(None)
_ONE = Query(_DIGESTS.where(digests.c.uuid == given("uuid")), _digest)
_LIVING = Query(
    _DIGESTS.where(_LIVES, digests.c.kind == given("kind"), digests.c.reader == given("who")),
    _digest,
)
_ALL_LIVING = Query(_DIGESTS.where(_LIVES, digests.c.reader == OF_STAFF), _digest)
_BEGIN = Change(
    lambda insert: (
        insert(digests)
        .values(each_given("uuid", "kind", "rung_at", "grown_at", "reader"))
        .on_conflict_do_nothing()
    )
)
_THIS = and_(digests.c.uuid == given("which"), _LIVES)
_GROWN = Change(update(digests).where(_THIS).values(grown_at=given("now")))
_RUNG = Change(update(digests).where(_THIS).values(rung_at=given("now")))
# A digest that was found empty goes on if an order has come to it since that look.
_END = Change(
    update(digests)
    .where(_THIS, digests.c.grown_at == given("grown_before"))
    .values(ended_at=given("now"))
)
_END_OF = Query(
    update(digests)
    .where(_LIVES, digests.c.reader == given("whose"))
    .values(ended_at=given("now"))
    .returning(digests.c.uuid),
    as_value,
)


def get(tx: Transaction, uuid: str) -> Digest | None:
    return tx.one(_ONE, uuid=uuid)


def living(tx: Transaction, kind: DigestKind, reader: int = OF_STAFF) -> Digest | None:
    """Return the digest of a kind that is not over, of which a reader has at most one."""
    return tx.one(_LIVING, kind=kind, who=reader)


def all_living(tx: Transaction) -> list[Digest]:
    """Return those that are not over, of all dispatchers."""
    return tx.all(_ALL_LIVING)


def begin(tx: Transaction, kind: DigestKind, reader: int = OF_STAFF) -> Digest | None:
    """Begin a digest; `None` where another process has done so at the same time."""
    begun = Digest(str(uuid4()), kind, tx.now, tx.now, reader=reader)
    is_first = tx.run(
        _BEGIN, uuid=begun.uuid, kind=kind, reader=reader, rung_at=tx.now, grown_at=tx.now
    )
    return begun if is_first else None


def grown(tx: Transaction, digest: Digest) -> bool:
    """Note that an order has come to it; `False` if it has ended meanwhile."""
    return tx.run(_GROWN, which=digest.uuid, now=tx.now) == 1


def rung(tx: Transaction, digest: Digest) -> None:
    """Note that it makes a sound."""
    tx.run(_RUNG, which=digest.uuid, now=tx.now)


def end(tx: Transaction, digest: Digest) -> bool:
    """End it, unless an order has come to it since it was read."""
    return tx.run(_END, which=digest.uuid, grown_before=digest.grown_at, now=tx.now) == 1


def end_of(tx: Transaction, reader: int) -> list[str]:
    """End what one person reads, whatever is left in it; return which it was."""
    return tx.all(_END_OF, whose=reader, now=tx.now)
