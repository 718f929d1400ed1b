"""Photos that riders have taken of handed-over parcels, by Telegram's id: no file is kept."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select, update

from bot.base.database.prepared import Change, Query, columns_of, given, upsert, values_of
from bot.base.database.transaction import Transaction
from bot.fleet import PhotoStage
from bot.identifiers import DeliveryUuid, RiderUuid
from bot.store.tables.deliveries import door_photos


@dataclass(frozen=True, slots=True)
class DoorPhoto:
    """The photo of a delivery at its pickup or at its door, and who has taken it.

    `goes_to_fleet`: it is brought to the fleet service, which then shows it, too.
    """

    delivery: DeliveryUuid
    stage: PhotoStage
    rider: RiderUuid
    file_id: str
    at: datetime
    goes_to_fleet: bool = False


def _photo(delivery: DeliveryUuid, stage: str, *others: Any) -> DoorPhoto:  # noqa: ANN401 - the other columns, in their order
    return DoorPhoto(delivery, PhotoStage(stage), *others)


_RECORD = Change(upsert(door_photos, *DoorPhoto.__slots__))
_OF_DELIVERY = Query(
    select(*columns_of(DoorPhoto, door_photos)).where(door_photos.c.delivery == given("delivery")),
    _photo,
)


def ask(tx: Transaction, delivery: DeliveryUuid) -> None:
    """Keep that a photo of a pickup is wanted: until it comes, there is one without a file."""
    record(tx, DoorPhoto(delivery, PhotoStage.PICKUP, RiderUuid(""), "", tx.now))


def record(tx: Transaction, photo: DoorPhoto) -> None:
    """Keep the photo of a delivery, in place of the one before."""
    tx.run(_RECORD, **values_of(photo))


_STAYS_HERE = Change(
    update(door_photos)
    .where(
        door_photos.c.delivery == given("delivery"),
        door_photos.c.stage == given("stage"),
        door_photos.c.file_id == given("file_id"),
    )
    .values(goes_to_fleet=False)
)


def stays_here(tx: Transaction, photo: DoorPhoto) -> None:
    """The fleet service does not take this photo."""
    tx.run(_STAYS_HERE, delivery=photo.delivery, stage=photo.stage, file_id=photo.file_id)


def is_awaited(tx: Transaction, delivery: DeliveryUuid) -> bool:
    """Tell whether a photo of its pickup was asked for and has not come."""
    return any(not photo.file_id for photo in tx.all(_OF_DELIVERY, delivery=delivery))


def all_of_delivery(tx: Transaction, delivery: DeliveryUuid) -> list[DoorPhoto]:
    return [photo for photo in tx.all(_OF_DELIVERY, delivery=delivery) if photo.file_id]


def of_delivery(tx: Transaction, delivery: DeliveryUuid, stage: PhotoStage) -> DoorPhoto | None:
    photos = all_of_delivery(tx, delivery)
    return next((photo for photo in photos if photo.stage is stage), None)
