"""Catching up: an old copy of the database learns what has happened since, and tells nobody.

Until that is done, the bot sends nothing and requests nothing. At every start it also takes in the
messages that were sent but are unknown, because of an old copy or of a kill before a commit.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta

from pydantic import TypeAdapter

from bot.actions.cards import copies, found_messages
from bot.actions.cards.found_messages import SentMessage
from bot.actions.context import Context
from bot.actions.follow_ups import alarms
from bot.actions.notice_kinds import Urgency
from bot.actions.tracking.reconcile import reconcile
from bot.base.database.transaction import DatabaseFailed, Transaction
from bot.base.log import Logger
from bot.base.queue import backlog, batches
from bot.config import AlarmSettings
from bot.fleet import FleetError
from bot.recovery.run_record import BEAT, TOUCH, LifeRecord
from bot.store import message_numbers, preferences
from bot.store.job_kind import JobKind
from bot.store.preferences import Preference
from bot.telegram.sent_log import SentRecord
from bot.workers.on_call import OnCall

_log = Logger(__name__)

_AFTER_TROUBLE = timedelta(seconds=3)
_NUMBERS: TypeAdapter[dict[int, int]] = TypeAdapter(dict[int, int])


class CatchingUp:
    """Holds all other loops back until the store knows at least what the former run knew."""

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
        """Withdraw the jobs that wait in an old copy; call this before anything arrives.

        The life record shows until when another run has lived. Without a record, the updates that
        this other run has taken show it.
        """
        self._told_until = await self._life.lived_until(otherwise=taken_until)
        database = self._context.database
        if self._told_until is not None:
            zone = self._context.identity.zone
            await database.write(copies.take_out, zone, self._told_until)
            # Remember the keys of news that the other run has told, so that it is not told again.
            await database.write(batches.remember, JobKind.NOTICE, await self._sent.words())
            _log.warning("database is an old copy", other_run_until=self._told_until.isoformat())
        numbers = await database.read(_known_numbers)
        self._unknown = await self._sent.later_than(numbers)
        if self._unknown:
            await database.write(_take_in_cards, self._unknown, numbers)
        self.on_call.call()

    async def end(self) -> None:
        """Record that this run has ended, unless it has never caught up."""
        if self._is_done.is_set():
            with suppress(DatabaseFailed, OSError):
                told_until = await self._context.database.read(_told_until)
                await self._life.beat(told_until, has_ended=True)

    def behind(self, loop: Callable[[], Awaitable[None]]) -> Callable[[], Awaitable[None]]:
        """Return a loop that begins once the store has caught up."""

        async def run() -> None:
            await self._is_done.wait()
            await loop()

        return run

    async def _live(self) -> timedelta:
        """Catch up if that is needed, and then record regularly that this run lives."""
        database = self._context.database
        if self._told_until is not None:
            try:
                await reconcile(self._context, self._told_until)
            except FleetError as error:
                _log.error("old copy cannot catch up", error=error)
                return _AFTER_TROUBLE
            # The last digest of each kind counts.
            in_order = sorted(self._unknown, key=lambda each: each.sent_at)
            shown_at = {each.digest: each.sent_at for each in in_order if each.digest}
            until = self._told_until
            await alarms.take_as_told(database, self._settings, until, shown_at)
            if self._sent.is_there:
                await database.write(found_messages.show_unshown_jobs)
            self._told_until = None
        if self._unknown:
            # Words that go with jobs, and digests, depend on the present state of the deliveries.
            await database.write(_take_in_rest, self._unknown)
            self._unknown = []
        self._is_done.set()
        told_until, now = await database.read(_told_until), self._context.clock.elapsed()
        try:
            if now >= self._beat_due:
                self._beat_due = now + BEAT.total_seconds()
                await self._life.beat(told_until)
            else:
                await self._life.touch(told_until)
        except OSError as error:
            _log.warning("life cannot be recorded next to the key file", error=error)
            return BEAT
        return TOUCH


def _told_until(tx: Transaction) -> datetime:
    """Return until when this run has heard of everything and told it.

    That is the time of the oldest waiting event, fleet request or notice: nobody may have been told
    of what happened since then. Mere refreshes of cards do not count, for they ring nobody.
    """
    kinds = (JobKind.EVENT, JobKind.FLEET_REQUEST, JobKind.NOTICE)
    oldest = backlog.oldest(tx, kinds, below=Urgency.REFRESH)
    return tx.now if oldest is None else min(oldest, tx.now)


def _known_numbers(tx: Transaction) -> dict[int, int]:
    """Return the latest message ids from before any unknown message was found.

    If a former process was cut off while it took messages in, they are the ids that it had stored.
    """
    text = preferences.get(tx, Preference.UNKNOWN_AFTER)
    return _NUMBERS.validate_json(text) if text else message_numbers.latest(tx)


def _take_in_cards(tx: Transaction, unknown: Sequence[SentMessage], known: dict[int, int]) -> None:
    preferences.keep(tx, Preference.UNKNOWN_AFTER, _NUMBERS.dump_json(known).decode())
    for each in unknown:
        found_messages.bring_up_to_date(tx, each)


def _take_in_rest(tx: Transaction, unknown: Sequence[SentMessage]) -> None:
    for each in unknown:
        if each.view is None:
            found_messages.take_in(tx, each)
    found_messages.bring_digests_up_to_date(tx, unknown)
    preferences.keep(tx, Preference.UNKNOWN_AFTER, "")
