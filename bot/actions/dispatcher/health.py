"""Health: what an operator wants to know of the bot, its queues and the fleet service."""

import asyncio
from datetime import datetime, timedelta

from bot import __version__
from bot.actions.context import Context
from bot.actions.dispatcher import other_poller
from bot.actions.everyone import misunderstood
from bot.actions.recipients import staff
from bot.base.database.transaction import Transaction
from bot.base.http.certificate_ends import ENDS_SOON, known_end
from bot.base.queue import backlog, jobs, leases
from bot.fleet import FleetError, KeyRefused, RiderQuery
from bot.store import preferences
from bot.store.job_kind import JobKind
from bot.store.preferences import Preference
from bot.texts.dispatcher.health import Fleet, Health, Queue

_PATIENCE = 8.0
"""Seconds that a person waits for the fleet service."""

_LATELY = timedelta(minutes=30)


async def look(context: Context) -> Health:
    began = context.clock.elapsed()
    fleet = await _ask(context)
    latency = timedelta(seconds=context.clock.elapsed() - began)
    end = await asyncio.to_thread(known_end, context.identity.certificate)

    def health(tx: Transaction) -> Health:
        reconciled = _reconciled_at(tx)
        return Health(
            version=__version__,
            environment=context.identity.environment,
            fleet=fleet,
            latency=latency,
            last_webhook=jobs.latest(tx, JobKind.EVENT),
            last_reconciled=reconciled,
            is_reconciled_lately=reconciled is not None and tx.now - reconciled < _LATELY,
            queues=_queues(tx),
            reached=len(staff.reached(tx)),
            is_sending=leases.is_led(tx, f"sender:{context.identity.bot_id}"),
            other_poller=other_poller.known_since(tx),
            not_understood=misunderstood.lately(tx),
            certificate_end=end if end and end - tx.now < ENDS_SOON else None,
        )

    return await context.database.read(health)


async def _ask(context: Context) -> Fleet:
    """Ask for as little as can be asked."""
    try:
        async with asyncio.timeout(_PATIENCE):
            await context.fleet.list_riders(RiderQuery(per_page=1, with_ongoing=False))
    except KeyRefused:
        return Fleet.KEY_REFUSED
    except (FleetError, TimeoutError):
        return Fleet.SILENT
    return Fleet.WELL


def _queues(tx: Transaction) -> list[Queue]:
    counted = backlog.counts(tx)
    return [
        Queue(kind, counted.get((kind, "waiting"), 0), counted.get((kind, "dead"), 0))
        for kind in JobKind
    ]


def _reconciled_at(tx: Transaction) -> datetime | None:
    kept = preferences.get(tx, Preference.RECONCILED_AT)
    return datetime.fromisoformat(kept) if kept else None
