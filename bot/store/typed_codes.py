"""Typed codes: marks of the codes that a rider has typed today, from which no code can be read."""

from datetime import timedelta

from sqlalchemy import select

from bot.base.database.prepared import Change, Query, as_value, given, upsert
from bot.base.database.transaction import Transaction
from bot.identifiers import DeliveryUuid
from bot.store.tables.deliveries import typed_codes

_REMEMBERED = timedelta(hours=12)

_ADD = Change(upsert(typed_codes, "rider", "mark", "delivery", "at"))
_TYPED_FOR: Query[DeliveryUuid] = Query(
    select(typed_codes.c.delivery).where(
        typed_codes.c.rider == given("rider"),
        typed_codes.c.mark == given("mark"),
        typed_codes.c.at > given("since"),
    ),
    as_value,
)


def add(tx: Transaction, rider: str, mark: str, delivery: DeliveryUuid) -> None:
    tx.run(_ADD, rider=rider, mark=mark, delivery=delivery, at=tx.now)


def typed_for(tx: Transaction, rider: str, mark: str) -> DeliveryUuid | None:
    """Return the delivery for which a rider has typed the code of this mark last."""
    return tx.one(_TYPED_FOR, rider=rider, mark=mark, since=tx.now - _REMEMBERED)
