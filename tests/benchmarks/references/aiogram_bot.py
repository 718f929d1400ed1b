"""A bot with aiogram and aiosqlite: commands by its own webhook server, or a backlog to send."""

import asyncio
import ssl
from typing import Any

import uvloop
from aiogram import Bot, Dispatcher
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.filters import Command
from aiogram.types import CallbackQuery, InlineKeyboardButton, InlineKeyboardMarkup, Message
from aiogram.webhook.aiohttp_server import SimpleRequestHandler
from aiohttp import web

from tests.benchmarks.references.desk import MOVED, Buttons, Desk, opened_desk
from tests.benchmarks.references.serving import say_ready, settings


def _keyboard(buttons: Buttons) -> InlineKeyboardMarkup:
    rows = [
        [InlineKeyboardButton(text=text, callback_data=data) for text, data in row]
        for row in buttons
    ]
    return InlineKeyboardMarkup(inline_keyboard=rows)


async def serve(bot: Bot, told: dict[str, Any], desk: Desk) -> None:
    dispatcher = Dispatcher()

    @dispatcher.message(Command("help"))
    async def answer(message: Message) -> None:
        await message.answer(told["answer"], parse_mode="HTML")

    @dispatcher.message(Command("me"))
    async def me(message: Message) -> None:
        text, buttons = await desk.me(message.chat.id)
        await message.answer(text, parse_mode="HTML", reply_markup=_keyboard(buttons))

    @dispatcher.message(Command("board"))
    async def board(message: Message) -> None:
        chat = message.chat.id
        text, buttons = await desk.board()
        sent = await message.answer(text, parse_mode="HTML", reply_markup=_keyboard(buttons))
        before = await desk.remember_board(chat, sent.message_id)
        if before is not None:
            await bot.edit_message_text(MOVED, chat_id=chat, message_id=before, parse_mode="HTML")
            await bot.unpin_chat_message(chat, message_id=before)
        await bot.pin_chat_message(chat, sent.message_id, disable_notification=True)

    @dispatcher.callback_query()
    async def press(query: CallbackQuery) -> None:
        assert isinstance(query.message, Message)
        await query.answer()
        text, buttons = await desk.be_quiet(query.from_user.id, quiet=False)
        await query.message.edit_text(text, parse_mode="HTML", reply_markup=_keyboard(buttons))

    app = web.Application()
    handler = SimpleRequestHandler(dispatcher, bot, secret_token=told["secret"])
    handler.register(app, path="/updates")
    runner = web.AppRunner(app)
    await runner.setup()
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(told["certificate"], told["key"])
    await web.TCPSite(runner, "127.0.0.1", told["port"], ssl_context=context).start()
    say_ready()
    await asyncio.Event().wait()


async def send(bot: Bot, told: dict[str, Any]) -> None:
    at_once = asyncio.Semaphore(told["at_once"])

    async def send_one(chat: int) -> None:
        async with at_once:
            await bot.send_message(chat, told["answer"], parse_mode="HTML")

    say_ready()
    await asyncio.gather(*map(send_one, told["backlog"]))


async def main() -> None:
    told = settings()
    server = TelegramAPIServer.from_base(told["api_url"])
    session = AiohttpSession(api=server, limit=told.get("at_once", 100))
    async with Bot(told["token"], session=session) as bot:
        if "backlog" in told:
            await send(bot, told)
            return
        async with opened_desk(told) as desk:
            await serve(bot, told, desk)


if __name__ == "__main__":
    uvloop.run(main())
