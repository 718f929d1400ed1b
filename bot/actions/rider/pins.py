"""Pins: where riders are, in the private chats of dispatchers who have asked for it.

Only while a rider shares it and is on duty. A pin is rendered when it is sent, and so is each of
its moves: it goes with the first that finds one of the two ended.
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
"""How often at most a pin moves: a dispatcher's chat may have many of them."""

_ENDS_BY_ITSELF = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Shared:
    """Where a rider is who lets dispatchers see it, and what they have in hand."""

    rider: RiderUuid
    person: Person
    location: Location
    at: datetime
    jobs: Sequence[DeliveryRow]

    @property
    def name(self) -> str:
        """The rider's name as the fleet service has it, where that is known without asking."""
        rider = snapshot(self.jobs[0]).rider if self.jobs else None
        return rider.name if rider else self.person.first_name

    def is_young(self, now: datetime) -> bool:
        return now - self.at < PLACE_IS_YOUNG


def seen(tx: Transaction, rider: RiderUuid) -> Shared | None:
    """Return where a rider is, if dispatchers may see it now, however old it is."""
    location = locations.current(tx, rider)
    if location is None or location.seen_at is None:
        return None
    person = people.rider_person(tx, rider)
    if person is None or person.standing is not Standing.READY:
        return None
    jobs = deliveries.open_of_rider(tx, rider)
    return Shared(rider, person, location, location.seen_at, jobs)


def all_seen(tx: Transaction) -> list[Shared]:
    """Return where everybody is whom dispatchers may see now; who has most to do stands first."""
    riders = [seen(tx, location.rider) for location in locations.all_current(tx)]
    return sorted(filter(None, riders), key=lambda shared: -len(shared.jobs))


def is_on_offer(tx: Transaction, rider: RiderUuid | None) -> bool:
    """Tell whether a dispatcher who asks for it gets a pin of a rider now."""
    shared = seen(tx, rider) if rider else None
    return shared is not None and shared.is_young(tx.now)


def entry(shared: Shared, *, has_pin: bool) -> MapEntry:
    jobs = len(shared.jobs)
    return MapEntry(shared.rider, shared.name, Standing.READY, jobs, shared.at, has_pin)


def show(tx: Transaction, chat_id: int, shared: Shared, key: EffectKey, *, is_fresh: bool) -> None:
    """Send a rider's pin; a fresh one takes the place of one that is there."""
    notice = _pin(chat_id, shared.rider, is_fresh=is_fresh)
    pin_key = effect_keys.map_asked_for(key, shared.rider)
    notices.post(tx, notice, pin_key, urgency=Urgency.ANSWER)
    _end_in_time(tx, chat_id, shared.location)


def move(
    tx: Transaction, location: Location, key: EffectKey, due_at: datetime | None = None
) -> None:
    """Let the pins that a rider has go along."""
    for card in cards.of_delivery(tx, DeliveryUuid(location.rider)):
        if card.view == View.RIDER_PLACE:
            _follow(tx, card.chat_id, location.rider, key, due_at)
            _end_in_time(tx, card.chat_id, location)


def end(tx: Transaction, rider: RiderUuid, key: EffectKey) -> None:
    """Take a rider's pins away, also one that is just being sent."""
    for person in people.with_role(tx, (Role.OWNER, Role.DISPATCHER)):
        _follow(tx, person.user_id, rider, key)


def offer(tx: Transaction, rider: RiderUuid) -> None:
    """Let the cards of what a rider has in hand say whether there is a pin to be had."""
    for row in deliveries.open_of_rider(tx, rider):
        deliveries.touch(tx, row.uuid)
        touched = deliveries.get(tx, row.uuid)
        if touched is not None:
            staff.refresh_cards(tx, touched)


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
    """Take a pin away when sharing ends by itself: Telegram may tell of that late, or never."""
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
    """Return the pin of a rider as it is now; `None` where nobody may see it any more."""
    shared = seen(tx, rider) if may(reader, Action.SEE_RIDERS) else None
    if shared is None:
        return None
    location = shared.location
    place = places.live(location.latitude, location.longitude, location.shared_until - tx.now)
    drawn = entry(shared, has_pin=True)
    return texts.pin(Words(reader.language), drawn, shared.at, place, zone)
