"""The program on pyTelegramBotAPI's asynchronous half."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import telebot
from telebot import asyncio_helper, types
from telebot.async_telebot import AsyncTeleBot
from telebot.asyncio_helper import ApiTelegramException

from tests.local_telegram.programs import behaviour


def add_handlers(bot: AsyncTeleBot) -> None:
    @bot.message_handler(commands=["start"])
    async def start(message: types.Message) -> None:
        payload = [*message.text.split(), "nothing"][1]
        text = behaviour.GREETING.format(name=message.from_user.first_name, payload=payload)
        keyboard = types.InlineKeyboardMarkup()
        keyboard.add(types.InlineKeyboardButton("More", callback_data="more"))
        await bot.send_message(message.chat.id, text, parse_mode="HTML", reply_markup=keyboard)

    @bot.callback_query_handler(func=lambda query: query.data == "more")
    async def more(query: types.CallbackQuery) -> None:
        await bot.answer_callback_query(query.id, behaviour.TOAST)
        chat_id, message_id = query.message.chat.id, query.message.message_id
        await bot.edit_message_text(behaviour.EDITED, chat_id, message_id)

    @bot.message_handler(commands=["number"])
    async def number(message: types.Message) -> None:
        keyboard = types.ReplyKeyboardMarkup(one_time_keyboard=True)
        keyboard.add(types.KeyboardButton("Share my number", request_contact=True))
        await bot.send_message(message.chat.id, behaviour.ASKED, reply_markup=keyboard)

    @bot.message_handler(content_types=["contact"])
    async def contact(message: types.Message) -> None:
        own = message.contact.user_id == message.from_user.id
        text = behaviour.NUMBER.format(number=message.contact.phone_number, own=own)
        await bot.reply_to(message, text)

    @bot.message_handler(regexp="^secret")
    async def forget(message: types.Message) -> None:
        await bot.delete_message(message.chat.id, message.message_id)
        await bot.send_message(message.chat.id, behaviour.FORGOTTEN)

    @bot.message_handler(func=lambda _: True)
    async def echo(message: types.Message) -> None:
        await bot.reply_to(message, behaviour.ECHO.format(text=message.text))


@asynccontextmanager
async def running(token: str, url: str) -> AsyncIterator[behaviour.Program]:
    asyncio_helper.API_URL, asyncio_helper.FILE_URL = url + "/bot{0}/{1}", url + "/file/bot{0}/{1}"
    telebot.logger.setLevel(logging.CRITICAL)
    bot = AsyncTeleBot(token)
    add_handlers(bot)
    polling = asyncio.create_task(bot.polling(non_stop=True, request_timeout=30, timeout=20))
    yield behaviour.Program(
        call=lambda method, **arguments: getattr(bot, method)(**arguments),
        file=bytes,
        options=[types.InputPollOption("a"), types.InputPollOption("b")],
        polls=lambda: bot.get_updates(timeout=0, request_timeout=5),
        refusal=lambda _: ApiTelegramException,
    )
    polling.cancel()
    await asyncio.gather(polling, return_exceptions=True)
    await bot.close_session()
