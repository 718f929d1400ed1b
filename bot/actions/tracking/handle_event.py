"""Handling an event: a webhook of the fleet service becomes an observation of a delivery."""

from datetime import timedelta
from functools import partial

from bot.actions.context import Context
from bot.actions.fleet_outage import FLEET_OUTAGE, reason_of, wait_after
from bot.actions.snapshots import snapshot
from bot.actions.tracking import webhook_trial
from bot.actions.tracking.projection import (
    HAVE_REASONS,
    Observation,
    apply,
    apply_to,
    known,
    told_by_event,
    told_reason,
)
from bot.base.database import correlation
from bot.base.database.transaction import Transaction
from bot.base.log import Logger
from bot.base.queue import jobs
from bot.base.queue.jobs import Job, NewJob
from bot.domain.known_delivery import DeliveryRow
from bot.fleet import EventKind, FleetError, FleetEvent, Refused, UnreadableEvent, read_event
from bot.parsing.phones import e164, is_same
from bot.store import deliveries

_log = Logger(__name__)

# The webhook of a new delivery tells less than the delivery has.
_ALWAYS_ASK = {EventKind.CREATED}
_ASKS = 3

_NOT_SHOWN = "delivery not shown"
_LOOKED_AGAIN_AFTER = tuple(timedelta(seconds=seconds) for seconds in (2, 10, 60))
"""A replica may not have the delivery yet, and a proxy may refuse for a moment."""


def take_at_once(context: Context, tx: Transaction, job: NewJob) -> bool:
    """Apply a webhook as it arrives; `False` if its worker has to handle it, perhaps by asking."""
    event = read_event(job.body)
    if not isinstance(event, FleetEvent) or event.kind is None or event.kind in _ALWAYS_ASK:
        return False
    if event.delivery.state in HAVE_REASONS and _lacks_reason(tx, event):
        return False
    # Its effects carry an id of this webhook, as the effects of a job do.
    tx.correlation_id = correlation.new()
    is_applied = _apply(tx, event)
    if is_applied:
        tx.after(partial(_note, context, event, tx.correlation_id))
    return is_applied


def _note(context: Context, event: FleetEvent, correlation_id: str | None) -> None:
    with correlation.working_on(correlation_id):
        _log.info("webhook", kind=event.kind_text, delivery=event.delivery_id)
    if event.updated_at is not None:
        context.metrics.event_understood(context.clock.now() - event.updated_at)


async def handle_event(context: Context, job: Job) -> None:
    """Take in one webhook, which was verified before it was accepted, and settle its job.

    If the fleet service has to be asked and does not answer, the webhook waits. If it keeps
    refusing to show the delivery, the bot uses only the content of the webhook.
    """
    event = read_event(job.body)
    if isinstance(event, FleetEvent) and webhook_trial.is_one(event):
        await context.database.write(webhook_trial.tell, job, event)
        return
    if isinstance(event, UnreadableEvent) or event.kind is None:
        # The same bytes would say no more at another attempt.
        _log.warning("webhook not understood", job=job.id)
        await context.database.write(jobs.finish, job)
        return
    _note(context, event, job.correlation_id)
    is_bad_end = event.delivery.state in HAVE_REASONS
    # People hear of a bad end only once, so the bot asks for the reason first.
    if is_bad_end and await context.database.read(_lacks_reason, event):
        event = await _with_reason(context, event)
    tells_all = event.kind not in _ALWAYS_ASK
    if tells_all and await context.database.write(_apply_and_finish, job, event):
        return
    try:
        await _ask_and_apply(context, job, event)
    except Refused:  # not found, as a rule: the contract gives every failure this status
        await context.database.write(_look_again, job)
    except FleetError as error:
        await context.database.write(_postpone, job, error)


def _postpone(tx: Transaction, job: Job, error: FleetError) -> None:
    until = tx.now + wait_after(error, job.attempts)
    FLEET_OUTAGE.postpone(tx, job, until, reason_of(error))


def _look_again(tx: Transaction, job: Job) -> None:
    times = _times_not_shown(job)
    until = tx.now + _LOOKED_AGAIN_AFTER[times]
    jobs.postpone(tx, job, until, f"{_NOT_SHOWN} {times + 1}")


def _times_not_shown(job: Job) -> int:
    """Return how often in a row the fleet service has just refused to show the delivery."""
    why, _, times = (job.held_up_by or "").rpartition(" ")
    return int(times) if why == _NOT_SHOWN else 0


def _lacks_reason(tx: Transaction, event: FleetEvent) -> bool:
    """Tell whether a webhook gives no reason for the bad end of a known open delivery."""
    row = deliveries.get(tx, event.delivery_id)
    return row is not None and row.is_open and told_reason(snapshot(row), event) is None


async def _with_reason(context: Context, event: FleetEvent) -> FleetEvent:
    """Ask the fleet service once for the reason, and return the event with it.

    Without an answer the event stays as it is: a rider on the way to a cancelled delivery must not
    wait until the fleet service answers.
    """
    try:
        delivery = await context.fleet.get_delivery(event.delivery_id)
    except FleetError as error:
        _log.warning("no reason is known", delivery=event.delivery_id, error=error)
        return event
    reason = {
        "cancellation_reason": delivery.cancellation_reason,
        "cancelled_by": delivery.cancelled_by,
    }
    return event.model_copy(update={"delivery": event.delivery.model_copy(update=reason)})


def _apply_and_finish(tx: Transaction, job: Job, event: FleetEvent) -> bool:
    is_applied = _apply(tx, event)
    if is_applied:
        jobs.finish(tx, job)
    return is_applied


def _apply(tx: Transaction, event: FleetEvent) -> bool:
    """Apply the content of a webhook; `False` if it is not enough.

    A webhook has fewer fields than a delivery; the others come from the delivery as known now.
    """
    row = known(tx, event.delivery_id)
    if row is None or _has_other_rider(row, event):
        return False
    _merge(tx, row, event)
    return True


def _merge(tx: Transaction, row: DeliveryRow, event: FleetEvent) -> None:
    delivery = told_by_event(snapshot(row), event)
    apply_to(tx, row, Observation(delivery, updated_at=event.updated_at))


def _has_other_rider(row: DeliveryRow, event: FleetEvent) -> bool:
    """Tell whether a webhook names another rider; it names riders without a uuid.

    An assignment needs certainty, so it compares the phone number: two riders may share a name,
    but not a number.
    """
    rider = snapshot(row).rider
    if rider is None or rider.name != event.rider_name:
        return bool(event.rider_name) or event.kind is EventKind.ASSIGNED
    number = e164(event.rider_phone, rider.phone_code)
    is_sure = number is not None and is_same(rider.phone_number, rider.phone_code, number)
    return event.kind is EventKind.ASSIGNED and not is_sure


async def _ask_and_apply(context: Context, job: Job, event: FleetEvent) -> None:
    """Ask until the answer is newer than everything that was learnt meanwhile."""
    for _ in range(_ASKS):
        # Drawn before the question, so that news during the question has a higher number.
        as_of = await context.database.next_number()
        try:
            delivery = await context.fleet.get_delivery(event.delivery_id)
        except Refused:
            if _times_not_shown(job) < len(_LOOKED_AGAIN_AFTER):
                raise
            _log.warning("webhook of a delivery that is not shown", delivery=event.delivery_id)
            await context.database.write(_apply_alone, job, event)
            return
        news = Observation(delivery, as_of, event.updated_at)
        if await context.database.write(_apply_answer, job, event, news):
            return
    # Each time the bot learnt something newer than the webhook in between.
    await context.database.write(jobs.finish, job)


def _apply_alone(tx: Transaction, job: Job, event: FleetEvent) -> None:
    """Apply only the content of the webhook; of a rider it has only the name."""
    row = known(tx, event.delivery_id)
    if row is None:
        apply_to(tx, None, Observation(event.delivery, updated_at=event.updated_at))
    else:
        _merge(tx, row, event)
    jobs.finish(tx, job)


def _apply_answer(tx: Transaction, job: Job, event: FleetEvent, news: Observation) -> bool:
    """Apply the answer of the fleet service; `False` if the bot has learnt something newer."""
    if not apply(tx, news):
        return False
    if event.kind is EventKind.FAILED:
        # No answer of the fleet service tells of a failed attempt.
        row = known(tx, event.delivery_id)
        if row is not None:
            _merge(tx, row, event)
    jobs.finish(tx, job)
    return True
