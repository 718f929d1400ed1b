"""A delivery's views for its rider: the card, the question for a code, the next stop."""

from collections.abc import Sequence
from datetime import datetime

from bot.actions.access import Action, may
from bot.actions.follow_ups import handovers, undelivered
from bot.actions.recipients import contacts
from bot.actions.request_queue import Pending
from bot.actions.rider import (
    approach,
    cash,
    code_limit,
    code_questions,
    pickups,
    rounds,
    undo,
)
from bot.actions.rider.code_limit import Locked, Paused
from bot.actions.rider.codes import VERBS, Stage
from bot.actions.snapshots import snapshot
from bot.base.database.transaction import Transaction
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Person
from bot.fleet import Delivery, State
from bot.identifiers import RiderUuid
from bot.store import customer_notes, door_photos, locations, problem_reports
from bot.store.problem_reports import Reason
from bot.texts import undelivered as undelivered_texts
from bot.texts.callbacks import Verb
from bot.texts.cards.parts import closed
from bot.texts.cards.pickup_card import WaitingParcel, closed_pickup_card, pickup_card
from bot.texts.cards.rider_card import (
    Waiting,
    closed_rider_card,
    declined_card,
    rider_card,
    with_customers,
)
from bot.texts.cards.round_card import closed_round_card, handover_card, round_card
from bot.texts.customer.ready_when import ready_line
from bot.texts.html import Html
from bot.texts.message import Message
from bot.texts.names import rider_name
from bot.texts.rider import door_photos as door_photo_texts
from bot.texts.rider import places
from bot.texts.rider import replies as texts
from bot.texts.rider.handovers import giving_card
from bot.texts.rider.late import late_line
from bot.texts.rider.replies import CodesStopped
from bot.texts.words import Words

_OF_A_RIDER = {Verb.ACCEPT, *VERBS.values(), Verb.PROBLEM, Verb.DECLINE_JOB}
_STAGES = {State.ACCEPTED: Stage.PICKUP, State.IN_TRANSIT: Stage.DROPOFF}


def card(tx: Transaction, person: Person, row: DeliveryRow, delivery: Delivery) -> Message:
    """Show the job, or its closed card to a rider who no longer has it."""
    say = Words(person.language)
    if person.rider is None:
        return closed(say, delivery)
    handover = handovers.awaited(tx, row)
    # The holder is no longer the delivery's rider, but still has the parcel.
    if handover is not None and handover.holder == person.rider:
        return giving_card(say, delivery)
    if not may(person, Action.ACCEPT, row):
        theirs = row.rider is not None and row.rider == person.rider
        if not theirs:
            return closed_rider_card(say, delivery, is_theirs=False)
        due, paid = cash.due(tx, row), cash.paid(tx, row)
        total = due.total if due else None
        return closed_rider_card(say, delivery, is_theirs=True, due=total, paid=paid)
    waiting = _shown(undo.waiting(tx, person, row.uuid), tx.now)
    problem = problem_reports.latest(tx, row.uuid)
    if problem is not None and problem.reason is Reason.DECLINED and waiting is None:
        return declined_card(say, delivery, problem)
    met = contacts.reachable(tx, row)
    job = rider_card(
        say,
        undelivered.as_brought(row),
        waiting=waiting,
        problem=problem,
        handover=handover,
        handed_over=len(handovers.together(tx, handover)) if handover else 1,
        stopped=_stopped(tx, person, row),
        told=[*told_by_shop_and_rider(tx, say, row), undelivered_texts.for_rider(say, row)],
        has_picture=row.picture is not None,
        outcome=row.outcome,
        is_awaited=bool(met) and approach.comes_to_door(row),
        due=cash.on_the_way(row),
    )
    notes = customer_notes.of_delivery(tx, row.uuid)
    reachable = [(one.party, one.person.user_id) for one in met]
    return with_customers(say, job, delivery, notes, reachable)


def told_by_shop_and_rider(tx: Transaction, say: Words, row: DeliveryRow) -> list[Html]:
    """Return the lines on when the shop says an order is ready, and how late its rider is."""
    delivery, lines = snapshot(row), []
    if row.state in pickups.NOT_PICKED_UP and (ready := ready_line(say, row, tx.now)):
        lines.append(ready)
    if row.is_open and row.late_by:
        lines.append(late_line(say, rider_name(delivery), row.late_by))
    return lines


def at_pickup(tx: Transaction, person: Person, pickup: str, rang_for: datetime | None) -> Message:
    """Show the jobs that a rider has to fetch at one place; a single job in full.

    Name the jobs that were given since the card last rang, unless that is all of them.
    """
    say, rows = Words(person.language), pickups.waiting(tx, person, pickup)
    if not rows:
        return closed_pickup_card(say)
    if len(rows) == 1:
        return card(tx, person, rows[0], snapshot(rows[0]))
    parcels = []
    for row in rows:
        problem = problem_reports.latest(tx, row.uuid)
        parcel = WaitingParcel(
            snapshot(row),
            _shown(undo.waiting(tx, person, row.uuid), tx.now),
            has_problem=problem is not None,
            is_declined=problem is not None and problem.reason is Reason.DECLINED,
            stopped=_stopped(tx, person, row),
            ready=ready_line(say, row, tx.now),
            due=cash.on_the_way(row),
        )
        parcels.append(parcel)
    added = [row for row in rows if rang_for and row.given_at and row.given_at >= rang_for]
    new = {row.order_number for row in added} if len(added) < len(rows) else set()
    numbers = [one.delivery.order_number for one in parcels if one.can_be_accepted]
    return pickup_card(
        say,
        pickup,
        parcels,
        # "Accept all" must not accept jobs that came after this card was shown.
        given_until=max(row.given_as_of for row in rows),
        added=[number for number in numbers if number in new],
    )


def on_round(tx: Transaction, person: Person) -> Message:
    """Show the rider's round: the next stop in full, the others a line each."""
    say, rows = Words(person.language), rounds.stops(tx, person)
    if not rows:
        return closed_round_card(say)
    first, *following = [undelivered.as_brought(row) for row in rows]
    job = card(tx, person, rows[0], snapshot(rows[0]))
    notes = [undelivered_texts.in_line(row) for row in rows[1:]]
    dues = list(map(cash.on_the_way, rows))
    return round_card(say, job, first, following, notes, dues) if following else job


def to_take(tx: Transaction, person: Person, holder: RiderUuid) -> Message | None:
    """Show the jobs to take over from another rider, a single one in full; `None` if none."""
    rows = handovers.waiting(tx, person, holder)
    if not rows:
        return None
    if len(rows) == 1:
        return card(tx, person, rows[0], snapshot(rows[0]))
    handover = handovers.awaited(tx, rows[0])
    parcels = [snapshot(row) for row in rows]
    dues = list(map(cash.on_the_way, rows))
    return handover_card(Words(person.language), handover, parcels, dues) if handover else None


def _stopped(tx: Transaction, person: Person, row: DeliveryRow) -> CodesStopped | None:
    """Return why no code may be typed for the next stage, or `None` if one may be."""
    stage = _STAGES.get(State(row.state))
    limit = code_limit.current(tx, row.uuid, stage, person.as_rider) if stage else None
    match limit:
        case Paused(until):
            return CodesStopped(until)
        case Locked():
            return CodesStopped()
    return None


def _shown(asked: Sequence[Pending], now: datetime) -> Waiting | None:
    """Choose the request that the card shows as under way: a code before the acceptance."""
    mine = [one for one in asked if one.request.verb in _OF_A_RIDER]
    if not mine:
        return None
    first, codes = mine[0], [one for one in mine if one.request.verb in VERBS.values()]
    if codes and first.request.verb is Verb.ACCEPT:
        return Waiting(codes[0].request.verb, first.held_up)
    can_undo = first.starts_at > now and not first.held_up
    return Waiting(first.request.verb, first.held_up, can_undo)


def code_prompt(tx: Transaction, person: Person, row: DeliveryRow) -> Message | None:
    question = code_questions.current(tx, person.user_id)
    if question is None or question.delivery != row.uuid:  # they have gone on to another order
        return None
    say = Words(person.language)
    is_wanted = question.stage is Stage.PICKUP and door_photos.is_awaited(tx, row.uuid)
    besides = (door_photo_texts.please(say),) if is_wanted else ()
    if question.door is not None and question.stage is Stage.PICKUP:
        return texts.next_at_pickup(say, row.order_number, row.uuid, *besides)
    if question.door is not None:
        return texts.next_parcel(say, row.order_number, row.uuid)
    return texts.code_prompt(say, row.order_number, question.stage, *besides)


def next_stop(person: Person, row: DeliveryRow, delivery: Delivery) -> Message | None:
    """Show the next stop on a map, if the fleet service knows its place."""
    if not may(person, Action.NAVIGATE, row):
        return None
    return places.pin(places.next_stop(delivery))


def whereabouts(tx: Transaction, row: DeliveryRow, seen: Delivery) -> Message | None:
    """Show a customer the rider's place, never before the pickup or after the drop-off.

    There is no map while the parcel waits for another rider, who does not have it yet.
    """
    if seen.state is not State.IN_TRANSIT or row.rider is None or handovers.awaited(tx, row):
        return None
    location = locations.current(tx, row.rider)
    if location is None:
        return None
    lasts = location.shared_until - tx.now
    return places.only(places.live(location.latitude, location.longitude, lasts))
