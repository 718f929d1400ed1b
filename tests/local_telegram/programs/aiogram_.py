"""The program on aiogram."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiogram import Bot, Dispatcher, F, exceptions
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.filters import Command, CommandObject, CommandStart
from aiogram.types import (
    BufferedInputFile,
    CallbackQuery,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputPollOption,
    KeyboardButton,
    Message,
    ReplyKeyboardMarkup,
)

from tests.local_telegram.programs import behaviour

REFUSALS = {
    400: exceptions.TelegramBadRequest,
    401: exceptions.TelegramUnauthorizedError,
    403: exceptions.TelegramForbiddenError,
    404: exceptions.TelegramNotFound,
    409: exceptions.TelegramConflictError,
    429: exceptions.TelegramRetryAfter,
    502: exceptions.TelegramServerError,
}


async def start(message: Message, command: CommandObject) -> None:
    payload = command.args or "nothing"
    text = behaviour.GREETING.format(name=message.from_user.first_name, payload=payload)
    button = InlineKeyboardButton(text="More", callback_data="more")
    keyboard = InlineKeyboardMarkup(inline_keyboard=[[button]])
    await message.answer(text, parse_mode="HTML", reply_markup=keyboard)


async def more(query: CallbackQuery) -> None:
    await query.answer(behaviour.TOAST)
    await query.message.edit_text(behaviour.EDITED)


async def number(message: Message) -> None:
    button = KeyboardButton(text="Share my number", request_contact=True)
    keyboard = ReplyKeyboardMarkup(keyboard=[[button]], one_time_keyboard=True)
    await message.answer(behaviour.ASKED, reply_markup=keyboard)


async def contact(message: Message) -> None:
    own = message.contact.user_id == message.from_user.id
    text = behaviour.NUMBER.format(number=message.contact.phone_number, own=own)
    await message.reply(text)


async def forget(message: Message) -> None:
    await message.delete()
    await message.answer(behaviour.FORGOTTEN)


async def echo(message: Message) -> None:
    await message.reply(behaviour.ECHO.format(text=message.text))


def dispatcher() -> Dispatcher:
    dp = Dispatcher()
    dp.message.register(start, CommandStart())
    dp.message.register(number, Command("number"))
    dp.message.register(contact, F.contact)
    dp.message.register(forget, F.text.startswith("secret"))
    dp.message.register(echo, F.text)
    dp.callback_query.register(more, F.data == "more")
    return dp


@asynccontextmanager
async def running(token: str, url: str) -> AsyncIterator[behaviour.Program]:
    session = AiohttpSession(api=TelegramAPIServer.from_base(url))
    dp = dispatcher()
    async with Bot(token, session=session) as bot:
        polling = asyncio.create_task(
            dp.start_polling(bot, handle_signals=False, close_bot_session=False)
        )
        yield behaviour.Program(
            call=lambda method, **arguments: getattr(bot, method)(**arguments),
            file=lambda content: BufferedInputFile(content, "picture.jpg"),
            options=[InputPollOption(text="a"), InputPollOption(text="b")],
            polls=lambda: bot.get_updates(timeout=0),
            refusal=REFUSALS.__getitem__,
        )
        await dp.stop_polling()
        await polling
