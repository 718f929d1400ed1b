"""The answer to a search from any chat (inline mode): only the person who searches sees it."""

from telegram import (
    InlineQuery,
    InlineQueryResultArticle,
    InlineQueryResultsButton,
    InputTextMessageContent,
)
from telegram.constants import ParseMode
from telegram.error import TelegramError

from bot.actions.context import HELLO
from bot.base.log import Logger
from bot.texts.dispatcher.inline import Hits

_log = Logger(__name__)


async def answer_search(query: InlineQuery, hits: Hits, mark: str) -> None:
    """Show the hits, each with the environment's `mark`; Telegram caches none of them.

    Like a toast, the answer is not kept for later: the person has typed on by then.
    """
    results = [
        InlineQueryResultArticle(
            hit.key,
            hit.title,
            InputTextMessageContent(f"{mark}{hit.html}", parse_mode=ParseMode.HTML),
            description=hit.description,
        )
        for hit in hits.found
    ]
    invitation = hits.invitation
    button = InlineQueryResultsButton(invitation, start_parameter=HELLO) if invitation else None
    try:
        await query.answer(results, button=button, is_personal=True, cache_time=0)
    except TelegramError as error:  # too late, or Telegram is not there: it is over anyway
        # Do not log Telegram's words, which can quote the hits.
        _log.warning("answer to a search refused", reason=type(error).__name__)
