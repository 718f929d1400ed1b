"""The projection: deliveries as last seen, and the one way in which they change.

Whatever tells of a delivery, be it a webhook, an answer to a request or a list read after a gap,
ends here. What is older than what is known changes nothing; what is new is kept and announced, in
one transaction. So it does not matter who brings the news first, or how often.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime

from bot.actions import request_queue
from bot.actions.delivery_change import DeliveryChange, Gap
from bot.actions.follow_ups import alarms, handovers, undelivered
from bot.actions.happenings import ACCEPTED
from bot.actions.notifications.announce import announce
from bot.actions.rider import usual_span
from bot.actions.rider.same_place import pickup_place
from bot.actions.snapshots import snapshot
from bot.actions.tracking import parties
from bot.base.database.transaction import Transaction
from bot.domain.known_delivery import DeliveryRow
from bot.fleet import Delivery, FleetEvent, Receiver, State
from bot.identifiers import DeliveryUuid, RiderUuid
from bot.store import deliveries, failed_attempts, problem_reports
from bot.store.failed_attempts import FailedAttempt
from bot.texts.callbacks import Verb

_ASKED_BY_NOBODY = frozenset({State.DECLINED, State.FAILED})
"""What nobody can ask for in a chat."""

HAVE_REASONS = frozenset({State.CANCELLED, State.DECLINED, State.FAILED})
"""What people ask the reason of."""

_GOES_ON = frozenset({State.ACCEPTED, State.IN_TRANSIT})
"""A delivery that comes to one of these has left behind what kept its rider from it."""


@dataclass(frozen=True, slots=True)
class Observation:
    """A delivery as somebody tells it.

    `as_of` is the number of the question that this answers (`Database.next_number`); `None` for a
    webhook, whose age `updated_at` tells. `actor` is the person whose request this is the answer
    to. `gap` is what is looked through, where it was found by looking.
    """

    delivery: Delivery
    as_of: int | None = None
    updated_at: datetime | None = None
    actor: int | None = None
    gap: Gap | None = None


def known(tx: Transaction, uuid: DeliveryUuid) -> DeliveryRow | None:
    """Return what is known of a delivery; nobody else changes it until this transaction ends."""
    tx.alone_with(f"delivery:{uuid}")
    return deliveries.get(tx, uuid)


def apply(tx: Transaction, news: Observation) -> bool:
    """Keep and announce what is new. `False` if more was learnt since the question was asked."""
    return apply_to(tx, known(tx, news.delivery.uuid), news)


def apply_to(tx: Transaction, row: DeliveryRow | None, news: Observation) -> bool:
    """Do the same to what is `known` in this transaction."""
    if row is not None and _was_overtaken(row, news):
        return False
    before = snapshot(row) if row else None
    news = replace(news, delivery=_completed(news.delivery, before))
    failed_at = _last_failure(tx, row)
    if row is not None and before is not None and _failed_again(row, news, failed_at):
        before = before.model_copy(update={"state": State.IN_TRANSIT})
    if row is not None and before == news.delivery and news.as_of is not None:
        deliveries.confirm(tx, row.uuid, news.as_of)
    if before == news.delivery or (row is not None and _is_old(row, news, failed_at)):
        return True
    as_of = tx.next_number() if news.as_of is None else news.as_of
    kept = deliveries.save(tx, _row(news, row, as_of, tx.now))
    if before is None or not parties.are_the_same(before, news.delivery):
        parties.record(tx, kept, news.delivery)
    if news.delivery.state is State.FAILED and (before is None or before.state != State.FAILED):
        failed = FailedAttempt(news.updated_at or tx.now, news.delivery.cancellation_reason)
        failed_attempts.record(tx, news.delivery.uuid, failed)
    awaited, awaits = handovers.follow(tx, row, before, news.delivery)
    alarms.put_in_order(tx, kept, news.delivery)
    _solve_problem(tx, before, news.delivery)
    undelivered.follow(tx, row, kept)
    usual_span.learn(tx, kept, before, news.delivery)
    change = DeliveryChange(
        *(kept, before, news.delivery, _actor(tx, news)),
        awaited=awaited,
        awaits=awaits,
        gap=news.gap,
        told_at=news.updated_at,
    )
    announce(tx, change)
    if news.actor is not None and change.happening not in {None, ACCEPTED}:
        alarms.webhook_expected(tx)
    return True


def _completed(told: Delivery, before: Delivery | None) -> Delivery:
    """Keep what is known where this says nothing of payment and commission, or the state in other
    words: not every shape has all.

    The commission is that of the rider of then.
    """
    if before is None:
        return told
    kept: dict[str, object] = {}
    if told.paid is None and before.paid is not None:
        kept["paid"] = before.paid
    if told.commission is None and before.commission and _rider(told) == _rider(before):
        kept["commission"] = before.commission
    if told.state is before.state is not State.UNKNOWN:
        kept["label"] = before.label
    return told.model_copy(update=kept) if kept else told


def _solve_problem(tx: Transaction, before: Delivery | None, after: Delivery) -> None:
    """What its rider had told of a delivery is over when it goes on, or is another's."""
    rider = _rider(before) if before else None
    if before is None or rider is None:
        return
    goes_on = after.state is not before.state and after.state in _GOES_ON
    if goes_on or rider != _rider(after):
        problem_reports.solve(tx, after.uuid, rider)


def _rider(delivery: Delivery) -> RiderUuid | None:
    return delivery.rider.uuid if delivery.rider else None


def _actor(tx: Transaction, news: Observation) -> int | None:
    """Return whose doing it is, also where the news is faster than the answer to their request.

    Somebody whose change was made may read in the answer to it how it ended by somebody else.
    """
    if news.delivery.state in _ASKED_BY_NOBODY:
        return None
    if news.delivery.state is not State.CANCELLED:
        return news.actor  # nothing else is said aloud to somebody who can have done it
    asked = [change.request for change in request_queue.pending(tx, news.delivery.uuid)]
    return next((one.by for one in asked if one.verb is Verb.CANCEL_DELIVERY), None)


def _was_overtaken(row: DeliveryRow, news: Observation) -> bool:
    """Tell whether the answer to a later question is kept, or what a webhook has told since."""
    return news.as_of is not None and row.as_of > news.as_of


def _last_failure(tx: Transaction, row: DeliveryRow | None) -> datetime | None:
    """Return when the last attempt of a delivery failed, or when that was found by looking."""
    failed = failed_attempts.of_delivery(tx, row.uuid) if row else []
    return failed[-1].at if failed else None


def _is_old(row: DeliveryRow, news: Observation, failed_at: datetime | None) -> bool:
    """Webhooks may come late: a lower rank, or the same one from an earlier time, is old.

    How a delivery failed may have been found by looking, before the webhooks told of it; and one
    may be told again when the parcel is on its way again.
    """
    told_at, state = news.updated_at, news.delivery.state
    if news.as_of is not None:
        return False
    if state is State.FAILED and told_at and failed_at and told_at <= failed_at:
        return True
    if state.rank != row.rank:
        return state.rank < row.rank
    times = [row.updated_at, failed_at if row.state == State.FAILED else None]
    return any(time and told_at and told_at < time for time in times)


def _failed_again(row: DeliveryRow, news: Observation, failed_at: datetime | None) -> bool:
    """A second attempt that failed changes nothing but the time at which it did."""
    both = row.state == State.FAILED and news.delivery.state is State.FAILED
    later = failed_at is not None and news.updated_at is not None and news.updated_at > failed_at
    return both and later


def _row(news: Observation, known: DeliveryRow | None, as_of: int, now: datetime) -> DeliveryRow:
    delivery = news.delivery
    rider = _rider(delivery)
    times = [time for time in (news.updated_at, known and known.updated_at) if time]
    is_still_theirs = known is not None and known.rider == rider
    return DeliveryRow(
        uuid=delivery.uuid,
        order_number=delivery.order_number,
        state=delivery.state,
        rank=delivery.state.rank,
        is_open=delivery.state.is_open,
        rider=rider,
        updated_at=max(times, default=None),
        snapshot=delivery.model_dump_json(),
        as_of=as_of,
        pickup=pickup_place(delivery),
        given_at=known.given_at if known and is_still_theirs else now,
        given_as_of=known.given_as_of if known and is_still_theirs else as_of,
        ended_at=None if delivery.state.is_open else _ended_at(news, known, now),
        question=known.question if known else None,
        ready_at=known.ready_at if known else None,
        trouble=known.trouble if known else None,
        late_by=known.late_by if known and is_still_theirs else None,
        picture=known.picture if known else None,
        outcome=known.outcome if known and is_still_theirs else None,
        again_at=known.again_at if known else None,
        left_with=known.left_with if known else None,
        attempt=known.attempt if known else None,
    )


def _ended_at(news: Observation, known: DeliveryRow | None, now: datetime) -> datetime:
    """Return when a delivery has ended: as the fleet says, or else when that was learnt."""
    if known is not None and known.ended_at is not None:
        return known.ended_at
    return min(news.delivery.dropoff_at or news.updated_at or now, now)


def told_by_answer(known: Delivery, answer: Delivery) -> Delivery:
    """Return a known delivery as the answer to a change tells that it is now.

    Such an answer may leave out what was not touched.
    """
    is_named = answer.rider is not None and answer.rider.uuid not in (None, _rider(known))
    return known.model_copy(
        update={
            "state": answer.state,
            "label": answer.label,
            "rider": answer.rider if is_named else known.rider,
            "commission": answer.commission if is_named else known.commission,
            "paid": known.paid if answer.paid is None else answer.paid,
            "pickup_at": answer.pickup_at or known.pickup_at,
            "dropoff_at": answer.dropoff_at or known.dropoff_at,
            "pickup_photo": answer.pickup_photo or known.pickup_photo,
            "dropoff_photo": answer.dropoff_photo or known.dropoff_photo,
            "cancellation_reason": answer.cancellation_reason or known.cancellation_reason,
            "cancelled_by": answer.cancelled_by or known.cancelled_by,
            "receivers": tuple(
                receiver.model_copy(update={"state": None}) for receiver in known.receivers
            ),
        }
    )


def told_by_event(known: Delivery, event: FleetEvent) -> Delivery:
    """Return a known delivery as a webhook tells that it is now."""
    told = event.delivery
    changes = {
        "state": told.state if told.state is not State.UNKNOWN else known.state,
        "label": told.label or known.label,
        "paid": known.paid if told.paid is None else told.paid,
        "pickup_at": told.pickup_at or known.pickup_at,
        "dropoff_at": told.dropoff_at or known.dropoff_at,
        "dropoff_photo": told.dropoff_photo or known.dropoff_photo,
        "receivers": _merged_receivers(known, event),
    }
    if told.state in HAVE_REASONS:
        reason = told_reason(known, event)
        changes["cancellation_reason"] = reason or known.cancellation_reason
        changes["cancelled_by"] = told.cancelled_by or known.cancelled_by
    return known.model_copy(update=changes)


def told_reason(known: Delivery, event: FleetEvent) -> str | None:
    """Return why a delivery has come to a bad end, as far as a webhook or the fleet tells that."""
    # Where nobody gave a reason it may be the delivery's own note, which is for its rider.
    note = event.note if event.note != known.note else None
    return event.delivery.cancellation_reason or note


def _merged_receivers(known: Delivery, event: FleetEvent) -> tuple[Receiver, ...]:
    """Give each receiver the state that was told of it; where there is none, the delivery's is."""
    told = {receiver.uuid: receiver for receiver in event.receivers if receiver.uuid}
    common = {State.UNKNOWN, event.delivery.state}
    return tuple(
        _merged(receiver, told.get(receiver.uuid or ""), common) for receiver in known.receivers
    )


def _merged(known: Receiver, told: Receiver | None, common: Collection[State]) -> Receiver:
    if told is None:
        return known.model_copy(update={"state": None})
    state = None if told.state in common else told.state
    photo = told.dropoff_photo or known.dropoff_photo
    return known.model_copy(update={"state": state, "dropoff_photo": photo})
