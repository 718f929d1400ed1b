"""Who hears what: a change of a delivery becomes notices, in the transaction that keeps it."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from types import MappingProxyType

from bot.actions import notices
from bot.actions.happenings import Audience, Channel, Happening
from bot.actions.notices import Say, View
from bot.actions.recipients import groups, muted_kinds
from bot.actions.request_queue import given_together
from bot.actions.rider import locations
from bot.actions.snapshots import as_seen_by
from bot.base.database import Transaction
from bot.fleet import Coordinates, Delivery, State
from bot.store import people, subscriptions
from bot.store.deliveries import DeliveryRow
from bot.store.people import Person, Role
from bot.texts import announcements
from bot.texts.group import announcements as group_texts
from bot.texts.message import Message
from bot.texts.words import Words

_STALE = timedelta(hours=1)
"""A delivery that is first seen longer than this after its creation rings nobody's phone."""


_QUIETLY = dict.fromkeys(Audience, Channel.EDIT)

TABLE: Mapping[Happening, Mapping[Audience, Channel]] = MappingProxyType(
    {
        Happening.CREATED: {
            **_QUIETLY,
            Audience.CUSTOMER: Channel.CARD,
            Audience.DISPATCHER: Channel.CARD,
        },
        Happening.ASSIGNED: {**_QUIETLY, Audience.RIDER: Channel.CARD},
        Happening.ACCEPTED: _QUIETLY,
        Happening.PICKED_UP: {**_QUIETLY, Audience.CUSTOMER: Channel.SAY},
        Happening.COMPLETED: {**_QUIETLY, Audience.CUSTOMER: Channel.SAY},
        Happening.CANCELLED: dict.fromkeys(Audience, Channel.SAY),
        Happening.FAILED: {
            **_QUIETLY,
            Audience.CUSTOMER: Channel.SAY,
            Audience.DISPATCHER: Channel.SAY,
        },
    }
)

_MUTED = {Channel.CARD: Channel.QUIET_CARD, Channel.SAY: Channel.EDIT}

_REACHED = {
    State.ACCEPTED: Happening.ACCEPTED,
    State.IN_TRANSIT: Happening.PICKED_UP,
    State.DELIVERED: Happening.COMPLETED,
    State.CANCELLED: Happening.CANCELLED,
    State.DECLINED: Happening.CANCELLED,
    State.FAILED: Happening.FAILED,
}

_SAID = {
    (Happening.PICKED_UP, Audience.CUSTOMER): announcements.on_the_way,
    (Happening.COMPLETED, Audience.CUSTOMER): announcements.delivered,
    (Happening.CANCELLED, Audience.CUSTOMER): announcements.cancelled_for_customer,
    (Happening.CANCELLED, Audience.RIDER): announcements.cancelled_for_rider,
    (Happening.CANCELLED, Audience.DISPATCHER): announcements.cancelled_for_dispatcher,
    (Happening.FAILED, Audience.CUSTOMER): announcements.failed_for_customer,
    (Happening.FAILED, Audience.DISPATCHER): announcements.failed_for_dispatcher,
}

_SAID_IN_GROUPS = {
    Happening.CANCELLED: group_texts.cancelled,
    Happening.FAILED: group_texts.failed,
}

_VIEWS = {
    Audience.CUSTOMER: View.CUSTOMER,
    Audience.RIDER: View.RIDER,
    Audience.DISPATCHER: View.DISPATCHER,
}


def happening(before: Delivery | None, after: Delivery) -> Happening | None:
    """Return what a change means: the most important thing, where several were missed."""
    if (before is None or _moved_on(before, after)) and after.state in _REACHED:
        return _REACHED[after.state]
    if after.rider and (before is None or before.rider is None or before.rider != after.rider):
        return Happening.ASSIGNED
    return Happening.CREATED if before is None else None


def _moved_on(before: Delivery, after: Delivery) -> bool:
    """Tell whether the state is news: a parcel whose attempt failed is on its way all the time."""
    goes_on = before.state is State.FAILED and after.state is State.IN_TRANSIT
    return before.state is not after.state and not goes_on


@dataclass(frozen=True, slots=True)
class Change:
    """A delivery before and after; `row` is how it is kept now, `actor` whose doing it is."""

    row: DeliveryRow
    before: Delivery | None
    after: Delivery
    actor: int | None = None

    @property
    def happening(self) -> Happening | None:
        """What it means."""
        return happening(self.before, self.after)

    @property
    def has_new_rider(self) -> bool:
        """Whether the delivery is somebody's who did not have it before."""
        return self.after.rider is not None and self.after.rider.uuid != self.former_rider

    @property
    def former_rider(self) -> str | None:
        """Who had the delivery before."""
        return self.before.rider.uuid if self.before and self.before.rider else None

    def seen_by(self, party: str) -> "Change":
        """Return the change as one party of the delivery may see it."""
        before = as_seen_by(self.before, party) if self.before else None
        return replace(self, before=before, after=as_seen_by(self.after, party))


async def announce(tx: Transaction, change: Change) -> None:
    """Tell everybody concerned. The actor sees only the card change."""
    await _tell_dispatchers(tx, change)
    await _tell_groups(tx, change)
    await _tell_rider(tx, change)
    await _tell_former_rider(tx, change)
    await _tell_customers(tx, change)
    await locations.delivery_changed(tx, change.row, change.former_rider, change.row.rider)


async def _tell_dispatchers(tx: Transaction, change: Change) -> None:
    what = _new_to_others(change)
    for person in await people.with_role(tx, (Role.OWNER, Role.DISPATCHER)):
        await _tell(tx, person, Audience.DISPATCHER, change, what)


def _new_to_others(change: Change) -> Happening | None:
    """Return what a change means; what is born with a rider is new to everybody but the rider."""
    what = change.happening
    return Happening.CREATED if change.before is None and what is Happening.ASSIGNED else what


async def _tell_groups(tx: Transaction, change: Change) -> None:
    """Groups see what dispatchers do, and hear aloud what none of them has done."""
    row, what = change.row, _new_to_others(change)
    is_loud = what is not None and not _is_stale(tx, change)
    channel = TABLE[what][Audience.DISPATCHER] if what and is_loud else Channel.EDIT
    known = change.before is not None
    rings = channel is Channel.CARD
    create = rings or (known and row.is_open)
    await groups.show(tx, row, fresh=rings and known, create=create, quiet=not rings)
    if what in _SAID_IN_GROUPS and channel is Channel.SAY and change.actor is None:
        said = _SAID_IN_GROUPS[what]
        key = f"say|{row.uuid}|{_once(what, row)}"
        await groups.say(tx, row.uuid, lambda say: said(say, change.after), key)


async def _tell_rider(tx: Transaction, change: Change) -> None:
    row = change.row
    person = await people.rider_person(tx, row.rider) if row.rider else None
    if person is None:
        return
    is_new = change.has_new_rider and row.is_open
    what = Happening.ASSIGNED if is_new else change.happening
    await _tell(tx, person, Audience.RIDER, change, what)
    await _move_pin(tx, person, change)


async def _tell_former_rider(tx: Transaction, change: Change) -> None:
    if change.former_rider is None or change.former_rider == change.row.rider:
        return
    person = await people.rider_person(tx, change.former_rider)
    if person is None or not person.reachable:
        return
    await notices.show_card(tx, person.user_id, change.row, View.RIDER, create=False)
    await _move_pin(tx, person, change)
    if change.row.rider and await given_together(tx, change.row.rider, change.row.uuid):
        return  # told once for all of them when all have been given
    said = announcements.taken_from_rider(Words(person.language), change.after)
    await _say(tx, person, View.RIDER, change.row, f"taken|{change.row.revision}", said)


async def _move_pin(tx: Transaction, person: Person, change: Change) -> None:
    """Let a pin that the rider has asked for show the next stop, or go when the job does."""
    if change.after.coordinates != Coordinates():
        await notices.show_card(tx, person.user_id, change.row, View.NEXT_STOP, create=False)


async def _tell_customers(tx: Transaction, change: Change) -> None:
    for subscription in await subscriptions.of_delivery(tx, change.row.uuid):
        person = await people.get(tx, subscription.user_id)
        if person is not None:
            seen = change.seen_by(subscription.party)
            await _tell(tx, person, Audience.CUSTOMER, seen, _new_to_others(seen))
            await _show_late_photo(tx, person, seen)


async def _show_late_photo(tx: Transaction, person: Person, change: Change) -> None:
    """Send the proof of a drop-off that was told of before there was a photo."""
    before, after = change.before, change.after
    told = before is not None and before.state is State.DELIVERED and not before.dropoff_photo
    if not (told and after.dropoff_photo and person.reachable):
        return
    if not await muted_kinds.is_muted(tx, person, Audience.CUSTOMER, Happening.COMPLETED):
        said = announcements.dropoff_photo(Words(person.language), after)
        await _say(tx, person, View.CUSTOMER, change.row, "photo", said)


async def _tell(
    tx: Transaction, person: Person, audience: Audience, change: Change, what: Happening | None
) -> None:
    if not person.reachable:
        return
    channel = await _channel(tx, person, audience, change, what)
    view = _VIEWS[audience]
    fresh = channel is Channel.CARD and change.before is not None
    create = _wants_card(audience, change, channel)
    quiet = channel is not Channel.CARD
    await notices.show_card(
        tx, person.user_id, change.row, view, fresh=fresh, create=create, quiet=quiet
    )
    if channel is Channel.SAY and what:
        said = _SAID[what, audience](Words(person.language), change.after)
        await _say(tx, person, view, change.row, _once(what, change.row), said)


def _wants_card(audience: Audience, change: Change, channel: Channel) -> bool:
    """Tell whether somebody without a card is to get one: of what is over only to hear it."""
    if channel in {Channel.CARD, Channel.QUIET_CARD}:
        return True
    is_told = audience is Audience.CUSTOMER and channel is Channel.SAY
    return is_told or (audience is not Audience.DISPATCHER and change.row.is_open)


async def _channel(
    tx: Transaction, person: Person, audience: Audience, change: Change, what: Happening | None
) -> Channel:
    if what is None or person.user_id == change.actor or _is_stale(tx, change):
        return Channel.EDIT
    channel = TABLE[what][audience]
    muted = await muted_kinds.is_muted(tx, person, audience, what)
    return _MUTED.get(channel, channel) if muted else channel


def _is_stale(tx: Transaction, change: Change) -> bool:
    created = change.after.created_at
    return change.before is None and created is not None and tx.now - created > _STALE


def _once(what: Happening, row: DeliveryRow) -> str:
    """Name what may be said once: an attempt that failed may fail again, in the same words."""
    return f"{what}|{row.revision}" if what is Happening.FAILED else what


async def _say(
    tx: Transaction, person: Person, view: View, row: DeliveryRow, once: str, said: Message
) -> None:
    """Say something under a card; its key is what the reader would be told."""
    told = hashlib.sha256(said.html.encode()).hexdigest()[:16]
    key = f"say|{row.uuid}|{person.user_id}|{once}|{told}"
    await notices.post(tx, Say(chat_id=person.user_id, message=said, under=(row.uuid, view)), key)
