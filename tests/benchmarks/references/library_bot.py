"""A bot with python-telegram-bot alone: one command, one button, updates by a webhook."""

import asyncio

import uvloop
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from telegram import Update
from telegram.ext import (
    Application,
    CallbackQueryHandler,
    CommandHandler,
    ContextTypes,
)

from tests.benchmarks.references.serving import serve, settings

_AT_ONCE = 16


async def main() -> None:
    told = settings()
    builder = Application.builder().token(told["token"]).base_url(f"{told['api_url']}/bot")
    application = builder.concurrent_updates(_AT_ONCE).updater(None).build()

    async def answer(update: Update, _context: ContextTypes.DEFAULT_TYPE) -> None:
        assert update.message is not None
        await update.message.reply_html(told["answer"])

    async def press(update: Update, _context: ContextTypes.DEFAULT_TYPE) -> None:
        query = update.callback_query
        assert query is not None
        await query.answer()
        if query.data and query.data.startswith(told["asking_the_fleet"]):
            await asyncio.sleep(told["fleet_seconds"])
        await query.edit_message_text(told["answer"], parse_mode="HTML")

    async def receive(request: Request) -> Response:
        if request.headers.get("x-telegram-bot-api-secret-token") != told["secret"]:
            return Response(status_code=401)
        update = Update.de_json(await request.json(), application.bot)
        await application.update_queue.put(update)
        return Response()

    application.add_handler(CommandHandler("help", answer))
    application.add_handler(CallbackQueryHandler(press))
    async with application:
        await application.start()
        await serve(Starlette(routes=[Route("/updates", receive, methods=["POST"])]), told)


if __name__ == "__main__":
    uvloop.run(main())
