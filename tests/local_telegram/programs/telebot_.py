"""The program on pyTelegramBotAPI, in a thread of its own."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import telebot
from telebot import apihelper, types
from telebot.apihelper import ApiTelegramException

from tests.local_telegram.programs import behaviour

_STOP_SECONDS = 0.1


def add_handlers(bot: telebot.TeleBot) -> None:
    @bot.message_handler(commands=["start"])
    def start(message: types.Message) -> None:
        payload = [*message.text.split(), "nothing"][1]
        text = behaviour.GREETING.format(name=message.from_user.first_name, payload=payload)
        keyboard = types.InlineKeyboardMarkup()
        keyboard.add(types.InlineKeyboardButton("More", callback_data="more"))
        bot.send_message(message.chat.id, text, parse_mode="HTML", reply_markup=keyboard)

    @bot.callback_query_handler(func=lambda query: query.data == "more")
    def more(query: types.CallbackQuery) -> None:
        bot.answer_callback_query(query.id, behaviour.TOAST)
        chat_id, message_id = query.message.chat.id, query.message.message_id
        bot.edit_message_text(behaviour.EDITED, chat_id, message_id)

    @bot.message_handler(commands=["number"])
    def number(message: types.Message) -> None:
        keyboard = types.ReplyKeyboardMarkup(one_time_keyboard=True)
        keyboard.add(types.KeyboardButton("Share my number", request_contact=True))
        bot.send_message(message.chat.id, behaviour.ASKED, reply_markup=keyboard)

    @bot.message_handler(content_types=["contact"])
    def contact(message: types.Message) -> None:
        own = message.contact.user_id == message.from_user.id
        text = behaviour.NUMBER.format(number=message.contact.phone_number, own=own)
        bot.reply_to(message, text)

    @bot.message_handler(regexp="^secret")
    def forget(message: types.Message) -> None:
        bot.delete_message(message.chat.id, message.message_id)
        bot.send_message(message.chat.id, behaviour.FORGOTTEN)

    @bot.message_handler(func=lambda _: True)
    def echo(message: types.Message) -> None:
        bot.reply_to(message, behaviour.ECHO.format(text=message.text))


@asynccontextmanager
async def running(token: str, url: str) -> AsyncIterator[behaviour.Program]:
    apihelper.API_URL, apihelper.FILE_URL = url + "/bot{0}/{1}", url + "/file/bot{0}/{1}"
    telebot.logger.setLevel(logging.CRITICAL)
    bot = telebot.TeleBot(token, threaded=False)
    add_handlers(bot)
    polling = asyncio.create_task(
        asyncio.to_thread(bot.infinity_polling, long_polling_timeout=20, logger_level=None)
    )
    try:
        yield behaviour.Program(
            call=lambda method, **arguments: asyncio.to_thread(getattr(bot, method), **arguments),
            file=bytes,
            options=[types.InputPollOption("a"), types.InputPollOption("b")],
            polls=lambda: asyncio.to_thread(bot.get_updates, timeout=20, long_polling_timeout=0),
            refusal=lambda _: ApiTelegramException,
        )
    finally:
        # It forgets that it was to stop where it has just begun again after an error.
        while not polling.done():
            bot.stop_polling()
            await asyncio.wait([polling], timeout=_STOP_SECONDS)
    await polling
