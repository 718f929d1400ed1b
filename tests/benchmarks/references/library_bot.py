"""A bot with python-telegram-bot and aiosqlite: a few commands and buttons, by a webhook."""

import asyncio
from typing import Any

import uvloop
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from telegram import InlineKeyboardButton, InlineKeyboardMarkup, Message, Update
from telegram.ext import (
    Application,
    CallbackQueryHandler,
    CommandHandler,
    ContextTypes,
)

from tests.benchmarks.references.desk import MOVED, Buttons, Desk, opened_desk
from tests.benchmarks.references.serving import serve, settings

_AT_ONCE = 16
_Context = ContextTypes.DEFAULT_TYPE


class LibraryBot:
    """Answers to what people type and press."""

    def __init__(self, told: dict[str, Any], desk: Desk) -> None:
        self._told = told
        self._desk = desk
        builder = Application.builder().token(told["token"]).base_url(f"{told['api_url']}/bot")
        self.application = builder.concurrent_updates(_AT_ONCE).updater(None).build()
        for name in ("help", "me", "board"):
            self.application.add_handler(CommandHandler(name, getattr(self, name)))
        self.application.add_handler(CallbackQueryHandler(self.press))

    async def help(self, update: Update, _context: _Context) -> None:
        await _message(update).reply_html(self._told["answer"])

    async def me(self, update: Update, _context: _Context) -> None:
        message = _message(update)
        text, buttons = await self._desk.me(message.chat_id)
        await message.reply_html(text, reply_markup=_keyboard(buttons))

    async def board(self, update: Update, _context: _Context) -> None:
        message, bot = _message(update), self.application.bot
        text, buttons = await self._desk.board()
        sent = await message.reply_html(text, reply_markup=_keyboard(buttons))
        before = await self._desk.remember_board(message.chat_id, sent.message_id)
        if before is not None:
            await bot.edit_message_text(MOVED, message.chat_id, before, parse_mode="HTML")
            await bot.unpin_chat_message(message.chat_id, before)
        await bot.pin_chat_message(message.chat_id, sent.message_id, disable_notification=True)

    async def press(self, update: Update, _context: _Context) -> None:
        query = update.callback_query
        assert query is not None
        await query.answer()
        if query.data and query.data.startswith(self._told["asking_the_fleet"]):
            await asyncio.sleep(self._told["fleet_seconds"])
        text, buttons = await self._desk.be_quiet(query.from_user.id, quiet=False)
        await query.edit_message_text(text, parse_mode="HTML", reply_markup=_keyboard(buttons))

    async def receive(self, request: Request) -> Response:
        if request.headers.get("x-telegram-bot-api-secret-token") != self._told["secret"]:
            return Response(status_code=401)
        update = Update.de_json(await request.json(), self.application.bot)
        await self.application.update_queue.put(update)
        return Response()


def _message(update: Update) -> Message:
    assert update.message is not None
    return update.message


def _keyboard(buttons: Buttons) -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup(
        [[InlineKeyboardButton(text, callback_data=data) for text, data in row] for row in buttons]
    )


async def main() -> None:
    told = settings()
    async with opened_desk(told) as desk:
        bot = LibraryBot(told, desk)
        async with bot.application:
            await bot.application.start()
            app = Starlette(routes=[Route("/updates", bot.receive, methods=["POST"])])
            await serve(app, told)


if __name__ == "__main__":
    uvloop.run(main())
