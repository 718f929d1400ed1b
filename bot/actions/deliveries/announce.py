"""Who hears what: a change of a delivery becomes notices, in the transaction that keeps it."""

from dataclasses import dataclass, replace
from datetime import timedelta

from bot.actions import conversations, effect_keys, notices
from bot.actions.deliveries import board, digests, ready_times
from bot.actions.happenings import (
    ASSIGNED,
    CANCELLED,
    COMPLETED,
    CREATED,
    HAPPENINGS,
    Audience,
    Channel,
    Happening,
    Happenings,
)
from bot.actions.notices import Say, Urgency, View
from bot.actions.recipients import groups, muted_kinds
from bot.actions.request_queue import given_together, pending
from bot.actions.rider import door_photos, locations, out_of_reach
from bot.actions.rider.same_place import pickup_place
from bot.actions.snapshots import as_seen_by
from bot.base.transaction import Transaction
from bot.fleet import Coordinates, Delivery, State
from bot.identifiers import RiderUuid
from bot.store import people, subscriptions
from bot.store.deliveries import DeliveryRow
from bot.store.digests import DigestKind
from bot.store.handovers import StreetHandover
from bot.store.people import Person
from bot.store.subscriptions import SENDER
from bot.texts import announcements
from bot.texts.callbacks import Verb
from bot.texts.message import Message
from bot.texts.promises import BUSY_SENDER
from bot.texts.rider import handovers as handover_texts
from bot.texts.words import Words

_SAID_AS = {
    View.RIDER: Urgency.DOOR,
    View.DISPATCHER: Urgency.ALARM,
    View.CUSTOMER: Urgency.NEWS,
}
_STALE = timedelta(hours=1)
"""A delivery that is first seen longer than this after its creation rings nobody's phone."""


@dataclass(frozen=True, slots=True)
class DeliveryChange:
    """A delivery before and after; `row` is how it is kept now, `actor` whose doing it is.

    `happenings` is what it may mean. `awaited` and `awaits` are the hand-over that it waited for
    before, and the one that it waits for after it. `party` is whose eyes it is seen with.
    """

    row: DeliveryRow
    before: Delivery | None
    after: Delivery
    actor: int | None = None
    happenings: Happenings = HAPPENINGS
    awaited: StreetHandover | None = None
    awaits: StreetHandover | None = None
    party: str | None = None

    @property
    def happening(self) -> Happening | None:
        return self.happenings.meaning(self.before, self.after)

    @property
    def has_new_rider(self) -> bool:
        return self.after.rider is not None and self.after.rider.uuid != self.former_rider

    @property
    def former_rider(self) -> RiderUuid | None:
        return self.before.rider.uuid if self.before and self.before.rider else None

    def seen_by(self, party: str) -> "DeliveryChange":
        before = as_seen_by(self.before, party) if self.before else None
        return replace(self, before=before, after=as_seen_by(self.after, party), party=party)


def announce(tx: Transaction, change: DeliveryChange) -> None:
    """Tell everybody concerned. The actor sees only the card change."""
    if not _is_taken_in(tx, change):
        _tell_dispatchers(tx, change)
        _tell_groups(tx, change)
    _bring_digests_up_to_date(tx, change)
    board.refresh(tx)
    _tell_rider(tx, change)
    _tell_former_rider(tx, change)
    _tell_holder(tx, change)
    _tell_customers(tx, change)
    _tell_shop(tx, change)
    locations.delivery_changed(tx, change.row, change.former_rider, change.row.rider)


def _is_taken_in(tx: Transaction, change: DeliveryChange) -> bool:
    """Tell whether this is one of many new orders, of which dispatchers read in their digest."""
    if _new_to_others(change) is not CREATED or _is_stale(tx, change):
        return False
    return digests.take_in(tx, change.row, change.actor)


def _bring_digests_up_to_date(tx: Transaction, change: DeliveryChange) -> None:
    """Take from the digest of new orders what has a rider now, or bring back what has none."""
    if change.before is not None and None in {change.before.rider, change.after.rider}:
        digests.shrink(tx, DigestKind.NEW_ORDERS)


def _tell_dispatchers(tx: Transaction, change: DeliveryChange) -> None:
    what = _new_to_others(change)
    for person in people.with_role(tx, Audience.DISPATCHER.roles):
        _tell(tx, person, Audience.DISPATCHER, change, what)


def _new_to_others(change: DeliveryChange) -> Happening | None:
    """Return what a change means; what is born with a rider is new to everybody but the rider."""
    what = change.happening
    return CREATED if change.before is None and what is ASSIGNED else what


def _tell_groups(tx: Transaction, change: DeliveryChange) -> None:
    row, what = change.row, _new_to_others(change)
    if what is None or _is_stale(tx, change):
        channel = Channel.EDIT
    else:
        channel = what.rules[Audience.DISPATCHER].channel
    rings, known = channel is Channel.CARD, change.before is not None
    create = rings or (known and row.is_open)
    groups.show(tx, row, fresh=rings and known, create=create, quiet=not rings)
    said = what.rules[Audience.DISPATCHER].says_in_groups if what else None
    if what and said and channel is Channel.SAY and change.actor is None:
        key = effect_keys.said_in_groups(row.uuid, *_once(what, row))
        groups.say(tx, row.uuid, lambda say: said(say, change.after), key)


def _tell_rider(tx: Transaction, change: DeliveryChange) -> None:
    row = change.row
    person = people.rider_person(tx, row.rider) if row.rider else None
    if person is None:
        return
    is_new = change.has_new_rider and row.is_open
    what = ASSIGNED if is_new else change.happening
    _tell(tx, person, Audience.RIDER, change, what)
    _leave_pickup(tx, person, change)
    _move_pin(tx, person, change)
    if not row.is_open:
        conversations.leave_nothing(tx, person, row)
    if is_new and not person.reachable and not _is_asked_for(tx, change):
        out_of_reach.tell_staff(tx, row, person.standing)


def _is_asked_for(tx: Transaction, change: DeliveryChange) -> bool:
    """Tell whether a dispatcher has given it here, who was told that nothing reaches the rider."""
    if change.actor is not None or _is_given_together(tx, change):
        return True
    return any(each.request.verb is Verb.ASSIGN for each in pending(tx, change.row.uuid))


def _tell_former_rider(tx: Transaction, change: DeliveryChange) -> None:
    if change.former_rider is None or change.former_rider == change.row.rider:
        return
    person = people.rider_person(tx, change.former_rider)
    if person is None or not person.reachable:
        return
    notices.show_card(tx, person.user_id, change.row, View.RIDER, create=False)
    _move_pin(tx, person, change)
    conversations.leave_nothing(tx, person, change.row)
    if _is_given_together(tx, change) or _has_parcel(change, change.former_rider):
        return
    said = announcements.taken_from_rider(Words(person.language), change.after)
    _say(tx, person, View.RIDER, change.row, said, "taken", change.row.revision)


def _is_given_together(tx: Transaction, change: DeliveryChange) -> bool:
    """Tell whether several are given: then their former rider is told once, when all have been."""
    return change.row.rider is not None and given_together(tx, change.row.rider, change.row.uuid)


def _has_parcel(change: DeliveryChange, rider: RiderUuid | None) -> bool:
    return change.awaits is not None and change.awaits.holder == rider


def _tell_holder(tx: Transaction, change: DeliveryChange) -> None:
    """Tell who has a parcel that is another rider's to bring: to whom it goes, or that it is over.

    Whoever has it again reads that on a card of their own.
    """
    handover = change.awaits or change.awaited
    if handover is None or handover.holder == change.row.rider:
        return
    person = people.rider_person(tx, handover.holder)
    if person is None or not person.reachable:
        return
    notices.show_card(tx, person.user_id, change.row, View.RIDER, create=False)
    said = _said_to_holder(tx, change, Words(person.language))
    if said is not None:
        _say(tx, person, View.RIDER, change.row, said, "hand_over", change.row.revision)


def _said_to_holder(tx: Transaction, change: DeliveryChange, say: Words) -> Message | None:
    if change.happening is CANCELLED:
        return announcements.cancelled_for_rider(say, change.after)
    if change.awaits is None or change.awaits == change.awaited:
        return None
    together = _has_parcel(change, change.former_rider) and _is_given_together(tx, change)
    return None if together else handover_texts.hand_over(say, change.after)


def _leave_pickup(tx: Transaction, person: Person, change: DeliveryChange) -> None:
    """Take a job off the card of the place where it does not wait any more, if that has moved."""
    before, row = change.before, change.row
    if before is None or before.sender == change.after.sender:
        return
    left = pickup_place(before)
    if left is not None and left != row.pickup:
        key = effect_keys.pickup_left(person.user_id, left, row.uuid, row.revision)
        notices.show_pickup(tx, person.user_id, left, key)


def _move_pin(tx: Transaction, person: Person, change: DeliveryChange) -> None:
    """Let a pin that the rider has asked for show the next stop, or go when the job does."""
    if change.after.coordinates != Coordinates():
        notices.show_card(tx, person.user_id, change.row, View.NEXT_STOP, create=False)


def _tell_customers(tx: Transaction, change: DeliveryChange) -> None:
    for subscription in subscriptions.of_delivery(tx, change.row.uuid):
        person = people.get(tx, subscription.user_id)
        if person is not None:
            seen = change.seen_by(subscription.party)
            _tell(tx, person, Audience.CUSTOMER, seen, _new_to_others(seen))
            _show_late_photo(tx, person, seen)
    if change.happening is COMPLETED:
        door_photos.show_to_customers(tx, change.row, change.after)


def _tell_shop(tx: Transaction, change: DeliveryChange) -> None:
    """Ask a shop for what has just been given to a rider, or show it what becomes of it."""
    is_given = change.has_new_rider and not _is_stale(tx, change)
    moved = change.before is None or change.before.state is not change.after.state
    if change.has_new_rider or moved:
        ready_times.follow(tx, change.row, is_given=is_given)


def _show_late_photo(tx: Transaction, person: Person, change: DeliveryChange) -> None:
    """Send the proof of a drop-off that was told of before there was a photo."""
    before, after = change.before, change.after
    told = before is not None and before.state is State.DELIVERED and not before.dropoff_photo
    if not (told and after.dropoff_photo and person.reachable):
        return
    if not muted_kinds.is_muted(tx, person, Audience.CUSTOMER, COMPLETED):
        said = announcements.dropoff_photo(Words(person.language), after)
        _say(tx, person, View.CUSTOMER, change.row, said, "photo")


def _tell(
    tx: Transaction,
    person: Person,
    audience: Audience,
    change: DeliveryChange,
    what: Happening | None,
) -> None:
    if not person.reachable:
        return
    channel = _channel(tx, person, audience, change, what)
    # Words first: where a chat takes one message a second, the card follows without a sound.
    says = what.rules[audience].says if what else None
    if what and says and channel is Channel.SAY:
        said = says(Words(person.language), change.after)
        _say(tx, person, audience.view, change.row, said, *_once(what, change.row))
    notices.show_card(
        tx,
        person.user_id,
        change.row,
        audience.view,
        fresh=channel is Channel.CARD and change.before is not None,
        create=_wants_card(audience, change, channel),
        quiet=channel is not Channel.CARD,
        is_news=channel is Channel.CARD,
        urgency=Urgency.ANSWER if person.user_id == change.actor else None,
    )


def _wants_card(audience: Audience, change: DeliveryChange, channel: Channel) -> bool:
    """Tell whether somebody without a card is to get one: of what is over only to hear it."""
    if channel in {Channel.CARD, Channel.QUIET_CARD}:
        return True
    if audience is Audience.DISPATCHER:  # who has to act on it needs its buttons
        return channel is Channel.SAY and change.row.is_open
    is_told = audience is Audience.CUSTOMER and channel is Channel.SAY
    return is_told or change.row.is_open


def _channel(
    tx: Transaction,
    person: Person,
    audience: Audience,
    change: DeliveryChange,
    what: Happening | None,
) -> Channel:
    if what is None or person.user_id == change.actor or _is_stale(tx, change):
        return Channel.EDIT
    channel = what.rules[audience].channel
    muted = muted_kinds.is_muted(tx, person, audience, what)
    return channel.when_muted if muted or _is_of_many(tx, person, change, what) else channel


def _is_of_many(tx: Transaction, person: Person, change: DeliveryChange, what: Happening) -> bool:
    """Tell whether this is a step of one of many deliveries that a shop has under way."""
    if change.party != SENDER or what.rules[Audience.CUSTOMER].muted_as is None:
        return False
    return subscriptions.open_as_sender(tx, person.user_id) >= BUSY_SENDER


def _is_stale(tx: Transaction, change: DeliveryChange) -> bool:
    created = change.after.created_at
    return change.before is None and created is not None and tx.now - created > _STALE


def _once(what: Happening, row: DeliveryRow) -> tuple[str | int, ...]:
    """Name what may be said once: an attempt that failed may fail again, in the same words."""
    return (what.name, row.revision) if what.repeats else (what.name,)


def _say(
    tx: Transaction, person: Person, view: View, row: DeliveryRow, said: Message, *once: str | int
) -> None:
    key = effect_keys.said(row.uuid, person.user_id, said.html, *once)
    notice = Say(chat_id=person.user_id, message=said, under=(row.uuid, view))
    notices.post(tx, notice, key, urgency=_SAID_AS[view])
