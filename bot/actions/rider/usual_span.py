"""When a parcel comes, as far as this business's own days tell, and how many stops come before it.

Each delivery teaches it: how long it took from the pickup, and from each stop before its own, by
the times that the fleet service tells.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta, tzinfo

from bot.actions import effect_keys, notices
from bot.actions.notice_kinds import View
from bot.actions.rider import rounds
from bot.actions.rider.same_door import is_same_door
from bot.actions.snapshots import snapshot
from bot.base.database.transaction import Transaction
from bot.base.queue.jobs import EffectKey
from bot.domain.known_delivery import DeliveryRow
from bot.domain.limits import STOPS_TOLD
from bot.domain.usual_span import FURTHEST_STOP, LONGEST_TRIP, Trip, UsualSpan, usual_span
from bot.fleet import Delivery, State
from bot.identifiers import DeliveryUuid, RiderUuid
from bot.store import deliveries, people, subscriptions, trips

_ALONE = 2
"""One stop, and nothing that was delivered since it was picked up."""

_A_SECOND = timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class Expected:
    """When a parcel comes: the usual `span`, where one is known, and the doors before its own.

    `doors_before` is None where there is no round, or nobody could tell its order.
    """

    span: UsualSpan | None
    doors_before: int | None


def learn(tx: Transaction, row: DeliveryRow, before: Delivery | None, after: Delivery) -> None:
    """Keep how long it took, if it has just been delivered.

    What was tried again, or left with somebody, is like no other.
    """
    begun, ended = after.pickup_at, after.dropoff_at
    is_new = after.state is State.DELIVERED and (before is None or before.state.is_open)
    if not is_new or row.rider is None or row.attempt or begun is None or ended is None:
        return
    if not _A_SECOND <= ended - begun <= LONGEST_TRIP:
        return
    since = [begun, *trips.dropped_off(tx, row.rider, begun, ended)]
    # At the pickup all these stops came before its own, and after the last of them none.
    for stops, moment in zip(reversed(range(len(since))), since, strict=True):
        if stops < FURTHEST_STOP:
            trips.record(tx, row.uuid, stops, Trip(moment, (ended - moment) // _A_SECOND))


def expected(tx: Transaction, row: DeliveryRow, zone: tzinfo) -> Expected | None:
    """Return when a parcel on its way comes; `None` where its rider's own words are all there is.

    A rider who is late moves the end of the span.
    """
    begun = snapshot(row).pickup_at
    if row.state != State.IN_TRANSIT or row.holder or row.outcome or row.rider is None:
        return None
    stops = _round_of(tx, row.rider)
    place = next((n for n, each in enumerate(stops) if each.uuid == row.uuid), None)
    if begun is None or place is None:
        return None
    since = [begun, *trips.dropped_off(tx, row.rider, begun, tx.now + _A_SECOND)]
    span = usual_span(trips.alike(tx, place), since[-1], zone)
    if span is not None and row.late_by:
        span = UsualSpan(span.begin, span.end + timedelta(minutes=row.late_by))
    # Several parcels for one door are one stop to a receiver who counts down.
    doors: list[Delivery] = []
    for each in map(snapshot, stops[: place + 1]):
        if not any(is_same_door(each, other) for other in doors):
            doors.append(each)
    # The last stop of a round is one, too: a receiver who has counted down is told of their turn.
    is_round = len(stops) + len(since) > _ALONE
    return Expected(span, len(doors) - 1 if is_round else None)


def _round_of(tx: Transaction, rider: RiderUuid) -> Sequence[DeliveryRow]:
    """Return what a rider brings, in order; nobody knows the order of who is not here."""
    person = people.rider_person(tx, rider)
    if person is not None:
        return rounds.stops(tx, person)
    brought = [row for row in deliveries.open_of_rider(tx, rider) if row.state == State.IN_TRANSIT]
    return brought if len(brought) == 1 else []


def refresh(
    tx: Transaction, rider: RiderUuid, cause: EffectKey, besides: DeliveryUuid | None = None
) -> None:
    """Bring the cards of those up to date whose turn is near: the round has changed."""
    for row in _round_of(tx, rider)[: STOPS_TOLD + 1]:
        if row.uuid != besides:
            for one in subscriptions.of_delivery(tx, row.uuid):
                key = effect_keys.nearer(cause, row.uuid, one.user_id)
                notices.put_right(tx, one.user_id, row.uuid, View.CUSTOMER, key)
