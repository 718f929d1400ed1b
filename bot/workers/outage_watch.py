"""The watch over an outage: a small question a second, whose answer wakes all waiting jobs."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta

from telegram.error import NetworkError, RetryAfter, TelegramError

from bot.actions.context import Context
from bot.actions.fleet_outage import FLEET_OUTAGE
from bot.base.log import Logger
from bot.base.queue.outage import Outage
from bot.fleet import FleetError, NotAccepted, Unavailable
from bot.telegram.connection import TelegramBot, pause_of
from bot.telegram.errors import TELEGRAM_OUTAGE
from bot.workers.on_call import OnCall

_log = Logger(__name__)

_ASKED_AGAIN = timedelta(seconds=1)
_ANSWERS_WITHIN_SECONDS = 3.0

Ask = Callable[[], Awaitable[timedelta | None]]
"""Asks a service something small; `None` if it answers, else how long to leave it alone."""


def watching_fleet(context: Context) -> OnCall:
    async def ask() -> timedelta | None:
        try:
            await context.fleet.greet()
        except NotAccepted:  # a refusal is an answer, too
            return None
        except FleetError as error:
            wait = error.retry_after if isinstance(error, Unavailable) else None
            return max(timedelta(seconds=wait or 0), _ASKED_AGAIN)
        return None

    return _watching(context, FLEET_OUTAGE, ask)


def watching_telegram(context: Context, bot: TelegramBot) -> OnCall:
    async def ask() -> timedelta | None:
        try:
            await bot.post("getMe")
        except RetryAfter as error:
            return pause_of(error)
        except NetworkError:
            return _ASKED_AGAIN
        except TelegramError:  # a refusal is an answer, too
            return None
        return None

    return _watching(context, TELEGRAM_OUTAGE, ask)


def _watching(context: Context, outage: Outage, ask: Ask) -> OnCall:
    """Watch as long as jobs wait for the service.

    If the service answers the first question, the trouble was with one request: its job waits for
    its own time, or it would be repeated without end. Only at the start does a first answer wake
    the jobs: a former run left them waiting in an outage that this run does not know.
    """
    database, is_away = context.database, True

    async def work() -> timedelta | None:
        nonlocal is_away
        if not await database.read(outage.holds_up):
            is_away = False
            return None
        try:
            async with asyncio.timeout(_ANSWERS_WITHIN_SECONDS):
                pause = await ask()
        except TimeoutError:
            pause = _ASKED_AGAIN
        if pause is None and is_away:
            _log.info("service answers again", what=outage.name)
            await database.write(outage.end)
        is_away = pause is not None
        return pause

    return OnCall(context.clock, database.signals[outage.name], work)
