"""The bot's profile, which Telegram shows to strangers, unless its owner has written one."""

from datetime import timedelta

from telegram.error import RetryAfter, TelegramError

from bot.actions.context import Context
from bot.base.log import Logger
from bot.telegram.connection import TelegramBot, pause_of
from bot.texts.catalogues import ENGLISH, languages
from bot.texts.everyone import profile as texts
from bot.texts.words import Words
from bot.workers.regular import AFTER_TROUBLE, Regular

_log = Logger(__name__)

_EVERY = timedelta(days=1)


def setting_profile(context: Context, bot: TelegramBot) -> Regular:
    """Describe the bot to people who open it, once for each name of the business.

    A description that an owner has written at BotFather stays.
    """

    async def work() -> timedelta:
        try:
            await _describe(bot, context.identity.business_name)
        except RetryAfter as error:
            return pause_of(error)
        except TelegramError as error:
            _log.warning("the bot's profile could not be set", error=error)
            return AFTER_TROUBLE
        return _EVERY

    return Regular(context, work)


async def _describe(bot: TelegramBot, business: str) -> None:
    written = (await bot.get_my_description()).description
    # A description by the bot always ends in the same words, whatever the business's name was.
    _, _, ending = texts.description(Words(ENGLISH), "-").partition("-")
    nameless = texts.description(Words(ENGLISH), "")
    is_ours = not written or written == nameless or written.endswith(ending)
    if written == texts.description(Words(ENGLISH), business) or not is_ours:
        return
    for language in reversed(languages()):  # English is last: once it is set, all of them are
        say, code = Words(language), None if language == ENGLISH else language[:2]
        short = texts.short_description(say, business)
        await bot.set_my_short_description(short, language_code=code)
        await bot.set_my_description(texts.description(say, business), language_code=code)
