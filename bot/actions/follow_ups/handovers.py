"""Hand-overs: a parcel given to another rider on the way changes hands on the street.

The fleet service knows only the delivery's rider. The bot keeps the parcel's holder until that
rider has confirmed, a dispatcher says so, or the delivery is over. Until then its customers read
the holder's name.
"""

from collections.abc import Iterable
from dataclasses import replace

from bot.actions import effect_keys, notices
from bot.actions.access import Action, may
from bot.actions.follow_ups import alarms
from bot.actions.news import HANDED_OVER
from bot.actions.notice_kinds import Urgency, View
from bot.actions.recipients import contacts, readers, staff
from bot.actions.rider import locations
from bot.actions.snapshots import snapshot
from bot.base.database.transaction import Transaction
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Person
from bot.fleet import Delivery, RiderSummary, State
from bot.identifiers import DeliveryUuid, RiderUuid
from bot.parsing.phones import readable
from bot.store import audit, deliveries, handovers, people
from bot.store.handovers import StreetHandover
from bot.texts import announcements

_PICKED_UP = frozenset({State.IN_TRANSIT, State.FAILED})
"""The states in which a rider has the parcel."""


def awaited(tx: Transaction, row: DeliveryRow) -> StreetHandover | None:
    """Return the hand-over that a delivery waits for."""
    return handovers.of_delivery(tx, row.uuid) if row.holder else None


def follow(
    tx: Transaction, row: DeliveryRow | None, before: Delivery | None, after: Delivery
) -> tuple[StreetHandover | None, StreetHandover | None]:
    """Begin, redirect or end a delivery's hand-over as a change of it asks for.

    `row` and `before` are the delivery as known before. Return the hand-over that it waited for,
    and the one that it waits for now.
    """
    # Before the pickup no rider has the parcel.
    if row is None or before is None or before.state not in _PICKED_UP:
        return None, None
    known = awaited(tx, row)
    due = _due(tx, known, before, after)
    if due is None and known is not None:
        handovers.end(tx, after.uuid)
    elif due is not None and due != known:
        handovers.record(tx, due)
    return known, due


def _due(
    tx: Transaction, known: StreetHandover | None, before: Delivery, after: Delivery
) -> StreetHandover | None:
    rider, former = after.rider_uuid, before.rider
    if rider is None or after.state not in _PICKED_UP:
        return None
    if known is not None:
        if rider == known.holder:  # the holder has the delivery again
            return None
        # If the delivery goes on to a third rider, the first one still has the parcel.
        return known if rider == known.rider else replace(known, rider=rider, since=tx.now)
    if former is None or former.uuid is None or former.uuid == rider:
        return None
    phone = readable(former.phone_number, former.phone_code)
    return StreetHandover(after.uuid, former.uuid, former.name, phone, rider, tx.now)


def as_carried(delivery: Delivery, handover: StreetHandover | None) -> Delivery:
    """Return a delivery with the parcel's holder as its rider, for its customers."""
    if handover is None:
        return delivery
    holder = RiderSummary(uuid=handover.holder, name=handover.holder_name)
    return delivery.model_copy(update={"rider": holder})


def party(tx: Transaction, person: Person, delivery: DeliveryUuid) -> StreetHandover | None:
    """Return a delivery's hand-over if the person is one of its two riders."""
    handover = handovers.of_delivery(tx, delivery)
    mine = {handover.holder, handover.rider} if handover else set[RiderUuid]()
    return handover if person.as_rider in mine else None


def together(tx: Transaction, handover: StreetHandover) -> list[StreetHandover]:
    """Return the hand-overs between the same two riders."""
    return handovers.between(tx, handover.holder, handover.rider)


def is_to_take(person: Person, row: DeliveryRow) -> bool:
    """Tell whether another rider holds a parcel that this one must bring."""
    is_theirs = row.holder is not None and row.holder != person.rider
    return is_theirs and row.state == State.IN_TRANSIT and may(person, Action.TAKE_PARCEL, row)


def waiting(tx: Transaction, person: Person, holder: RiderUuid) -> list[DeliveryRow]:
    """Return the deliveries that a rider must take over from one other rider, by number."""
    if person.rider is None:
        return []
    candidates = [
        deliveries.get(tx, each.delivery) for each in handovers.between(tx, holder, person.rider)
    ]
    rows = [row for row in candidates if row is not None and is_to_take(person, row)]
    return sorted(rows, key=lambda row: row.order_number)


def to_take(tx: Transaction, rows: Iterable[DeliveryRow]) -> list[StreetHandover]:
    """Return one awaited hand-over for each holder, among some deliveries of one rider."""
    waits = [handover for row in rows if (handover := awaited(tx, row)) is not None]
    # Reversed, so that the first hand-over of each holder stays.
    return list({handover.holder: handover for handover in reversed(waits)}.values())


def confirm(tx: Transaction, by: Person, row: DeliveryRow) -> bool:
    """Note that the delivery's rider has the parcel; `False` if that was known."""
    handover = handovers.of_delivery(tx, row.uuid)
    if handover is None:
        return False
    handovers.end(tx, row.uuid)
    audit.record(tx, by.user_id, "handed_over", row.uuid, handover.holder)
    alarms.put_in_order(tx, row, snapshot(row))
    deliveries.touch(tx, row.uuid)
    changed = deliveries.get(tx, row.uuid)
    if changed is not None:
        for rider in (handover.rider, handover.holder):
            person = people.rider_person(tx, rider)
            if person is not None and person.reachable:
                # One of several parcels to take over had no card of its own.
                takes = rider == handover.rider
                notices.show_card(
                    tx,
                    person.user_id,
                    changed,
                    View.RIDER,
                    create=takes,
                    quiet=takes,
                    urgency=Urgency.ANSWER if person.user_id == by.user_id else None,
                )
        show_waiting(tx, handover, changed.revision)
        staff.refresh_cards(tx, changed)
        key = effect_keys.handed_over(changed.uuid, changed.revision)
        readers.tell(tx, HANDED_OVER, changed, announcements.handed_over, key)
        contacts.refresh_cards(tx, changed)
        locations.delivery_changed(tx, changed, changed.rider)
    return True


def show_waiting(tx: Transaction, handover: StreetHandover, revision: int) -> None:
    """Update the card of the parcels that a rider must take over from the holder."""
    person = people.rider_person(tx, handover.rider)
    if person is not None:
        cause = effect_keys.changed(handover.delivery, revision)
        key = effect_keys.shared_card(cause, View.HANDOVER)
        holder = DeliveryUuid(handover.holder)
        notices.show_shared(tx, person.user_id, View.HANDOVER, holder, key)
