"""A rider's photo of a handed-over parcel: kept, and shown to its customers and dispatchers.

Where the fleet service has an operator's door, it is brought there, too.
"""

from datetime import timedelta

from bot.actions import effect_keys, notices
from bot.actions.context import Context
from bot.actions.notice_kinds import Say, Urgency, View
from bot.actions.recipients import staff
from bot.actions.snapshots import snapshot
from bot.base.database.transaction import Transaction
from bot.base.queue import jobs
from bot.base.queue.jobs import Job, NewJob
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Person
from bot.fleet import Delivery, State
from bot.identifiers import DeliveryUuid
from bot.store import audit, deliveries, door_photos, people, subscriptions
from bot.store.dialogs import Question
from bot.store.door_photos import DoorPhoto
from bot.store.job_kind import JobKind
from bot.texts.rider import door_photos as texts
from bot.texts.words import Words

_JUST_DELIVERED = timedelta(minutes=30)
"""So long after a delivery its photo may still come: the code is typed first, mostly."""


class PhotoQuestion(Question):
    """A photo whose rider is asked what it shows; or an album, of which it is the first one.

    `more` are the others of the album, `words` what is written under them.
    """

    name = "door_photo"
    lasts = _JUST_DELIVERED

    file_id: str
    more: tuple[str, ...] = ()
    album: str | None = None
    words: str = ""


def candidates(tx: Transaction, person: Person) -> list[DeliveryRow]:
    """Return what a rider may have just photographed: on the way, or delivered a moment ago."""
    rider = person.as_rider
    with_them = [
        row for row in deliveries.open_of_rider(tx, rider) if row.state == State.IN_TRANSIT
    ]
    since = tx.now - _JUST_DELIVERED
    over = deliveries.ended_since(tx, State.DELIVERED, since)
    return [*with_them, *(row for row in over if row.rider == rider)]


def keep(
    tx: Transaction, context: Context, person: Person, delivery: DeliveryUuid, shown: PhotoQuestion
) -> bool:
    """Keep the photo of a delivery; `False` where it is none that this rider can show.

    Of an album it is the first one. Those who dispatch see them all, and what was written under it.
    """
    row = next((row for row in candidates(tx, person) if row.uuid == delivery), None)
    if row is None:
        return False
    goes_to_fleet = context.door is not None
    photo = DoorPhoto(delivery, person.as_rider, shown.file_id, tx.now, goes_to_fleet)
    door_photos.record(tx, photo)
    audit.record(tx, person.user_id, "door_photo", delivery)
    for dispatcher in staff.reached(tx):
        _show(tx, dispatcher, row, shown.file_id, View.DISPATCHER, shown.words)
        for file_id in shown.more:
            _show(tx, dispatcher, row, file_id, View.DISPATCHER)
    if row.state == State.DELIVERED:
        show_to_customers(tx, row, snapshot(row))
        _bring(tx, photo)
    return True


def bring(tx: Transaction, delivery: DeliveryUuid) -> None:
    """Let the photo of a parcel that was just delivered come to the fleet service."""
    photo = door_photos.of_delivery(tx, delivery)
    if photo is not None:
        _bring(tx, photo)


def _bring(tx: Transaction, photo: DoorPhoto) -> None:
    if not photo.goes_to_fleet:
        return
    key = effect_keys.photo_for_fleet(photo.delivery, photo.file_id, photo.at)
    lane = f"photo:{photo.delivery}"
    jobs.add(tx, NewJob(JobKind.PHOTO, lane, key, photo.delivery.encode()))


def to_be_brought(tx: Transaction, job: Job) -> DoorPhoto | None:
    """Return what a job is to bring: the delivery's photo as it is now; `None` where none is."""
    photo = door_photos.of_delivery(tx, DeliveryUuid(job.body.decode()))
    return photo if photo is not None and photo.goes_to_fleet else None


def is_brought(tx: Transaction, delivery: DeliveryUuid) -> bool:
    """Tell whether the photo that the fleet service shows of a delivery is the one from here."""
    photo = door_photos.of_delivery(tx, delivery)
    return photo is not None and photo.goes_to_fleet


def show_to_customers(tx: Transaction, row: DeliveryRow, delivery: Delivery) -> None:
    """Show whoever follows a delivery how it was handed over, unless the fleet service does."""
    photo = door_photos.of_delivery(tx, row.uuid)
    if photo is None or delivery.dropoff_photo:
        return
    for follower in subscriptions.of_delivery(tx, row.uuid):
        person = people.get(tx, follower.user_id)
        if person is not None and person.reachable:
            _show(tx, person, row, photo.file_id, View.CUSTOMER)


def _show(
    tx: Transaction, person: Person, row: DeliveryRow, file_id: str, view: View, words: str = ""
) -> None:
    said = texts.at_the_door(Words(person.language), row.order_number, file_id, words)
    notice = Say(chat_id=person.user_id, message=said, under=(row.uuid, view), quiet=True)
    key = effect_keys.door_photo(person.user_id, row.uuid, file_id)
    notices.post(tx, notice, key, urgency=Urgency.NEWS)
