"""A small bot, as a project would have it: it says again what is said, and counts on a button."""

import os
import sys

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, Update
from telegram.ext import Application, CallbackQueryHandler, CommandHandler, MessageHandler, filters

MORE = InlineKeyboardMarkup([[InlineKeyboardButton("More", callback_data="more")]])


async def start(update: Update, _: object) -> None:
    await update.effective_message.reply_text("Hello. Count: 0", reply_markup=MORE)


async def count(update: Update, _: object) -> None:
    query = update.callback_query
    number = int(query.message.text.rpartition(" ")[2]) + 1
    await query.answer(f"That makes {number}")
    await query.edit_message_text(f"Hello. Count: {number}", reply_markup=MORE)


async def echo(update: Update, _: object) -> None:
    words = update.effective_message.text
    await update.effective_message.reply_text(words[::-1] if "--wrong" in sys.argv else words)


def application(token: str, url: str) -> Application:
    made = Application.builder().token(token).base_url(f"{url}/bot").build()
    made.add_handler(CommandHandler("start", start))
    made.add_handler(CallbackQueryHandler(count))
    made.add_handler(MessageHandler(filters.TEXT, echo))
    return made


if __name__ == "__main__":
    application(os.environ["TOKEN"], os.environ["TELEGRAM_URL"]).run_polling()
