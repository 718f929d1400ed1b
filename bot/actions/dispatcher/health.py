"""The health of the bot, its queues and the fleet service, for operators."""

import asyncio
from datetime import datetime, timedelta

from bot import __version__
from bot.actions.context import Context
from bot.actions.dispatcher import other_poller
from bot.actions.everyone import misunderstood
from bot.actions.recipients import staff
from bot.base.database.transaction import Transaction
from bot.base.http.renewed_files import ENDS_SOON, known_end
from bot.base.queue import backlog, jobs, leases
from bot.fleet import FleetError, KeyRefused, RiderQuery
from bot.store import preferences
from bot.store.job_kind import JobKind
from bot.store.preferences import Preference
from bot.texts.dispatcher.health import Fleet, Health, Queue

_PATIENCE = 8.0
"""The seconds that /health waits for the fleet service."""

_LATELY = timedelta(minutes=30)


async def look(context: Context) -> Health:
    """Ask the fleet service, and read the state of the bot."""
    began = context.clock.elapsed()
    fleet = await _ask(context)
    latency = timedelta(seconds=context.clock.elapsed() - began)
    end = await asyncio.to_thread(known_end, context.identity.certificate)

    def health(tx: Transaction) -> Health:
        reconciled_at = preferences.get(tx, Preference.RECONCILED_AT)
        reconciled = datetime.fromisoformat(reconciled_at) if reconciled_at else None
        jobs_of = backlog.counts(tx)
        return Health(
            version=__version__,
            environment=context.identity.environment,
            fleet=fleet,
            latency=latency,
            last_webhook=jobs.latest(tx, JobKind.EVENT),
            last_reconciled=reconciled,
            is_reconciled_lately=reconciled is not None and tx.now - reconciled < _LATELY,
            queues=[
                Queue(kind, jobs_of.get((kind, "waiting"), 0), jobs_of.get((kind, "dead"), 0))
                for kind in JobKind
            ],
            reached=len(staff.reached(tx)),
            is_sending=leases.is_led(tx, f"sender:{context.identity.bot_id}"),
            other_poller=other_poller.known_since(tx),
            not_understood=misunderstood.lately(tx),
            certificate_end=end if end and end - tx.now < ENDS_SOON else None,
        )

    return await context.database.read(health)


async def _ask(context: Context) -> Fleet:
    try:
        # One rider without their open work is the smallest possible request.
        async with asyncio.timeout(_PATIENCE):
            await context.fleet.list_riders(RiderQuery(per_page=1, with_ongoing=False))
    except KeyRefused:
        return Fleet.KEY_REFUSED
    except (FleetError, TimeoutError):
        return Fleet.SILENT
    return Fleet.WELL
