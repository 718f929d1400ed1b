"""Digests: what is wrong, or new, in many orders at once, told in one message that lives on."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import uuid4

from sqlalchemy import and_, select, update

from bot.base.statements import Change, Query, given
from bot.base.transaction import Transaction
from bot.store.tables import digests


class DigestKind(StrEnum):
    """What a digest tells of: new orders, or alarms of one kind, called as that is."""

    NEW_ORDERS = "new_orders"
    NO_RIDER = "no_rider"
    NOT_ACCEPTED = "not_accepted"
    LONG_ON_THE_WAY = "long_on_the_way"
    NOT_HANDED_OVER = "not_handed_over"


@dataclass(frozen=True, slots=True)
class Digest:
    """One digest, from its first order until it is empty; each reader has a card of it.

    `rung_at` is when it made a sound last, `grown_at` when an order came to it last.
    """

    uuid: str
    kind: DigestKind
    rung_at: datetime
    grown_at: datetime
    ended_at: datetime | None = None


def _digest(
    uuid: str, kind: str, rung_at: datetime, grown_at: datetime, ended_at: datetime | None
) -> Digest:
    return Digest(uuid, DigestKind(kind), rung_at, grown_at, ended_at)


_DIGESTS = select(digests).order_by(digests.c.kind)
_LIVES = digests.c.ended_at.is_(None)
_ONE = Query(_DIGESTS.where(digests.c.uuid == given("uuid")), _digest)
_LIVING = Query(_DIGESTS.where(_LIVES, digests.c.kind == given("kind")), _digest)
_ALL_LIVING = Query(_DIGESTS.where(_LIVES), _digest)
_BEGIN = Change(
    lambda insert: (
        insert(digests)
        .values({name: given(name) for name in ("uuid", "kind", "rung_at", "grown_at")})
        .on_conflict_do_nothing()
    )
)
_THIS = and_(digests.c.uuid == given("which"), _LIVES)
_GROWN = Change(update(digests).where(_THIS).values(grown_at=given("now")))
_RUNG = Change(update(digests).where(_THIS).values(rung_at=given("now")))
# Not if an order has come to it since it was looked at and found empty.
_END = Change(
    update(digests)
    .where(_THIS, digests.c.grown_at == given("grown_before"))
    .values(ended_at=given("now"))
)


def get(tx: Transaction, uuid: str) -> Digest | None:
    return tx.one(_ONE, uuid=uuid)


def living(tx: Transaction, kind: DigestKind) -> Digest | None:
    """Return the digest of a kind that is not over, of which there is at most one."""
    return tx.one(_LIVING, kind=kind)


def all_living(tx: Transaction) -> list[Digest]:
    return tx.all(_ALL_LIVING)


def begin(tx: Transaction, kind: DigestKind) -> Digest | None:
    """Begin a digest, which rings; `None` where another process has done so at the same time."""
    begun = Digest(str(uuid4()), kind, tx.now, tx.now)
    made = tx.run(_BEGIN, uuid=begun.uuid, kind=kind, rung_at=tx.now, grown_at=tx.now)
    return begun if made else None


def grown(tx: Transaction, digest: Digest) -> bool:
    """Note that an order has come to it; `False` if it has ended meanwhile."""
    return tx.run(_GROWN, which=digest.uuid, now=tx.now) == 1


def rung(tx: Transaction, digest: Digest) -> None:
    """Note that it makes a sound."""
    tx.run(_RUNG, which=digest.uuid, now=tx.now)


def end(tx: Transaction, digest: Digest) -> bool:
    """End it, unless an order has come to it since it was read."""
    return tx.run(_END, which=digest.uuid, grown_before=digest.grown_at, now=tx.now) == 1
