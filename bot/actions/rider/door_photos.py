"""A rider's photos of the hand-overs, at the pickup and at the door: kept and shown.

Dispatchers see both, and customers the one at the door. If the fleet service has an operator's
door, both go there, too, once the hand-over is confirmed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta

from bot.actions import effect_keys
from bot.actions.context import Context
from bot.actions.news import PHOTO, PHOTO_FOR_STAFF, PHOTO_WANTED, News
from bot.actions.recipients import readers, staff
from bot.actions.rider.pickups import NOT_PICKED_UP
from bot.actions.snapshots import snapshot
from bot.base.database.transaction import Transaction
from bot.base.queue import jobs
from bot.base.queue.jobs import Job, NewJob
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Person
from bot.fleet import Delivery, PhotoStage, State
from bot.identifiers import DeliveryUuid
from bot.store import audit, deliveries, door_photos
from bot.store.dialogs import Question
from bot.store.door_photos import DoorPhoto
from bot.store.job_kind import JobKind
from bot.texts.message import Message
from bot.texts.rider import door_photos as texts
from bot.texts.words import Words

_JUST_DELIVERED = timedelta(minutes=30)
"""How long after a delivery its photo may still come; riders mostly type the code first."""

_JUST_PICKED_UP = timedelta(minutes=15)
"""How long after a pickup a photo may show the pickup; a later one shows the door."""

_DONE: Mapping[PhotoStage, tuple[State, ...]] = {
    PhotoStage.PICKUP: (State.IN_TRANSIT, State.DELIVERED),
    PhotoStage.DROPOFF: (State.DELIVERED,),
}
"""The states in which the hand-over of each stage is confirmed."""

_ACTS: Mapping[PhotoStage, str] = {
    PhotoStage.PICKUP: "pickup_photo",
    PhotoStage.DROPOFF: "door_photo",
}
"""The audit's name for the photo of each stage."""


class PhotoQuestion(Question):
    """The question about what a rider's photo or album shows.

    `file_id` is the photo or the first one of the album, `more` are the album's others, and
    `words` is the caption.
    """

    name = "door_photo"
    lasts = _JUST_DELIVERED

    file_id: str
    more: tuple[str, ...] = ()
    album: str | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class HandOver:
    """A hand-over that a photo may show: a delivery at its pickup or at its door."""

    row: DeliveryRow
    stage: PhotoStage


def candidates(tx: Transaction, person: Person) -> list[HandOver]:
    """Return the hand-overs that a rider may have just photographed, doors first.

    These are the doors of parcels on the way or just delivered, and the pickups of parcels that
    are accepted, just picked up, or in transit with a photo of the pickup still asked for.
    """
    mine = deliveries.open_of_rider(tx, person.as_rider)
    with_them = [row for row in mine if row.state == State.IN_TRANSIT]
    over = deliveries.ended_since(tx, State.DELIVERED, tx.now - _JUST_DELIVERED)
    doors = [*with_them, *(row for row in over if row.rider == person.rider)]
    hand_overs = [HandOver(row, PhotoStage.DROPOFF) for row in doors]
    for row in mine:
        picked_up_at = snapshot(row).pickup_at
        is_recent = picked_up_at is not None and tx.now - picked_up_at <= _JUST_PICKED_UP
        is_shown = is_recent or door_photos.is_awaited(tx, row.uuid)
        if row.state == State.ACCEPTED or (row.state == State.IN_TRANSIT and is_shown):
            hand_overs.append(HandOver(row, PhotoStage.PICKUP))
    return hand_overs


def keep(
    tx: Transaction,
    context: Context,
    person: Person,
    delivery: DeliveryUuid,
    stage: PhotoStage,
    shown: PhotoQuestion,
) -> bool:
    """Keep the photo of a hand-over; return `False` if this rider cannot show that hand-over.

    Only the first photo of an album is kept. The dispatchers see them all, with the caption.
    """
    possible = candidates(tx, person)
    row = next(
        (one.row for one in possible if (one.row.uuid, one.stage) == (delivery, stage)), None
    )
    if row is None:
        return False
    goes_to_fleet = context.door is not None
    photo = DoorPhoto(delivery, stage, person.as_rider, shown.file_id, tx.now, goes_to_fleet)
    door_photos.record(tx, photo)
    audit.record(tx, person.user_id, _ACTS[stage], delivery)
    staff.touch(tx, delivery)
    _show(tx, PHOTO_FOR_STAFF, row, photo, shown.words)
    for file_id in shown.more:
        _show(tx, PHOTO_FOR_STAFF, row, replace(photo, file_id=file_id))
    if stage is PhotoStage.DROPOFF and row.state == State.DELIVERED:
        show_to_customers(tx, row, snapshot(row))
    bring(tx, row)
    return True


def can_ask(tx: Transaction, row: DeliveryRow) -> bool:
    """Tell whether a pickup photo can be asked for: the parcel waits, and has no photo yet."""
    return row.state in NOT_PICKED_UP and not (
        door_photos.is_awaited(tx, row.uuid)
        or door_photos.of_delivery(tx, row.uuid, PhotoStage.PICKUP)
    )


def ask(tx: Transaction, by: Person, row: DeliveryRow) -> None:
    """Ask for a photo of a parcel's pickup, from the rider who will pick it up."""
    door_photos.ask(tx, row.uuid)
    audit.record(tx, by.user_id, "ask_photo", row.uuid)
    staff.touch(tx, row.uuid)


def remind(tx: Transaction, row: DeliveryRow) -> None:
    """Remind a rider of the pickup photo that was asked for and has not come."""
    if door_photos.is_awaited(tx, row.uuid):
        readers.tell(
            tx,
            PHOTO_WANTED,
            row,
            lambda say, _: texts.wanted(say, row.order_number),
            effect_keys.photo_wanted(row.uuid),
        )


def bring(tx: Transaction, row: DeliveryRow) -> None:
    """Queue the photos of confirmed hand-overs for the fleet service.

    Leave out a former rider's photo of the pickup, for that rider did not pick the parcel up.
    """
    for photo in door_photos.all_of_delivery(tx, row.uuid):
        is_formers = photo.stage is PhotoStage.PICKUP and photo.rider != row.rider
        if photo.goes_to_fleet and row.state in _DONE[photo.stage] and not is_formers:
            # The key names the photo, so that a photo that replaces it is brought, too.
            key = effect_keys.photo_for_fleet(photo.delivery, photo.file_id, photo.at)
            body = f"{photo.delivery} {photo.stage}".encode()
            jobs.add(tx, NewJob(JobKind.PHOTO, f"photo:{photo.delivery}", key, body))


def to_be_brought(tx: Transaction, job: Job) -> DoorPhoto | None:
    """Return the photo that a job is to bring, as it is now; `None` if there is none.

    A job of an earlier version names no stage, because all photos were of doors then.
    """
    delivery, _, stage = job.body.decode().partition(" ")
    at = PhotoStage(stage) if stage else PhotoStage.DROPOFF
    photo = door_photos.of_delivery(tx, DeliveryUuid(delivery), at)
    return photo if photo is not None and photo.goes_to_fleet else None


def is_brought(tx: Transaction, delivery: DeliveryUuid) -> bool:
    """Tell whether the bot itself brings the fleet service this delivery's photo of the door."""
    photo = door_photos.of_delivery(tx, delivery, PhotoStage.DROPOFF)
    return photo is not None and photo.goes_to_fleet


def show_to_customers(tx: Transaction, row: DeliveryRow, delivery: Delivery) -> None:
    """Show followers the photo of the door, unless the fleet service has one of its own."""
    photo = door_photos.of_delivery(tx, row.uuid, PhotoStage.DROPOFF)
    if photo is not None and not delivery.dropoff_photo:
        _show(tx, PHOTO, row, photo)


def shown(say: Words, row: DeliveryRow, photo: DoorPhoto, words: str = "") -> Message:
    text = texts.at_the_door if photo.stage is PhotoStage.DROPOFF else texts.at_pickup
    return text(say, row.order_number, photo.file_id, words)


def _show(tx: Transaction, news: News, row: DeliveryRow, photo: DoorPhoto, words: str = "") -> None:
    readers.tell(
        tx,
        news,
        row,
        lambda say, _: shown(say, row, photo, words),
        effect_keys.door_photo(row.uuid, photo.file_id),
    )
