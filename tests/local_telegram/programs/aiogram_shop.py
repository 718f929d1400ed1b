"""A bot on aiogram that sells, shows what it writes, and opens topics."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiogram import Bot, Dispatcher, F
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.filters import Command, CommandObject
from aiogram.types import LabeledPrice, Message, MessageGenerationStopped, PreCheckoutQuery


async def buy(message: Message, command: CommandObject) -> None:
    await message.answer_invoice(
        title="Delivery",
        description="To the door",
        payload=command.args or "",
        currency="EUR",
        provider_token="1:TEST:2",
        prices=[LabeledPrice(label="Way", amount=1000), LabeledPrice(label="Rain", amount=250)],
    )


async def check(query: PreCheckoutQuery) -> None:
    await query.answer(query.invoice_payload == "1043", error_message="Somebody was faster.")


async def thank(message: Message) -> None:
    payment = message.successful_payment
    await message.answer(f"Paid: {payment.total_amount} {payment.currency}")


async def think(message: Message, bot: Bot) -> None:
    await bot.send_message_draft(message.chat.id, 7, text="<b>Loo</b>", parse_mode="HTML")
    await bot.send_message_draft(message.chat.id, 7, text="Looking", can_stop=True)


async def stopped(stop: MessageGenerationStopped, bot: Bot) -> None:
    await bot.send_message(stop.chat.id, f"Stopped {stop.draft_id}")


async def topic(message: Message, bot: Bot) -> None:
    made = await bot.create_forum_topic(message.chat.id, "Order 1043")
    await bot.send_message(message.chat.id, "Here", message_thread_id=made.message_thread_id)


async def echo(message: Message) -> None:
    await message.reply(f"In topic {message.message_thread_id}")


@asynccontextmanager
async def running(token: str, url: str) -> AsyncIterator[None]:
    session = AiohttpSession(api=TelegramAPIServer.from_base(url))
    dp = Dispatcher()
    for command, do in {"buy": buy, "think": think, "topic": topic}.items():
        dp.message.register(do, Command(command))
    dp.message.register(thank, F.successful_payment)
    dp.message.register(echo, F.text)
    dp.pre_checkout_query.register(check)
    dp.stopped_message_generation.register(stopped)
    async with Bot(token, session=session) as bot:
        polling = asyncio.create_task(
            dp.start_polling(bot, handle_signals=False, close_bot_session=False)
        )
        yield
        await dp.stop_polling()
        await polling
