"""A bot on python-telegram-bot that sells, shows what it writes, and opens topics."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from telegram import LabeledPrice, Update
from telegram.ext import (
    ApplicationBuilder,
    CommandHandler,
    ContextTypes,
    MessageHandler,
    PreCheckoutQueryHandler,
    TypeHandler,
    filters,
)

Context = ContextTypes.DEFAULT_TYPE


async def buy(update: Update, context: Context) -> None:
    await update.effective_chat.send_invoice(
        title="Delivery",
        description="To the door",
        payload="".join(context.args),
        currency="EUR",
        provider_token="1:TEST:2",
        prices=[LabeledPrice("Way", 1000), LabeledPrice("Rain", 250)],
    )


async def check(update: Update, _: Context) -> None:
    query = update.pre_checkout_query
    is_fine = query.invoice_payload == "1043"
    await query.answer(ok=is_fine, error_message=None if is_fine else "Somebody was faster.")


async def thank(update: Update, _: Context) -> None:
    payment = update.message.successful_payment
    await update.message.reply_text(f"Paid: {payment.total_amount} {payment.currency}")


async def think(update: Update, context: Context) -> None:
    chat_id = update.effective_chat.id
    await context.bot.send_message_draft(chat_id, 7, "<b>Loo</b>", parse_mode="HTML")
    # The library is of Bot API 10.0: newer arguments go as they are.
    newer = {"can_stop": True}
    await context.bot.send_message_draft(chat_id, 7, "Looking", api_kwargs=newer)


async def stopped(update: Update, context: Context) -> None:
    stop = update.api_kwargs["stopped_message_generation"]
    await context.bot.send_message(stop["chat"]["id"], f"Stopped {stop['draft_id']}")


async def topic(update: Update, context: Context) -> None:
    chat_id = update.effective_chat.id
    made = await context.bot.create_forum_topic(chat_id, "Order 1043")
    await context.bot.send_message(chat_id, "Here", message_thread_id=made.message_thread_id)


async def echo(update: Update, _: Context) -> None:
    await update.message.reply_text(f"In topic {update.message.message_thread_id}")


@asynccontextmanager
async def running(token: str, url: str) -> AsyncIterator[None]:
    app = ApplicationBuilder().token(token).base_url(f"{url}/bot").build()
    for command, do in {"buy": buy, "think": think, "topic": topic}.items():
        app.add_handler(CommandHandler(command, do))
    app.add_handler(PreCheckoutQueryHandler(check))
    app.add_handler(MessageHandler(filters.SUCCESSFUL_PAYMENT, thank))
    app.add_handler(MessageHandler(filters.TEXT, echo))
    app.add_handler(TypeHandler(Update, stopped))
    async with app:
        await app.start()
        await app.updater.start_polling(timeout=1)
        yield
        await app.updater.stop()
        await app.stop()
