"""The poller: asks Telegram for updates, and asks for the next only once these are durable."""

import asyncio
from datetime import timedelta

import structlog
from sqlalchemy.exc import SQLAlchemyError
from telegram import Update
from telegram.error import Conflict, InvalidToken, RetryAfter, TelegramError
from telegram.ext import ExtBot

from bot.actions.arrivals import update_job
from bot.base.clock import Clock
from bot.store.intake import Intake, IntakeFull
from bot.workers.telegram_connection import pause_of

_log = structlog.get_logger(__name__)

_HOLD_SECONDS = 25
_AFTER_TROUBLE = timedelta(seconds=2)
_AFTER_CONFLICT = timedelta(seconds=10)
_AFTER_REFUSAL = timedelta(seconds=60)


class Poller:
    """Long polling with acceptance before acknowledgement.

    Telegram forgets updates when a later offset is asked for; that happens only after the commit.
    Updates that come again after a crash are known by their key.
    """

    def __init__(self, bot: ExtBot[None], intake: Intake, clock: Clock) -> None:
        self._bot = bot
        self._intake = intake
        self._clock = clock

    async def run(self) -> None:
        """Poll until cancelled."""
        offset = 0
        while True:
            try:
                updates = await self._bot.get_updates(
                    offset=offset, timeout=_HOLD_SECONDS, allowed_updates=Update.ALL_TYPES
                )
                await self._accept(updates)
            except TelegramError as error:
                await self._pause(self._trouble(error))
            except (IntakeFull, SQLAlchemyError) as error:
                _log.error("updates could not be kept; asking again", error=repr(error))
                await self._pause(_AFTER_TROUBLE)
            else:
                offset = max((update.update_id + 1 for update in updates), default=offset)

    async def _accept(self, updates: tuple[Update, ...]) -> None:
        jobs = [update_job(self._bot.id, update.to_json().encode()) for update in updates]
        await asyncio.gather(*(self._intake.accept(job) for job in jobs))

    def _trouble(self, error: TelegramError) -> timedelta:
        """Say what is wrong, and how long to wait before asking again."""
        match error:
            case RetryAfter():
                return pause_of(error)
            case Conflict():
                _log.error("another process polls for this bot; stop it")
                return _AFTER_CONFLICT
            case InvalidToken():
                _log.error("telegram refuses the bot's token (setting telegram.token)")
                return _AFTER_REFUSAL
        _log.warning("telegram does not answer", error=repr(error))
        return _AFTER_TROUBLE

    async def _pause(self, duration: timedelta) -> None:
        await self._clock.wait(asyncio.Event(), self._clock.now() + duration)
