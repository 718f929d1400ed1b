"""Photos that riders have taken of handed-over parcels, by Telegram's id: no file is kept."""

from dataclasses import dataclass, fields
from datetime import datetime

from sqlalchemy import select

from bot.base.statements import Change, Query, given
from bot.base.transaction import Transaction
from bot.identifiers import DeliveryUuid, RiderUuid
from bot.store.tables import door_photos


@dataclass(frozen=True, slots=True)
class DoorPhoto:
    """The photo of a delivery at its door, and who has taken it."""

    delivery: DeliveryUuid
    rider: RiderUuid
    file_id: str
    at: datetime


_KEY = "delivery"
_VALUES = {field.name: given(field.name) for field in fields(DoorPhoto)}
_CHANGED = {name: value for name, value in _VALUES.items() if name != _KEY}
_RECORD = Change(
    lambda insert: (
        insert(door_photos)
        .values(_VALUES)
        .on_conflict_do_update(index_elements=[_KEY], set_=_CHANGED)
    )
)
_OF_DELIVERY = Query(
    select(*(door_photos.c[field.name] for field in fields(DoorPhoto))).where(
        door_photos.c.delivery == given("delivery")
    ),
    DoorPhoto,
)


def record(tx: Transaction, photo: DoorPhoto) -> None:
    """Keep the photo of a delivery, in place of the one before."""
    tx.run(_RECORD, **{name: getattr(photo, name) for name in _VALUES})


def of_delivery(tx: Transaction, delivery: DeliveryUuid) -> DoorPhoto | None:
    return tx.one(_OF_DELIVERY, delivery=delivery)
