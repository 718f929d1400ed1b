"""A bot with aiogram alone: one command by its own webhook server, or a backlog that is sent."""

import asyncio
import ssl
from typing import Any

import uvloop
from aiogram import Bot, Dispatcher
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.filters import Command
from aiogram.types import Message
from aiogram.webhook.aiohttp_server import SimpleRequestHandler
from aiohttp import web

from tests.benchmarks.references.serving import say_ready, settings


async def serve(bot: Bot, told: dict[str, Any]) -> None:
    dispatcher = Dispatcher()

    @dispatcher.message(Command("help"))
    async def answer(message: Message) -> None:
        await message.answer(told["answer"], parse_mode="HTML")

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
        await (send(bot, told) if "backlog" in told else serve(bot, told))


if __name__ == "__main__":
    uvloop.run(main())
