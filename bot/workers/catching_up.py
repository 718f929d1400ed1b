"""Catching up: an old copy of the database learns what has happened since, and says nothing of it.

Until that is done nobody speaks and nobody asks for anything. What was sent and is not known, be it
for a copy or for a kill before a commit, is taken in at every start.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta

import structlog

from bot.actions.context import Context
from bot.actions.deliveries import alarms, copies, found_messages
from bot.actions.deliveries.found_messages import SentMessage
from bot.actions.deliveries.reconcile import reconcile
from bot.base.transaction import DatabaseFailed, Transaction
from bot.config import AlarmSettings
from bot.fleet import FleetError
from bot.store import message_numbers
from bot.workers.life_record import BEAT, TOUCH, LifeRecord
from bot.workers.on_call import OnCall
from bot.workers.sent_record import SentRecord

_log = structlog.get_logger(__name__)

_AFTER_TROUBLE = timedelta(seconds=3)


class CatchingUp:
    """Holds everything back until the store is no older than what the former run knew."""

    def __init__(
        self, context: Context, life: LifeRecord, sent: SentRecord, settings: AlarmSettings
    ) -> None:
        self._context = context
        self._life = life
        self._sent = sent
        self._unknown: list[SentMessage] = []
        self._settings = settings
        self._told_until: datetime | None = None
        self._is_done = asyncio.Event()
        self._beat_due = 0.0
        self.on_call = OnCall(context.clock, context.database.signals["life"], self._live)

    async def begin(self, taken_until: datetime | None) -> None:
        """Take out what waits in a copy; this comes before anything arrives.

        The record tells until when another run has lived. Only where there is none the updates do
        that it has taken: others may be missing, too.
        """
        self._told_until = await self._life.lived_until(otherwise=taken_until)
        if self._told_until is not None:
            zone = self._context.identity.zone
            await self._context.database.write(copies.take_out, zone)
            _log.warning("database is an old copy", other_run_until=self._told_until.isoformat())
        database = self._context.database
        self._unknown = await self._sent.later_than(await database.read(message_numbers.latest))
        if self._unknown:
            await database.write(_take_in_cards, self._unknown)
        self.on_call.call()

    async def end(self) -> None:
        """Record that this run has ended, unless it has never known how things are."""
        if self._is_done.is_set():
            with suppress(DatabaseFailed, OSError):
                await self._life.beat(has_ended=True)

    def behind(self, loop: Callable[[], Awaitable[None]]) -> Callable[[], Awaitable[None]]:
        """Return a loop that begins when everything is known."""

        async def run() -> None:
            await self._is_done.wait()
            await loop()

        return run

    async def _live(self) -> timedelta:
        """Catch up, if that is to be done, and record from then on that this run lives."""
        if self._told_until is not None:
            try:
                await reconcile(self._context, self._told_until)
            except FleetError as error:
                _log.error("old copy cannot catch up", error=repr(error))
                return _AFTER_TROUBLE
            await alarms.take_as_told(self._context.database, self._settings, self._told_until)
            if self._sent.is_there:
                await self._context.database.write(found_messages.show_unshown_jobs)
            self._told_until = None
        await self._take_in_words()
        self._is_done.set()
        try:
            await self._beat_or_touch()
        except OSError as error:
            _log.warning("life cannot be recorded beside the key file", error=repr(error))
            return BEAT
        return TOUCH

    async def _beat_or_touch(self) -> None:
        now = self._context.clock.elapsed()
        if now < self._beat_due:
            await self._life.touch()
            return
        self._beat_due = now + BEAT.total_seconds()
        await self._life.beat()

    async def _take_in_words(self) -> None:
        """Keep words that go with jobs, once it is known who has the jobs."""
        if self._unknown:
            await self._context.database.write(_take_in_words, self._unknown)
            self._unknown = []


def _take_in_cards(tx: Transaction, unknown: Sequence[SentMessage]) -> None:
    for each in unknown:
        found_messages.bring_up_to_date(tx, each)


def _take_in_words(tx: Transaction, unknown: Sequence[SentMessage]) -> None:
    for each in unknown:
        if each.view is None:
            found_messages.take_in(tx, each)
