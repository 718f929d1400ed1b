"""Amounts at a door that the fleet service has no field for: the goods' price, and a banknote."""

from sqlalchemy import select

from bot.base.database.prepared import Change, Query, as_row, given, upsert
from bot.base.database.transaction import Transaction
from bot.identifiers import DeliveryUuid
from bot.store.tables.deliveries import door_amounts

_PUT = Change(upsert(door_amounts, *door_amounts.c.keys()))
_GOODS_OF_ALL = Query(
    select(door_amounts.c.delivery, door_amounts.c.goods).where(
        door_amounts.c.goods > given("least")
    ),
    as_row,
)


def put(tx: Transaction, delivery: DeliveryUuid, goods: int | None, pays_with: int | None) -> None:
    """Keep what is to be collected for the goods and what the receiver pays with, in hundredths."""
    tx.run(_PUT, delivery=delivery, goods=goods, pays_with=pays_with, at=tx.now)


def goods_of_all(tx: Transaction) -> dict[DeliveryUuid, int]:
    """Return what is to be collected for goods, by delivery, in hundredths."""
    return dict(tx.all(_GOODS_OF_ALL, least=0))
