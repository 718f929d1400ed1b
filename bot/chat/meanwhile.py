"""Signs of life while a handler works: the answer to a press, and "typing"."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import timedelta

from telegram import Chat, Update
from telegram.constants import ChatAction
from telegram.error import TelegramError
from telegram.ext import ExtBot

from bot.base.clock import Clock
from bot.chat.press_answers import PressAnswer
from bot.domain.person import is_on_page

ANSWERED_WITHIN = timedelta(milliseconds=300)
"""How long a pressed button spins at most, whatever its handler waits for."""

TYPING_AFTER = timedelta(seconds=1)

TYPING_AGAIN = timedelta(seconds=4.5)
"""Telegram shows "typing" for five seconds at most (Bot API, sendChatAction)."""


@asynccontextmanager
async def seen_meanwhile(
    bot: ExtBot[None], clock: Clock, update: Update, answer: PressAnswer | None
) -> AsyncIterator[None]:
    """Answer the press and show "typing" when the block takes long."""
    chat = update.effective_chat
    # Show no "typing" in a group, nor on the page of somebody who has no Telegram.
    is_private = chat is not None and chat.type == Chat.PRIVATE and not is_on_page(chat.id)
    has_asked = update.message or update.callback_query
    chat_id = chat.id if chat and has_asked and is_private else None
    if answer is None and chat_id is None:
        yield
        return
    showing = asyncio.create_task(_show(bot, clock, chat_id, answer))
    try:
        yield
    finally:
        showing.cancel()


async def _show(
    bot: ExtBot[None], clock: Clock, chat_id: int | None, answer: PressAnswer | None
) -> None:
    never = asyncio.Event()
    began = clock.now()
    if answer is not None:
        await clock.wait(never, began + ANSWERED_WITHIN)
        answer.give_early()
    if chat_id is None:
        return
    await clock.wait(never, began + TYPING_AFTER)
    while True:
        with suppress(TelegramError):
            await bot.send_chat_action(chat_id, ChatAction.TYPING)
        await clock.wait(never, clock.now() + TYPING_AGAIN)
