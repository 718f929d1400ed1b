"""Ordering a change, looking at what is under way, and taking an order back in time."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.actions.commands.base import (
    Command,
    DeliveryCommand,
    lane_of,
    lane_of_rider,
    problem_lane_of,
)
from bot.actions.commands.kinds import AssignMany, readable
from bot.base import jobs
from bot.base.database import Transaction
from bot.base.jobs import NewJob, OpenJob
from bot.store import audit, deliveries
from bot.store.job_kind import JobKind


@dataclass(frozen=True, slots=True)
class Pending:
    """A change that is under way. `held_up`: it was tried, and nobody answered.

    Until `starts_at` it can still be taken back.
    """

    command: DeliveryCommand
    key: str
    held_up: bool
    starts_at: datetime


async def order(
    tx: Transaction, command: Command, key: str, *, after: timedelta = timedelta()
) -> None:
    """Ask for a change: it is durable with this transaction, and the cards show it as pending.

    It begins `after` a while, so that who has slipped can take it back.
    """
    body = command.model_dump_json().encode()
    new = NewJob(JobKind.FLEET_REQUEST, command.lane, key, body, due_at=tx.now + after)
    if not await jobs.add(tx, new):
        return
    delivery = command.delivery if isinstance(command, DeliveryCommand) else None
    if delivery is not None:
        await deliveries.touch(tx, delivery)
    await audit.record(tx, command.by, command.action, delivery, command.detail)


async def pending(tx: Transaction, delivery: str) -> list[Pending]:
    """Return the changes of a delivery that are under way, in their order."""
    return await _in_lane(tx, lane_of(delivery))


async def untold(tx: Transaction, delivery: str) -> list[Pending]:
    """Return what a delivery's rider has reported and nobody has been told yet."""
    return await _in_lane(tx, problem_lane_of(delivery))


async def _in_lane(tx: Transaction, lane: str) -> list[Pending]:
    return [
        Pending(command, job.key, job.held_up_by is not None, job.due_at)
        for command, job in await _open(tx, lane)
        if isinstance(command, DeliveryCommand)
    ]


async def _open(tx: Transaction, lane: str) -> list[tuple[Command, OpenJob]]:
    """Return what waits in a lane, as far as this version of the bot can read it."""
    waiting = await jobs.open_in_lane(tx, JobKind.FLEET_REQUEST, lane)
    return [(command, job) for job in waiting if (command := readable(job.body))]


async def withdraw(tx: Transaction, change: Pending) -> bool:
    """Take a change back that has not begun; `False` if it is too late for that."""
    if change.starts_at <= tx.now or not await jobs.withdraw(tx, JobKind.FLEET_REQUEST, change.key):
        return False
    await deliveries.touch(tx, change.command.delivery)
    await audit.record(
        tx, change.command.by, f"undo_{change.command.action}", change.command.delivery
    )
    return True


async def given_together(tx: Transaction, rider: str, delivery: str) -> bool:
    """Tell whether a delivery is just being given to a rider together with others."""
    return any(
        isinstance(command, AssignMany) and delivery in command.deliveries
        for command, _ in await _open(tx, lane_of_rider(rider))
    )
