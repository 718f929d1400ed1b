"""Pins: live maps of riders' places, in the private chats of dispatchers who asked for them.

A pin stands only while its rider shares the place and is on duty. Each move is rendered when it is
sent; the first move after sharing or duty ended deletes the pin.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo

from bot.actions import effect_keys, notices
from bot.actions.access import Action, may
from bot.actions.notice_kinds import ShowCard, Urgency, View
from bot.actions.recipients import staff
from bot.actions.snapshots import snapshot
from bot.base.database.transaction import Transaction
from bot.base.queue.jobs import EffectKey
from bot.domain.known_delivery import DeliveryRow
from bot.domain.limits import PLACE_IS_YOUNG
from bot.domain.person import Person, Role, Standing
from bot.identifiers import DeliveryUuid, RiderUuid
from bot.store import cards, deliveries, locations, people
from bot.store.locations import Location
from bot.texts.dispatcher import on_the_map as texts
from bot.texts.dispatcher.on_the_map import MapEntry
from bot.texts.message import Message
from bot.texts.rider import places
from bot.texts.words import Words

STEP = timedelta(seconds=20)
"""The shortest time between two moves of a pin; a dispatcher's chat may have many pins."""

_ENDS_BY_ITSELF = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Shared:
    """The place of a rider whom dispatchers may see, and the rider's open jobs."""

    rider: RiderUuid
    person: Person
    location: Location
    at: datetime
    jobs: Sequence[DeliveryRow]

    @property
    def name(self) -> str:
        """The rider's name in the fleet service if a job has it, else their name in Telegram."""
        rider = snapshot(self.jobs[0]).rider if self.jobs else None
        return rider.name if rider else self.person.first_name

    def is_young(self, now: datetime) -> bool:
        return now - self.at < PLACE_IS_YOUNG


def seen(tx: Transaction, rider: RiderUuid) -> Shared | None:
    """Return a rider's place, of any age, if dispatchers may see it now."""
    location = locations.current(tx, rider)
    if location is None or location.seen_at is None:
        return None
    person = people.rider_person(tx, rider)
    if person is None or person.standing is not Standing.READY:
        return None
    jobs = deliveries.open_of_rider(tx, rider)
    return Shared(rider, person, location, location.seen_at, jobs)


def all_seen(tx: Transaction) -> list[Shared]:
    """Return the places of all riders whom dispatchers may see now, the busiest rider first."""
    riders = [seen(tx, location.rider) for location in locations.all_current(tx)]
    return sorted(filter(None, riders), key=lambda shared: -len(shared.jobs))


def is_on_offer(tx: Transaction, rider: RiderUuid | None) -> bool:
    """Tell whether a dispatcher can get a pin of a rider now: the place is visible and recent."""
    shared = seen(tx, rider) if rider else None
    return shared is not None and shared.is_young(tx.now)


def entry(shared: Shared, *, has_pin: bool) -> MapEntry:
    jobs = len(shared.jobs)
    return MapEntry(shared.rider, shared.name, Standing.READY, jobs, shared.at, has_pin)


def show(tx: Transaction, chat_id: int, shared: Shared, key: EffectKey, *, is_fresh: bool) -> None:
    """Send a rider's pin; a fresh one replaces the pin that the chat already has."""
    notice = _pin(chat_id, shared.rider, is_fresh=is_fresh)
    pin_key = effect_keys.map_asked_for(key, shared.rider)
    notices.post(tx, notice, pin_key, urgency=Urgency.ANSWER)
    _end_in_time(tx, chat_id, shared.location)


def move(
    tx: Transaction, location: Location, key: EffectKey, due_at: datetime | None = None
) -> None:
    """Move all pins of a rider to their new place."""
    for card in cards.of_delivery(tx, DeliveryUuid(location.rider)):
        if card.view == View.RIDER_PLACE:
            _follow(tx, card.chat_id, location.rider, key, due_at)
            _end_in_time(tx, card.chat_id, location)


def end(tx: Transaction, rider: RiderUuid, key: EffectKey) -> None:
    """Delete a rider's pins, also one that is just being sent."""
    # A pin that is being sent has no card in the store yet, so ask for the chats, not the cards.
    for person in people.with_role(tx, (Role.OWNER, Role.DISPATCHER)):
        _follow(tx, person.user_id, rider, key)


def offer(tx: Transaction, rider: RiderUuid) -> None:
    """Update the cards of a rider's open jobs, which offer a pin of the rider or do not."""
    for row in deliveries.open_of_rider(tx, rider):
        staff.touch(tx, row.uuid)


def _follow(
    tx: Transaction,
    chat_id: int,
    rider: RiderUuid,
    key: EffectKey,
    due_at: datetime | None = None,
) -> None:
    notice = _pin(chat_id, rider, create=False)
    notices.post(tx, notice, effect_keys.place(chat_id, rider, key), due_at=due_at)


def _end_in_time(tx: Transaction, chat_id: int, location: Location) -> None:
    """Delete a pin when sharing expires: Telegram may report that late, or never."""
    if location.shared_until - tx.now <= _ENDS_BY_ITSELF:
        which, at = DeliveryUuid(location.rider), location.shared_until
        notices.show_card_later(tx, chat_id, which, View.RIDER_PLACE, at)


def _pin(
    chat_id: int, rider: RiderUuid, *, is_fresh: bool = False, create: bool = True
) -> ShowCard:
    return ShowCard(
        chat_id=chat_id,
        delivery=DeliveryUuid(rider),
        view=View.RIDER_PLACE,
        fresh=is_fresh,
        create=create,
        quiet=True,
    )


def card(tx: Transaction, reader: Person, rider: RiderUuid, zone: tzinfo) -> Message | None:
    """Return a rider's pin as it is now; `None` if this reader may not see it any more."""
    shared = seen(tx, rider) if may(reader, Action.SEE_RIDERS) else None
    if shared is None:
        return None
    location = shared.location
    place = places.live(location.latitude, location.longitude, location.shared_until - tx.now)
    drawn = entry(shared, has_pin=True)
    return texts.pin(Words(reader.language), drawn, shared.at, place, zone)
