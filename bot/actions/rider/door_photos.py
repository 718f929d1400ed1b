"""A rider's photo of a handed-over parcel: kept, and shown to its customers and dispatchers."""

from datetime import timedelta

from bot.actions import effect_keys, notices
from bot.actions.notice_kinds import Say, Urgency, View
from bot.actions.recipients import staff
from bot.actions.snapshots import snapshot
from bot.base.transaction import Transaction
from bot.fleet import Delivery, State
from bot.identifiers import DeliveryUuid
from bot.store import audit, deliveries, door_photos, people, subscriptions
from bot.store.deliveries import DeliveryRow
from bot.store.dialogs import Question
from bot.store.door_photos import DoorPhoto
from bot.store.people import Person
from bot.texts.rider import door_photos as texts
from bot.texts.words import Words

_JUST_DELIVERED = timedelta(minutes=30)
"""So long after a delivery its photo may still come: the code is typed first, mostly."""


class PhotoQuestion(Question):
    """A photo whose rider is asked what it shows."""

    name = "door_photo"
    lasts = _JUST_DELIVERED

    file_id: str


def candidates(tx: Transaction, person: Person) -> list[DeliveryRow]:
    """Return what a rider may have just photographed: on the way, or delivered a moment ago."""
    rider = person.as_rider
    with_them = [
        row for row in deliveries.open_of_rider(tx, rider) if row.state == State.IN_TRANSIT
    ]
    since = tx.now - _JUST_DELIVERED
    over = deliveries.ended_since(tx, State.DELIVERED, since)
    return [*with_them, *(row for row in over if row.rider == rider)]


def keep(tx: Transaction, person: Person, delivery: DeliveryUuid, file_id: str) -> bool:
    """Keep the photo of a delivery; `False` where it is none that this rider can show."""
    row = next((row for row in candidates(tx, person) if row.uuid == delivery), None)
    if row is None:
        return False
    door_photos.record(tx, DoorPhoto(delivery, person.as_rider, file_id, tx.now))
    audit.record(tx, person.user_id, "door_photo", delivery)
    _show_to_staff(tx, row, file_id)
    if row.state == State.DELIVERED:
        show_to_customers(tx, row, snapshot(row))
    return True


def show_to_customers(tx: Transaction, row: DeliveryRow, delivery: Delivery) -> None:
    """Show whoever follows a delivery how it was handed over, unless the fleet service does."""
    photo = door_photos.of_delivery(tx, row.uuid)
    if photo is None or delivery.dropoff_photo:
        return
    for follower in subscriptions.of_delivery(tx, row.uuid):
        person = people.get(tx, follower.user_id)
        if person is not None and person.reachable:
            _show(tx, person, row, photo.file_id, View.CUSTOMER)


def _show_to_staff(tx: Transaction, row: DeliveryRow, file_id: str) -> None:
    for person in staff.reached(tx):
        _show(tx, person, row, file_id, View.DISPATCHER)


def _show(tx: Transaction, person: Person, row: DeliveryRow, file_id: str, view: View) -> None:
    said = texts.at_the_door(Words(person.language), row.order_number, file_id)
    notice = Say(chat_id=person.user_id, message=said, under=(row.uuid, view), quiet=True)
    key = effect_keys.door_photo(person.user_id, row.uuid, file_id)
    notices.post(tx, notice, key, urgency=Urgency.NEWS)
