"""The work of the bot: a worker for each kind of job, and the regular tasks."""

import asyncio
from collections.abc import Iterable
from datetime import timedelta
from functools import partial

from bot.actions.context import Context
from bot.actions.fleet_requests.registry import apologise, execute
from bot.actions.tracking.handle_event import handle_event
from bot.base.clock import Clock
from bot.base.loops import Loop, keep_going
from bot.base.queue.worker import RetryPolicy, Worker
from bot.chat.everyone.help import shared_menu
from bot.chat.reception import Reception
from bot.chat.registry import COMMANDS
from bot.config import Settings
from bot.store.job_kind import JobKind
from bot.store.meta import Owner
from bot.telegram.connection import CONNECTIONS, TelegramBot
from bot.telegram.sender import NoticeSender
from bot.workers.housekeeping import housekeeping
from bot.workers.photo_carrier import PhotoCarrier
from bot.workers.profile import setting_profile
from bot.workers.regular import Regular, alarming, folding_away, reconciling, setting_menus

# Each job waits for the fleet service, or for the commit that it shares with others.
_UPDATES_AT_ONCE = 32
_EVENTS_AT_ONCE = 64
_REQUESTS_AT_ONCE = 16
_PHOTOS_AT_ONCE = 4

# Jobs wait for Telegram or the fleet service as long as it takes. This is for faults of our own: a
# job that fails again and again must not hold up the jobs behind it.
_RETRIES = RetryPolicy(5, tuple(timedelta(seconds=seconds) for seconds in (0.5, 2, 10, 60)))


def make_sending_worker(context: Context, sender: NoticeSender) -> Worker:
    """Make the worker that sends notices; it runs in one process at a time."""
    return Worker(
        context.database,
        context.clock,
        JobKind.NOTICE,
        sender.send,
        patience=_RETRIES,
        concurrency=CONNECTIONS,
    )


def make_workers(context: Context, reception: Reception, carrier: PhotoCarrier) -> list[Worker]:
    """Make the workers of which each process has one."""
    make_worker = partial(Worker, context.database, context.clock, patience=_RETRIES)
    return [
        make_worker(
            JobKind.UPDATE,
            reception.handle,
            concurrency=_UPDATES_AT_ONCE,
            on_dead_letter=reception.apologise,
        ),
        make_worker(JobKind.EVENT, partial(handle_event, context), concurrency=_EVENTS_AT_ONCE),
        make_worker(
            JobKind.FLEET_REQUEST,
            partial(execute, context),
            concurrency=_REQUESTS_AT_ONCE,
            on_dead_letter=partial(apologise, context),
            label=JobKind.FLEET_REQUEST.label,
        ),
        make_worker(JobKind.PHOTO, carrier.carry, concurrency=_PHOTOS_AT_ONCE),
    ]


def make_regulars(
    context: Context, settings: Settings, bot: TelegramBot, owner: Owner
) -> list[Regular]:
    """Make the regular tasks, which one process does for all of them."""
    every = timedelta(minutes=settings.fleet.reconcile_minutes)
    return [
        reconciling(context, every, owner),
        alarming(context, settings.alarms),
        folding_away(context),
        housekeeping(context, settings.retention),
        setting_menus(context, bot, partial(shared_menu, commands=COMMANDS)),
        setting_profile(context, bot),
    ]


async def together(clock: Clock, loops: Iterable[Loop]) -> None:
    """Run loops until cancelled; a fault of one of them ends none of the others."""
    async with asyncio.TaskGroup() as tasks:
        for loop in loops:
            tasks.create_task(keep_going(clock, loop))
