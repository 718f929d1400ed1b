"""Hearing: a webhook of the fleet service becomes news of a delivery."""

import structlog

from bot.actions.backoff import pause
from bot.actions.desk import Desk
from bot.actions.news.projection import News, apply, known, told_by_event
from bot.actions.news.views import snapshot
from bot.fleet import EventKind, FleetError, FleetEvent, Refused, UnreadableEvent, read_event
from bot.store import jobs
from bot.store.database import Transaction
from bot.store.deliveries import DeliveryRow
from bot.store.jobs import Job

_log = structlog.get_logger(__name__)

# A webhook names a rider without a uuid, so an assignment can only be understood by asking.
_ALWAYS_ASK = {EventKind.CREATED, EventKind.ASSIGNED}
_ASKS = 3


async def hear(desk: Desk, job: Job) -> None:
    """Take in one webhook, which was verified before it was accepted; its job is settled.

    If the fleet service has to be asked and does not answer, the webhook waits.
    """
    try:
        await _take_in(desk, job)
    except FleetError as error:
        async with desk.database.write() as tx:
            await jobs.postpone(tx, job, tx.now + pause(job.attempts), type(error).__name__)


async def _take_in(desk: Desk, job: Job) -> None:
    event = read_event(job.body)
    if isinstance(event, UnreadableEvent) or event.kind is None:
        _log.warning("webhook not understood", job=job.id)
        await _finish(desk, job)
        return
    if event.kind in _ALWAYS_ASK or not await _believe(desk, job, event):
        await _ask_and_apply(desk, job, event)


async def _believe(desk: Desk, job: Job, event: FleetEvent) -> bool:
    """Apply what a webhook tells by itself; `False` if that is not enough to go by.

    It tells less than a delivery has, and the rest must be as it is known at this very moment.
    """
    async with desk.database.write() as tx:
        row = await known(tx, event.delivery_id)
        if row is None or _has_other_rider(row, event):
            return False
        await _apply(tx, row, event)
        await jobs.finish(tx, job)
    return True


async def _apply(tx: Transaction, row: DeliveryRow, event: FleetEvent) -> None:
    told = told_by_event(snapshot(row), event)
    await apply(tx, News(told, updated_at=event.updated_at))


def _has_other_rider(row: DeliveryRow, event: FleetEvent) -> bool:
    rider = snapshot(row).rider
    return bool(event.rider_name) and (rider is None or rider.name != event.rider_name)


async def _ask_and_apply(desk: Desk, job: Job, event: FleetEvent) -> None:
    """Ask until the answer is newer than everything that was learnt meanwhile."""
    for _ in range(_ASKS):
        asked_at = desk.clock.now()
        try:
            delivery = await desk.fleet.get_delivery(event.delivery_id)
        except Refused:  # not found, as a rule: the contract gives every failure this status
            _log.warning("webhook of a delivery that is not shown", delivery=event.delivery_id)
            break
        news = News(delivery, asked_at, event.updated_at)
        async with desk.database.write() as tx:
            if await apply(tx, news):
                await _add_failure(tx, event)
                await jobs.finish(tx, job)
                return
    await _finish(desk, job)


async def _add_failure(tx: Transaction, event: FleetEvent) -> None:
    """Apply what no answer of the fleet service tells: that an attempt has failed."""
    row = await known(tx, event.delivery_id)
    if row is not None and event.kind is EventKind.FAILED:
        await _apply(tx, row, event)


async def _finish(desk: Desk, job: Job) -> None:
    async with desk.database.write() as tx:
        await jobs.finish(tx, job)
