"""Pictures in which orders came, by Telegram's id: no file is kept."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select

from bot.base.database.prepared import Change, Query, each_given, given, values_of
from bot.base.database.transaction import Transaction
from bot.identifiers import DeliveryUuid
from bot.store.tables.deliveries import order_pictures


@dataclass(frozen=True, slots=True)
class OrderPicture:
    """The picture of a delivery's order; `is_file` if it was sent as a file, not as a photo."""

    delivery: DeliveryUuid
    file_id: str
    is_file: bool
    at: datetime


_RECORD = Change(
    lambda insert: (
        insert(order_pictures).values(each_given(*OrderPicture.__slots__)).on_conflict_do_nothing()
    )
)
_OF_DELIVERY = Query(
    select(order_pictures).where(order_pictures.c.delivery == given("which")), OrderPicture
)


def record(tx: Transaction, picture: OrderPicture) -> None:
    """Keep the picture of a delivery, which stays the first."""
    tx.run(_RECORD, **values_of(picture))


def of_delivery(tx: Transaction, delivery: DeliveryUuid) -> OrderPicture | None:
    return tx.one(_OF_DELIVERY, which=delivery)
