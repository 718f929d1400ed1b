"""A rider's live location, mirrored to the customers whose parcels the rider carries.

Customers see it only while the rider shares it, and only between pickup and drop-off. This module
only reports that it may have changed; `views` decides what a chat shows when the map is sent.
Dispatchers who asked for it have `pins`, while the rider shares and is on duty.
"""

from dataclasses import replace
from datetime import datetime, timedelta

from bot.actions import effect_keys, notices
from bot.actions.notice_kinds import ShowCard, View
from bot.actions.recipients import contacts
from bot.actions.rider import approach, pins, rounds, usual_span
from bot.base.database.transaction import Transaction
from bot.base.queue.jobs import EffectKey
from bot.domain.known_delivery import DeliveryRow
from bot.fleet import State
from bot.identifiers import RiderUuid
from bot.store import deliveries, locations, people
from bot.store.locations import Location

STEP = timedelta(seconds=10)
"""The shortest time between two moves of a chat's map."""


def share(tx: Transaction, location: Location, key: EffectKey) -> None:
    locations.save(tx, location)
    _set_out(tx, location, key)
    _mirror_all(tx, location.rider, key, at=location)
    pins.move(tx, location, key)
    pins.offer(tx, location.rider)


def move(tx: Transaction, location: Location, key: EffectKey) -> None:
    """Take a rider's new place; the maps merge many moves into one step."""
    former = locations.current(tx, location.rider)
    if former is None:
        share(tx, location, key)
    elif former.message_id == location.message_id:
        # A rider who was not told that dispatchers see the place stays hidden from them.
        seen = replace(location, seen_at=None) if former.seen_at is None else location
        locations.save(tx, seen)
        step = notices.next_step(tx.now, STEP)
        key = effect_keys.step(step, tx.process.shifts)
        _mirror_all(tx, location.rider, key, step, at=location)
        step = notices.next_step(tx.now, pins.STEP)
        pins.move(tx, seen, effect_keys.step(step, tx.process.shifts), step)


def stop(tx: Transaction, rider: RiderUuid, message_id: int, key: EffectKey) -> bool:
    """Forget the place of a rider who stopped sharing it; return `False` if it ended before."""
    ended = locations.forget(tx, rider, message_id)
    if ended:
        _mirror_all(tx, rider, key)
        pins.end(tx, rider, key)
        pins.offer(tx, rider)
    return ended


def leave(tx: Transaction, rider: RiderUuid, key: EffectKey) -> None:
    """Forget the place of a rider who no longer rides here."""
    location = locations.current(tx, rider)
    if location is not None:
        stop(tx, rider, location.message_id, key)


def duty_changed(tx: Transaction, rider: RiderUuid, key: EffectKey) -> None:
    """Remove a rider's pins from the dispatchers' maps, or offer pins again, after duty changed.

    Customers still see the rider who brings them something.
    """
    # Each pin renders itself when its notice is sent, and stays if the rider is on duty then.
    if locations.current(tx, rider) is not None:
        pins.end(tx, rider, key)
        pins.offer(tx, rider)


def delivery_changed(tx: Transaction, row: DeliveryRow, *riders: RiderUuid | None) -> None:
    """Show or hide these riders' shared places for a delivery's customers, after it changed.

    If the delivery joins a rider's round, order the round from the rider's place.
    """
    shared = [each for rider in set(riders) if rider and (each := locations.current(tx, rider))]
    if shared:
        _mirror(tx, row, effect_keys.revision(row.revision))
    for location in shared:
        person = people.rider_person(tx, location.rider)
        if person is not None:
            rounds.join(tx, person, row, location.place)


def _set_out(tx: Transaction, location: Location, key: EffectKey) -> None:
    """Order a rider's round from their place, and show the new order."""
    person = people.rider_person(tx, location.rider)
    before = rounds.stops(tx, person) if person is not None else []
    if person is None or not before:
        return
    rounds.set_out(tx, person, location.place)
    if rounds.stops(tx, person) != before:
        shown = effect_keys.shared_card(key, View.ROUND)
        notices.show_shared(tx, person.user_id, View.ROUND, location.rider, shown)
        usual_span.refresh(tx, location.rider, key)


def _mirror_all(
    tx: Transaction,
    rider: RiderUuid,
    key: EffectKey,
    due_at: datetime | None = None,
    *,
    at: Location | None = None,
) -> None:
    for row in deliveries.open_of_rider(tx, rider):
        if row.state == State.IN_TRANSIT:
            _mirror(tx, row, key, due_at)
            if at is not None:
                approach.tell_if_near(tx, row, at)


def _mirror(
    tx: Transaction, row: DeliveryRow, key: EffectKey, due_at: datetime | None = None
) -> None:
    for follower in contacts.followers(tx, row.uuid):
        chat_id = follower.person.user_id
        card = ShowCard(chat_id=chat_id, delivery=row.uuid, view=View.LOCATION)
        notices.post(tx, card, effect_keys.place(chat_id, row.uuid, key), due_at=due_at)
