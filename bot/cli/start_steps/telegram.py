"""Steps of a start that ask Telegram: for the token, the time, and where it sends updates."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import httpx
from telegram.error import InvalidToken, TelegramError
from telegram.ext import ExtBot

from bot.base.clock import SystemClock
from bot.cli.start_steps.proxy import trouble_of
from bot.cli.start_steps.result import Finding, Sign
from bot.config import Settings
from bot.telegram.connection import TOKEN_REFUSED, make_bot
from bot.telegram.pacing import Pacing
from bot.web.routes import TELEGRAM_PATH

_TOKEN, _CLOCK, _UPDATES = "telegram.token", "clock", "telegram.mode"
_TIMEOUT_SECONDS = 10
_SKEW_SECONDS = 30

_SILENT = "Telegram does not answer at {url}: check the network, or telegram.api_url."


async def token(settings: Settings) -> Finding:
    try:
        async with _bot(settings) as bot:
            return Finding(Sign.GOOD, _TOKEN, f"It is the token of @{bot.username}.")
    except InvalidToken:
        return Finding(Sign.BAD, _TOKEN, TOKEN_REFUSED)
    except (TelegramError, TimeoutError):
        telegram = settings.telegram
        trouble = await trouble_of(telegram.proxy, "telegram.proxy", telegram.api_url)
        return Finding(Sign.OUTSIDE, _TOKEN, trouble or _SILENT.format(url=telegram.api_url))


async def clock(settings: Settings) -> Finding:
    try:
        proxy = settings.telegram.proxy.get_secret_value() or None
        async with httpx.AsyncClient(
            trust_env=False, proxy=proxy, timeout=_TIMEOUT_SECONDS
        ) as client:
            answer = await client.get(settings.telegram.api_url)
    except (httpx.HTTPError, httpx.InvalidURL):
        return Finding(Sign.OUTSIDE, _CLOCK, _SILENT.format(url=settings.telegram.api_url))
    try:
        theirs = parsedate_to_datetime(answer.headers.get("date", ""))
    except ValueError:
        return Finding(Sign.NOTE, _CLOCK, "Telegram did not say what time it has.")
    seconds = abs(round((datetime.now(UTC) - theirs.astimezone(UTC)).total_seconds()))
    if seconds > _SKEW_SECONDS:
        sentence = f"This machine's clock is {seconds} seconds off: switch time synchronisation on."
        return Finding(Sign.OUTSIDE, _CLOCK, sentence)
    return Finding(Sign.GOOD, _CLOCK, "This machine's clock is right.")


async def way_of_updates(settings: Settings) -> Finding:
    if settings.telegram.mode == "polling":
        sentence = "The bot asks Telegram for updates; no address is needed for that."
        return Finding(Sign.GOOD, _UPDATES, sentence)
    try:
        async with _bot(settings) as bot:
            info = await bot.get_webhook_info()
    except (TelegramError, TimeoutError):
        return Finding(Sign.OUTSIDE, _UPDATES, _SILENT.format(url=settings.telegram.api_url))
    if info.url != f"{settings.web.public_url}{TELEGRAM_PATH}":
        return Finding(Sign.GOOD, _UPDATES, "Telegram is told the address at the next start.")
    if info.last_error_message and info.pending_update_count:
        sentence = (
            f"{info.pending_update_count} updates wait; Telegram says: {info.last_error_message}"
        )
        return Finding(Sign.OUTSIDE, _UPDATES, sentence)
    return Finding(Sign.GOOD, _UPDATES, "Telegram sends updates to web.public_url.")


def bot_of(settings: Settings) -> ExtBot[None]:
    """Return a client for the bot of the settings, for a command that talks to Telegram itself."""
    telegram = settings.telegram
    token, proxy = telegram.token.get_secret_value(), telegram.proxy.get_secret_value()
    return make_bot(token, telegram.api_url, Pacing(SystemClock()), proxy=proxy)


@asynccontextmanager
async def _bot(settings: Settings) -> AsyncIterator[ExtBot[None]]:
    async with asyncio.timeout(_TIMEOUT_SECONDS), bot_of(settings) as bot:
        yield bot
