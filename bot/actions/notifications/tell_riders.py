"""Telling riders of a change: the present rider, the former one, and the parcel's holder."""

from datetime import timedelta

from bot.actions import conversations, effect_keys, notices
from bot.actions.delivery_change import DeliveryChange
from bot.actions.follow_ups import handovers
from bot.actions.happenings import ASSIGNED, CANCELLED, Audience
from bot.actions.notice_kinds import View
from bot.actions.notifications.tell_person import say_under, tell
from bot.actions.request_queue import given_together, pending
from bot.actions.rider import out_of_reach, rounds
from bot.actions.rider.same_place import pickup_place
from bot.base.database.transaction import Transaction
from bot.domain.person import Person, Standing
from bot.fleet import Coordinates, State
from bot.identifiers import DeliveryUuid, RiderUuid
from bot.store import cards, people, quotas
from bot.store.quotas import Quota
from bot.store.undelivered import Outcome
from bot.texts import announcements
from bot.texts.callbacks import Verb
from bot.texts.rider import handovers as handover_texts
from bot.texts.words import Words

_ONE_SOUND = Quota("handed_over", 1, timedelta(minutes=2))
"""One sound for all parcels that a rider takes over from one other rider."""


def tell_riders(tx: Transaction, change: DeliveryChange) -> None:
    """Tell the rider of a delivery, its former rider, and the rider who holds the parcel."""
    _tell_rider(tx, change)
    _tell_former_rider(tx, change)
    _tell_holder(tx, change)
    if change.awaited is not None and change.awaited != change.awaits:
        handovers.show_waiting(tx, change.awaited, change.row.revision)


def _tell_rider(tx: Transaction, change: DeliveryChange) -> None:
    row = change.row
    person = people.rider_person(tx, row.rider) if row.rider else None
    if person is None:
        return
    is_new = change.has_new_rider and row.is_open
    what = ASSIGNED if is_new else change.happening
    if what is CANCELLED and row.outcome == Outcome.RETURNED:
        what = None  # the shop has it back: there is nothing to stop, and nothing to bring
    has_rung = False
    if is_new and change.awaits is not None and person.reachable and not change.was_told:
        # Their phone may have rung just now for a parcel that comes from the same rider.
        has_rung = not quotas.take(tx, _ONE_SOUND, person.user_id, change.awaits.holder)
    tell(tx, person, Audience.RIDER, change, what, has_rung=has_rung)
    _refresh_shared_cards(tx, person, change)
    _move_on(tx, person, change)
    if not row.is_open:
        conversations.leave_nothing(tx, person, row)
    if is_new and not (person.reachable or change.was_told):
        # A dispatcher who gave it through the bot was told then that the rider is not reached.
        is_given_here = change.actor is not None or _is_given_together(tx, change)
        verbs = {each.request.verb for each in pending(tx, row.uuid)}
        if not is_given_here and Verb.ASSIGN not in verbs:
            out_of_reach.tell_staff(tx, row, person.standing)


def _tell_former_rider(tx: Transaction, change: DeliveryChange) -> None:
    if change.former_rider is None or change.former_rider == change.row.rider:
        return
    person = people.rider_person(tx, change.former_rider)
    # Messages can still be removed from the chat of a rider who has stopped the bot.
    if person is None or person.standing is Standing.BLOCKED:
        return
    _close_card(tx, person, change)
    _move_on(tx, person, change)
    conversations.leave_nothing(tx, person, change.row)
    if change.was_told or not person.reachable:
        return
    if _is_given_together(tx, change) or _has_parcel(change, change.former_rider):
        return
    message = announcements.taken_from_rider(Words(person.language), change.after)
    say_under(tx, person, View.RIDER, change.row, message, "taken", change.row.revision)


def _close_card(tx: Transaction, person: Person, change: DeliveryChange) -> None:
    """Update the card of a rider who does not have the delivery, if there is one, to say so."""
    only_edits = change.was_told
    notices.show_card(
        tx, person.user_id, change.row, View.RIDER, create=False, only_edits=only_edits
    )


def _is_given_together(tx: Transaction, change: DeliveryChange) -> bool:
    """Tell whether several are given: their former rider is then told once, after all of them."""
    return change.row.rider is not None and given_together(tx, change.row.rider, change.row.uuid)


def _has_parcel(change: DeliveryChange, rider: RiderUuid | None) -> bool:
    return change.awaits is not None and change.awaits.holder == rider


def _tell_holder(tx: Transaction, change: DeliveryChange) -> None:
    """Tell the rider who holds another one's parcel to whom it goes, or that it is over.

    A holder who gets the delivery back reads that on their own card instead.
    """
    handover = change.awaits or change.awaited
    if handover is None or handover.holder == change.row.rider:
        return
    person = people.rider_person(tx, handover.holder)
    if person is None or not person.reachable:
        return
    _close_card(tx, person, change)
    if change.was_told:
        return
    say, message = Words(person.language), None
    if change.happening is CANCELLED:
        message = announcements.cancelled_for_rider(say, change.after)
    elif change.awaits is not None and change.awaits != change.awaited:
        together = _has_parcel(change, change.former_rider) and _is_given_together(tx, change)
        message = None if together else handover_texts.hand_over(say, change.after)
    if message is not None:
        say_under(tx, person, View.RIDER, change.row, message, "hand_over", change.row.revision)


def _refresh_shared_cards(tx: Transaction, person: Person, change: DeliveryChange) -> None:
    """Update the shared card of a pickup or a round that the job has left."""
    before, row = change.before, change.row
    if before is None:
        return
    # If the sender's place has changed, the job is no longer on the card of the old place.
    left = pickup_place(before) if before.sender != change.after.sender else None
    if left is not None and left != row.pickup:
        key = effect_keys.pickup_left(person.user_id, left, row.uuid, row.revision)
        notices.show_shared(tx, person.user_id, View.PICKUP, left, key)
    # A finished stop of a round gets a card of its own, with its end and the payment.
    if row.is_open or row.rider is None or before.state is not State.IN_TRANSIT:
        return
    if cards.get(tx, person.user_id, DeliveryUuid(row.rider), View.ROUND) is None:
        return
    rounds.keep_order(tx, person, row)
    if person.reachable and not change.was_told:
        notices.show_card(tx, person.user_id, row, View.RIDER, quiet=True)


def _move_on(tx: Transaction, person: Person, change: DeliveryChange) -> None:
    """Update the pin of the next stop that the rider has asked for, and the order's picture.

    Both leave the chat with the job.
    """
    if change.after.coordinates != Coordinates():
        notices.show_card(tx, person.user_id, change.row, View.NEXT_STOP, create=False)
    if change.row.picture is not None:
        notices.show_card(tx, person.user_id, change.row, View.ORDER_PICTURE, create=False)
