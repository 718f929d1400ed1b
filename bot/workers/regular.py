"""The regular tasks: look for missed events and alarms, fold finished cards, set menus."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta

from telegram import BotCommand, BotCommandScopeAllPrivateChats
from telegram.error import RetryAfter, TelegramError

from bot.actions.cards import board, finished_cards
from bot.actions.context import Context
from bot.actions.follow_ups import alarms, digests
from bot.actions.rider import duty
from bot.actions.tracking.reconcile import look, reconcile
from bot.base.log import Logger
from bot.config import AlarmSettings
from bot.fleet import FleetError
from bot.store import meta
from bot.store.meta import Owner
from bot.telegram.connection import TelegramBot, pause_of
from bot.telegram.pacing import TOLERANCE_SECONDS
from bot.texts.catalogues import ENGLISH, languages
from bot.workers.fleet_connection import keep_learned
from bot.workers.on_call import OnCall

SharedMenu = Callable[[str], list[tuple[str, str]]]
"""Returns the commands in a language's menu, and what they do."""

_log = Logger(__name__)

_ALARMS = timedelta(minutes=1)
_FOLDING = timedelta(minutes=10)
_MENUS = timedelta(days=1)
_LOOKS_AGAIN = timedelta(seconds=3)
AFTER_TROUBLE = timedelta(seconds=15)


class Regular:
    """Does one piece of work at the start, and again after the pause that the work returns."""

    def __init__(self, context: Context, work: Callable[[], Awaitable[timedelta]]) -> None:
        self._clock = context.clock
        self._work = work
        self._next: float | None = None
        self._ran = asyncio.Event()

    async def run(self) -> None:
        while True:
            try:
                pause = await self._work()
            except Exception:  # noqa: BLE001 - a regular task must not end the whole bot
                _log.exception("regular work failed")
                pause = AFTER_TROUBLE
            self._next = self._clock.elapsed() + pause.total_seconds()
            self._ran.set()
            await self._clock.wait(asyncio.Event(), self._clock.now() + pause)
            self._ran.clear()

    async def idle(self) -> None:
        if self._next is not None and self._next <= self._clock.elapsed() + TOLERANCE_SECONDS:
            self._ran.clear()
        await self._ran.wait()


def reconciling(context: Context, every: timedelta, owner: Owner) -> Regular:
    """Compare the open deliveries with the fleet service; try again soon if it does not answer.

    Once it has answered to the owner's key, bind the store to this owner.
    """
    # The first look finds changes from while the bot did not run: no webhook is to blame for them.
    is_first, kept = True, None

    async def work() -> timedelta:
        nonlocal is_first, kept
        try:
            found = await look(context)
        except FleetError as error:
            _log.warning("could not reconcile", error=error)
            return _LOOKS_AGAIN
        tell = _log.info if is_first else _log.debug
        tell("reconciled", deliveries=found.looked_at, missed=found.missed)
        now, learned = context.clock.now(), context.fleet.learned
        # Store it once a day even if it is unchanged: after a day it counts as old.
        if kept != (learned, now.date()):
            await context.database.write(keep_learned, learned, now)
            kept = learned, now.date()
        if is_first:
            await context.database.write(meta.bind, owner)
        elif found.missed:
            await context.database.write(alarms.webhook_expected)
        is_first = False
        return every

    return Regular(context, work)


def looking_after_silence(context: Context) -> OnCall:
    """Compare the deliveries with the fleet service when a webhook comes after a gap."""

    async def work() -> timedelta | None:
        try:
            found = await reconcile(context)
        except FleetError as error:
            _log.warning("could not reconcile", error=error)
            return _LOOKS_AGAIN
        _log.info("looked for what webhooks did not tell", missed=found.missed)
        return None

    return OnCall(context.clock, context.database.signals["silence of webhooks"], work)


def alarming(context: Context, settings: AlarmSettings) -> Regular:
    async def work() -> timedelta:
        await alarms.look(context.database, settings)
        await digests.look(context.database)
        await duty.look(context)
        await context.database.write(board.look_for_late, _ALARMS + AFTER_TROUBLE)
        return _ALARMS

    return Regular(context, work)


def folding_away(context: Context) -> Regular:
    """Fold the cards of finished deliveries away from private chats, once each morning."""

    async def work() -> timedelta:
        await finished_cards.look(context)
        return _FOLDING

    return Regular(context, work)


def setting_menus(context: Context, bot: TelegramBot, menu: SharedMenu) -> Regular:
    """Set the default menu of private chats, for people without one of their own, by language.

    Telegram shows it in the language of the reader's app, or in English if there is no such menu.
    """

    async def work() -> timedelta:
        try:
            for language in languages():
                listed = [BotCommand(name, what) for name, what in menu(language)]
                code = None if language == ENGLISH else language[:2]
                await bot.set_my_commands(
                    listed, scope=BotCommandScopeAllPrivateChats(), language_code=code
                )
        except RetryAfter as error:
            return pause_of(error)
        except TelegramError as error:
            _log.warning("command menus could not be set", error=error)
            return AFTER_TROUBLE
        return _MENUS

    return Regular(context, work)
