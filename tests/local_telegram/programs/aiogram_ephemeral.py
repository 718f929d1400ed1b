"""A bot on aiogram that answers in a group for the eyes of who asks."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiogram import Bot, Dispatcher, F
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.filters import Command
from aiogram.types import (
    BotCommand,
    CallbackQuery,
    EphemeralMessageParameters,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    Message,
)


def keyboard(*labels: str) -> InlineKeyboardMarkup:
    keys = [InlineKeyboardButton(text=label, callback_data=label) for label in labels]
    return InlineKeyboardMarkup(inline_keyboard=[keys])


async def details(query: CallbackQuery, bot: Bot) -> None:
    await query.answer()
    await bot.send_message(
        query.message.chat.id,
        "Grace, +2348010000001",
        reply_markup=keyboard("Address", "Close"),
        ephemeral_message_parameters=EphemeralMessageParameters(
            receiver_user_id=query.from_user.id,
            callback_query_id=query.id,
            replace_callback_query_message=True,
        ),
    )


async def address(query: CallbackQuery, bot: Bot) -> None:
    await query.answer()
    await bot.edit_ephemeral_message_text(
        query.message.chat.id,
        query.from_user.id,
        query.message.ephemeral_message_id,
        text="12 Marina Road",
        reply_markup=keyboard("Close"),
    )


async def close(query: CallbackQuery, bot: Bot) -> None:
    await query.answer()
    await bot.delete_ephemeral_message(
        query.message.chat.id, query.from_user.id, query.message.ephemeral_message_id
    )


async def find(message: Message) -> None:
    await message.reply("Found: Grace")


@asynccontextmanager
async def running(token: str, url: str, group_id: int) -> AsyncIterator[None]:
    session = AiohttpSession(api=TelegramAPIServer.from_base(url))
    dp = Dispatcher()
    dp.callback_query.register(details, F.data == "Details")
    dp.callback_query.register(address, F.data == "Address")
    dp.callback_query.register(close, F.data == "Close")
    dp.message.register(find, Command("find"))
    async with Bot(token, session=session) as bot:
        await bot.set_my_commands([BotCommand(command="find", description="-", is_ephemeral=True)])
        await bot.send_message(group_id, "Order 1043", reply_markup=keyboard("Details"))
        polling = asyncio.create_task(
            dp.start_polling(bot, handle_signals=False, close_bot_session=False)
        )
        yield
        await dp.stop_polling()
        await polling
