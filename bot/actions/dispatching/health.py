"""Health: what an operator wants to know of the bot, its queues and the fleet service."""

import asyncio
from datetime import datetime, timedelta

from bot import __version__
from bot.actions.desk import Desk
from bot.fleet import FleetError, KeyRefused, RiderQuery
from bot.store import jobs, leases, preferences
from bot.store.database import Transaction
from bot.store.jobs import JobKind
from bot.store.preferences import Preference
from bot.texts.dispatching.health import Fleet, Health, Queue

_PATIENCE = 8.0
"""Seconds that a person waits for the fleet service."""

_LATELY = timedelta(minutes=30)


async def look(desk: Desk) -> Health:
    """Look at everything once."""
    began = desk.clock.now()
    fleet = await _ask(desk)
    latency = desk.clock.now() - began
    async with desk.database.read() as tx:
        reconciled = await _reconciled_at(tx)
        sending_until = await leases.held_until(tx, f"sender:{desk.house.bot_id}")
        return Health(
            version=__version__,
            environment=desk.house.environment,
            fleet=fleet,
            latency=latency,
            last_webhook=await jobs.latest(tx, JobKind.EVENT),
            last_reconciled=reconciled,
            is_reconciled_lately=reconciled is not None and tx.now - reconciled < _LATELY,
            queues=await _queues(tx),
            is_sending=sending_until is not None and sending_until > tx.now,
        )


async def _ask(desk: Desk) -> Fleet:
    """Ask for as little as can be asked."""
    try:
        async with asyncio.timeout(_PATIENCE):
            await desk.fleet.list_riders(RiderQuery(per_page=1, with_ongoing=False))
    except KeyRefused:
        return Fleet.KEY_REFUSED
    except (FleetError, TimeoutError):
        return Fleet.SILENT
    return Fleet.WELL


async def _queues(tx: Transaction) -> list[Queue]:
    counted = await jobs.counts(tx)
    return [
        Queue(kind, counted.get((kind, "waiting"), 0), counted.get((kind, "dead"), 0))
        for kind in JobKind
    ]


async def _reconciled_at(tx: Transaction) -> datetime | None:
    kept = await preferences.get(tx, Preference.RECONCILED_AT)
    return datetime.fromisoformat(kept) if kept else None
