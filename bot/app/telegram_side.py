"""Telegram's side of the bot: connecting to it, and receiving its updates."""

from contextlib import AsyncExitStack
from functools import partial

from telegram.error import BadRequest, InvalidToken

from bot.base.clock import Clock
from bot.base.database.database import Database
from bot.base.loops import Loop
from bot.base.settings.loader import ConfigError
from bot.chat.reception import Reception
from bot.config import Settings
from bot.metrics import Metrics
from bot.store.intake import Intake
from bot.telegram.acknowledged_updates import poller_of
from bot.telegram.connection import TOKEN_REFUSED, TelegramBot, make_bot, patiently
from bot.telegram.pacing import Pacing, check_right
from bot.telegram.poller import Poller
from bot.telegram.polling_conflict import PollConflicts
from bot.web.own_certificate import keep_telegram_trusting, self_signed
from bot.web.routes import TELEGRAM_PATH
from bot.workers.leader import Leader


async def meet_telegram(
    stack: AsyncExitStack, settings: Settings, clock: Clock, pacing: Pacing, metrics: Metrics
) -> TelegramBot:
    """Make the bot of the settings, and wait until Telegram knows it.

    Raises:
        ConfigError: Telegram refuses its token.
    """
    telegram = settings.telegram
    bot = make_bot(
        telegram.token.get_secret_value(),
        telegram.api_url,
        pacing,
        check_right,
        metrics.telegram_answered,
        proxy=telegram.proxy.get_secret_value(),
        rich=telegram.rich == "auto",
    )
    # Before the first request: a start may be ended while Telegram has not answered yet.
    stack.push_async_callback(bot.shutdown)
    try:
        await patiently(clock, bot.initialize)
    except InvalidToken as error:
        raise ConfigError(TOKEN_REFUSED) from error
    return bot


async def receive_updates(
    settings: Settings,
    clock: Clock,
    database: Database,
    bot: TelegramBot,
    intake: Intake,
    reception: Reception,
) -> list[Loop]:
    """Tell Telegram where updates go; return the loop that polls, or keeps the webhook set.

    Raises:
        ConfigError: Telegram refuses the address for its webhooks.
    """
    if settings.telegram.mode == "polling":
        conflicts = PollConflicts(database, clock)
        poller = Poller(bot, intake, clock, reception.answer_press, conflicts, reception.kinds)
        return [Leader(database, poller_of(bot.id), poller.run).run]

    async def set_webhook(certificate: bytes | None) -> None:
        set_it = partial(
            bot.set_webhook,
            f"{settings.web.public_url}{TELEGRAM_PATH}",
            secret_token=settings.telegram.webhook_secret.get_secret_value(),
            allowed_updates=reception.kinds,
            certificate=certificate,
        )
        await patiently(clock, set_it)

    file = settings.web.tls_cert
    own_certificate = self_signed(file)
    try:
        await set_webhook(own_certificate)
    except BadRequest as error:
        raise ConfigError(f"Telegram refuses web.public_url: {error.message}.") from error
    if file is None:
        return []
    return [partial(keep_telegram_trusting, database.clock, file, own_certificate, set_webhook)]
