"""The projection: deliveries as last seen, and the one way in which they change.

Every source of news ends here: a webhook, an answer to a request, a list read after a gap. News
older than the known delivery changes nothing; newer news is kept and announced, in one transaction.
So it does not matter which source brings the news first, or how often.
"""

from dataclasses import dataclass
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
from bot.identifiers import DeliveryUuid
from bot.store import deliveries, failed_attempts, problem_reports
from bot.store.failed_attempts import FailedAttempt
from bot.texts.callbacks import Verb

_ASKED_BY_NOBODY = frozenset({State.DECLINED, State.FAILED})
"""The bad ends that nobody can ask for in a chat."""

HAVE_REASONS = frozenset({State.CANCELLED, State.DECLINED, State.FAILED})
"""The bad ends; people want to know the reason of each."""

_GOES_ON = frozenset({State.ACCEPTED, State.IN_TRANSIT})
"""The states that end a problem which the rider has reported."""


@dataclass(frozen=True, slots=True)
class Observation:
    """A delivery as a source of news tells it.

    `as_of` is the number of the question that this answers (`Database.next_number`); it is `None`
    for a webhook, whose age `updated_at` tells. `actor` is the person whose request this answers.
    `gap` is the period in which a look found it, if it was found by looking.
    """

    delivery: Delivery
    as_of: int | None = None
    updated_at: datetime | None = None
    actor: int | None = None
    gap: Gap | None = None


def known(tx: Transaction, uuid: DeliveryUuid) -> DeliveryRow | None:
    """Return a known delivery; nobody else can change it until this transaction ends."""
    deliveries.hold(tx, uuid)
    return deliveries.get(tx, uuid)


def apply(tx: Transaction, news: Observation) -> bool:
    """Keep and announce news; `False` if the bot has learnt more since the question was asked."""
    return apply_to(tx, known(tx, news.delivery.uuid), news)


def apply_to(tx: Transaction, row: DeliveryRow | None, news: Observation) -> bool:
    """Keep and announce news of a delivery that this transaction has read with `known`."""
    if row is not None and news.as_of is not None and row.as_of > news.as_of:
        return False  # a later question was answered, or a webhook came, since the question
    change = _keep(tx, row, news)
    if change is not None:
        _react(tx, row, change)
        # A webhook should tell of a change made here, too. None tells of an acceptance.
        if news.actor is not None and change.happening not in {None, ACCEPTED}:
            alarms.webhook_expected(tx)
    return True


def _keep(tx: Transaction, row: DeliveryRow | None, news: Observation) -> DeliveryChange | None:
    """Save a delivery as told, and return the change; `None` if nothing is new."""
    before = snapshot(row) if row else None
    after = _completed(news.delivery, before)
    failures = failed_attempts.of_delivery(tx, row.uuid) if row else []
    failed_at = failures[-1].at if failures else None
    told_at = news.updated_at
    is_later = failed_at is not None and told_at is not None and told_at > failed_at
    if before is not None and before.state is after.state is State.FAILED and is_later:
        # A second failed attempt changes only the time of the failure. So the parcel counts as
        # having been on its way in between, as it really was.
        before = before.model_copy(update={"state": State.IN_TRANSIT})
    if row is not None and before == after and news.as_of is not None:
        deliveries.confirm(tx, row.uuid, news.as_of)
    if before == after or (row is not None and _is_old(row, news, failed_at)):
        return None
    as_of = tx.next_number() if news.as_of is None else news.as_of
    saved = deliveries.save(tx, _row(after, row, as_of, told_at, tx.now))
    # Before the alarms and the announcement, which read the hand-over.
    awaited, awaits = handovers.follow(tx, row, before, after)
    return DeliveryChange(
        saved,
        before,
        after,
        _actor(tx, after, news.actor),
        awaited=awaited,
        awaits=awaits,
        gap=news.gap,
        told_at=told_at,
    )


def _react(tx: Transaction, row: DeliveryRow | None, change: DeliveryChange) -> None:
    """Update everything that is kept with a delivery; `row` is the delivery as known before.

    People are told last, when everything that their cards show is up to date.
    """
    saved, before, after = change.row, change.before, change.after
    parties.follow(tx, change)
    if after.state is State.FAILED and (before is None or before.state is not State.FAILED):
        failure = FailedAttempt(change.told_at or tx.now, after.cancellation_reason)
        failed_attempts.record(tx, after.uuid, failure)
    alarms.put_in_order(tx, saved, after)
    rider = before.rider_uuid if before else None
    if before is not None and rider is not None:
        # A rider's problem is over when the parcel goes on, or goes to another rider.
        goes_on = after.state is not before.state and after.state in _GOES_ON
        if goes_on or rider != after.rider_uuid:
            problem_reports.solve(tx, after.uuid, rider)
    undelivered.follow(tx, row, saved)
    usual_span.learn(tx, saved, before, after)
    announce(tx, change)


def _completed(told: Delivery, before: Delivery | None) -> Delivery:
    """Fill in the fields that a shape of the contract leaves out, from the known delivery.

    Not every shape has payment and commission, or names the state in the same words. The known
    commission is kept only while the rider is the same.
    """
    if before is None:
        return told
    missing: dict[str, object] = {}
    if told.paid is None and before.paid is not None:
        missing["paid"] = before.paid
    if told.commission is None and before.commission and told.rider_uuid == before.rider_uuid:
        missing["commission"] = before.commission
    if told.state is before.state is not State.UNKNOWN:
        missing["label"] = before.label
    return told.model_copy(update=missing) if missing else told


def _actor(tx: Transaction, after: Delivery, actor: int | None) -> int | None:
    """Return the person who did it, even if the news is faster than the answer to their request.

    The actor of a cancellation is the person who asked to cancel. The answer to another change may
    also show a cancelled delivery, but then somebody else has ended it.
    """
    if after.state in _ASKED_BY_NOBODY:
        return None
    if after.state is not State.CANCELLED:
        return actor  # no other loud message could go to the person who did it
    requests = [change.request for change in request_queue.pending(tx, after.uuid)]
    return next((one.by for one in requests if one.verb is Verb.CANCEL_DELIVERY), None)


def _is_old(row: DeliveryRow, news: Observation, failed_at: datetime | None) -> bool:
    """Tell whether a webhook comes late: it has a lower rank, or the same rank and an earlier time.

    A look may find a failed attempt before its webhook comes. A webhook of a failure may also be
    sent again when the parcel is on its way again.
    """
    told_at, state = news.updated_at, news.delivery.state
    if news.as_of is not None:
        return False  # an answer is as new as its question
    if state is State.FAILED and told_at and failed_at and told_at <= failed_at:
        return True
    if state.rank != row.rank:
        return state.rank < row.rank
    times = [row.updated_at, failed_at if row.state == State.FAILED else None]
    return any(time and told_at and told_at < time for time in times)


def _row(
    delivery: Delivery,
    known: DeliveryRow | None,
    as_of: int,
    told_at: datetime | None,
    now: datetime,
) -> DeliveryRow:
    """Return the row to save: the fleet service's fields, and those that only this bot knows."""
    rider = delivery.rider_uuid
    times = [time for time in (told_at, known and known.updated_at) if time]
    is_still_theirs = known is not None and known.rider == rider
    ended_at = None if delivery.state.is_open or known is None else known.ended_at
    if ended_at is None and not delivery.state.is_open:
        # The fleet service's time, or else the time of the news; never later than now.
        ended_at = min(delivery.dropoff_at or told_at or now, now)
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
        ended_at=ended_at,
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


def told_by_answer(known: Delivery, answer: Delivery) -> Delivery:
    """Return a known delivery, updated by the answer to a change.

    Such an answer may leave out the fields that the change did not touch.
    """
    is_named = answer.rider_uuid not in (None, known.rider_uuid)
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
    """Return a known delivery, updated by a webhook."""
    news = event.delivery
    by_uuid = {receiver.uuid: receiver for receiver in event.receivers if receiver.uuid}
    changes = {
        "state": news.state if news.state is not State.UNKNOWN else known.state,
        "label": news.label or known.label,
        "paid": known.paid if news.paid is None else news.paid,
        "pickup_at": news.pickup_at or known.pickup_at,
        "dropoff_at": news.dropoff_at or known.dropoff_at,
        "dropoff_photo": news.dropoff_photo or known.dropoff_photo,
        "receivers": tuple(
            _merged_receiver(receiver, by_uuid.get(receiver.uuid or ""), news.state)
            for receiver in known.receivers
        ),
    }
    if news.state in HAVE_REASONS:
        reason = told_reason(known, event)
        changes["cancellation_reason"] = reason or known.cancellation_reason
        changes["cancelled_by"] = news.cancelled_by or known.cancelled_by
    return known.model_copy(update=changes)


def _merged_receiver(known: Receiver, told: Receiver | None, common: State) -> Receiver:
    """Return a receiver with the state that a webhook tells; `common` is the delivery's own state.

    A receiver without a state of its own has the delivery's state.
    """
    if told is None:
        return known.model_copy(update={"state": None})
    state = None if told.state in {State.UNKNOWN, common} else told.state
    photo = told.dropoff_photo or known.dropoff_photo
    return known.model_copy(update={"state": state, "dropoff_photo": photo})


def told_reason(known: Delivery, event: FleetEvent) -> str | None:
    """Return the reason for a delivery's bad end, if the webhook's delivery or its note has one."""
    # Without a reason the note may be the delivery's own, which is for its rider.
    note = event.note if event.note != known.note else None
    return event.delivery.cancellation_reason or note
