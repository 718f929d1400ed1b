"""The usual time of arrival, learned from this business's own deliveries, and the stops before it.

Each delivery teaches how long it took from the pickup, and from each stop before its own, by the
times that the fleet service tells.
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
"""The count of stops and starts if a rider has one stop and delivered nothing since its pickup."""

_A_SECOND = timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class Expected:
    """The expected arrival of a parcel: the usual `span`, if known, and the doors before its own.

    `doors_before` is `None` if the rider has only this stop, and no other since its pickup.
    """

    span: UsualSpan | None
    doors_before: int | None


def learn(tx: Transaction, row: DeliveryRow, before: Delivery | None, after: Delivery) -> None:
    """Record how long a delivery took, if it has just been delivered.

    A parcel with a failed attempt, or one that was left with somebody, is not typical: skip it.
    """
    begun, ended = after.pickup_at, after.dropoff_at
    is_new = after.state is State.DELIVERED and (before is None or before.state.is_open)
    if not is_new or row.rider is None or row.attempt or begun is None or ended is None:
        return
    if not _A_SECOND <= ended - begun <= LONGEST_TRIP:
        return
    since = [begun, *trips.dropped_off(tx, row.rider, begun, ended)]
    # At the pickup all these stops were still ahead of this one, after the last of them none.
    for stops, moment in zip(reversed(range(len(since))), since, strict=True):
        if stops < FURTHEST_STOP:
            trips.record(tx, row.uuid, stops, Trip(moment, (ended - moment) // _A_SECOND))


def expected(tx: Transaction, row: DeliveryRow, zone: tzinfo) -> Expected | None:
    """Return when a parcel on its way comes; `None` if only its rider's own words can tell.

    The minutes that a rider is late move the end of the span.
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
    # Count doors, not parcels: several parcels for one door are one stop to a receiver.
    doors: list[Delivery] = []
    for each in map(snapshot, stops[: place + 1]):
        if not any(is_same_door(each, other) for other in doors):
            doors.append(each)
    # The last stop of a round still counts, so that a receiver who has counted down reads 0.
    is_round = len(stops) + len(since) > _ALONE
    return Expected(span, len(doors) - 1 if is_round else None)


def _round_of(tx: Transaction, rider: RiderUuid) -> Sequence[DeliveryRow]:
    """Return a rider's stops in order; the order of a rider who is not here is unknown."""
    person = people.rider_person(tx, rider)
    if person is not None:
        return rounds.stops(tx, person)
    brought = [row for row in deliveries.open_of_rider(tx, rider) if row.state == State.IN_TRANSIT]
    return brought if len(brought) == 1 else []


def refresh(
    tx: Transaction, rider: RiderUuid, cause: EffectKey, besides: DeliveryUuid | None = None
) -> None:
    """Update the cards of the customers whose turn is near, because the round has changed."""
    for row in _round_of(tx, rider)[: STOPS_TOLD + 1]:
        if row.uuid != besides:
            for one in subscriptions.of_delivery(tx, row.uuid):
                key = effect_keys.nearer(cause, row.uuid, one.user_id)
                notices.put_right(tx, one.user_id, row.uuid, View.CUSTOMER, key)
