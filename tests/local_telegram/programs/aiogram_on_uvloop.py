"""A whole program on aiogram, on uvloop, that knows the real Telegram alone."""

import os

import uvloop
from aiogram import Bot, Dispatcher
from aiogram.types import Message

dispatcher = Dispatcher()


@dispatcher.message()
async def echo(message: Message) -> None:
    await message.answer(f"You said: {message.text}")


if __name__ == "__main__":
    uvloop.install()
    dispatcher.run_polling(Bot(os.environ["BOT_TOKEN"]))
