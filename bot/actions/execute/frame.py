"""The frame around every change of a delivery: read, compare, decide, ask once, and settle."""

from bot.actions import notices
from bot.actions.access import may
from bot.actions.deliveries.projection import Observation, apply
from bot.actions.execute.change import Change
from bot.actions.execute.patience import LONG, wait
from bot.actions.notices import Say
from bot.base import jobs
from bot.base.database import Transaction
from bot.fleet import FleetError, KeyRefused, NotSent, Refused, Unavailable
from bot.store import deliveries, people
from bot.store.deliveries import DeliveryRow
from bot.store.people import Person, Role
from bot.texts.dispatcher import replies as dispatcher_texts
from bot.texts.words import Words


class _Forgotten(Exception):
    """Who has asked for the change is not known any more: they wanted to be forgotten."""


async def carry_out(change: Change) -> bool:
    """Make a change, or let it wait for a better moment; `False` if it waits.

    Its job is settled either way.
    """
    try:
        return await _carry_out_or_wait(change)
    except _Forgotten:
        async with change.context.database.write() as tx:
            await _finish(tx, change)
        return True


async def kept_waiting(tx: Transaction, change: Change) -> None:
    """The turn of a change has not come yet: tell people in time, give up what may expire."""
    try:
        person, row = await _concerned(tx, change)
    except _Forgotten:
        await jobs.withdraw(tx, change.job.kind, change.job.key)
        return
    age = tx.now - change.job.created_at
    if age >= LONG:
        await change.waits_long(tx, person, row)
    if change.expires is None or age < change.expires:
        return
    if await jobs.withdraw(tx, change.job.kind, change.job.key):
        await change.refresh(tx)
        await change.expired(tx, person, row)


async def _carry_out_or_wait(change: Change) -> bool:
    try:
        await _carry_out(change)
    except FleetError as error:
        return await _hold_up(change, error)
    return True


async def _carry_out(change: Change) -> None:
    context = change.context
    asked_at = context.clock.now()
    delivery = await context.fleet.get_delivery(change.delivery)
    if change.is_done(delivery):
        await _settle(change, Observation(delivery, asked_at, actor=change.by))
        return
    if not await _may_be_sent(change, Observation(delivery, asked_at)):
        return
    refusal = await _send(change)
    # The answer to a change may leave out what it did not touch; only the delivery itself is whole.
    asked_at = context.clock.now()
    delivery = await context.fleet.get_delivery(change.delivery)
    if refusal is None or change.is_done(delivery):
        await _settle(change, Observation(delivery, asked_at, actor=change.by))
    else:
        await _refuse(change, refusal, Observation(delivery, asked_at))


async def _send(change: Change) -> Refused | None:
    """Ask for the change; return the refusal if the fleet service said no."""
    try:
        await change.send()
    except Refused as refusal:
        return refusal
    return None


async def _may_be_sent(change: Change, news: Observation) -> bool:
    """Check person and rules once more, against the delivery as it is now."""
    async with change.context.database.write() as tx:
        await apply(tx, news)
        person, row = await _concerned(tx, change)
        if not may(person, change.action, row):
            await _finish(tx, change)
            await change.forbidden(tx, person, row)
            return False
        if await change.stopped(tx, person, row):
            await _finish(tx, change)
            return False
        await change.before_sending(tx)
    return True


async def _settle(change: Change, news: Observation) -> None:
    async with change.context.database.write() as tx:
        await apply(tx, news)
        await change.done(tx)
        await _finish(tx, change)


async def _refuse(change: Change, refusal: Refused, news: Observation | None = None) -> None:
    """Say what the service said; but a job that was lost meanwhile is no mistake of the person."""
    async with change.context.database.write() as tx:
        if news is not None:
            await apply(tx, news)
        person, row = await _concerned(tx, change)
        await _finish(tx, change)
        if may(person, change.action, row):
            await change.refused(tx, person, row, refusal)
        else:
            await change.not_looked_at(tx)
            await change.forbidden(tx, person, row)


async def _hold_up(change: Change, error: FleetError) -> bool:
    """Nothing was decided: try again later, tell people in time, give up only what may expire."""
    if isinstance(error, Refused):  # the delivery itself cannot be read any more
        await _refuse(change, error)
        return True
    async with change.context.database.write() as tx:
        person, row = await _concerned(tx, change)
        age = tx.now - change.job.created_at
        if isinstance(error, NotSent | Unavailable | KeyRefused):
            await change.not_looked_at(tx)
        if isinstance(error, KeyRefused):
            await alert_staff(tx)
        if age >= LONG:
            await change.waits_long(tx, person, row)
        if change.expires is not None and age >= change.expires:
            await _finish(tx, change)
            await change.expired(tx, person, row)
            return True
        until = tx.now + wait(change.job, age, error, change.expires)
        await jobs.postpone(tx, change.job, until, type(error).__name__)
        await change.refresh(tx)
    return False


async def _concerned(tx: Transaction, change: Change) -> tuple[Person, DeliveryRow]:
    person = await people.get(tx, change.by)
    row = await deliveries.get(tx, change.delivery)
    if row is None:
        raise LookupError(f"command {change.job.id} names an unknown delivery")
    if person is None:
        raise _Forgotten
    return person, row


async def _finish(tx: Transaction, change: Change) -> None:
    await jobs.finish(tx, change.job)
    await change.refresh(tx)


async def alert_staff(tx: Transaction) -> None:
    """Tell every dispatcher that the API key is refused, once a day."""
    for person in await people.with_role(tx, (Role.OWNER, Role.DISPATCHER)):
        message = Words(person.language).message(dispatcher_texts.KEY_REFUSED)
        key = f"key_refused|{person.user_id}|{tx.now:%Y-%m-%d}"
        await notices.post(tx, Say(chat_id=person.user_id, message=message), key)
