"""The program on python-telegram-bot."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from telegram import (
    Bot,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    KeyboardButton,
    ReplyKeyboardMarkup,
    Update,
)
from telegram.error import BadRequest, Conflict, Forbidden, InvalidToken, NetworkError, RetryAfter
from telegram.ext import (
    Application,
    ApplicationBuilder,
    CallbackQueryHandler,
    CommandHandler,
    ContextTypes,
    MessageHandler,
    filters,
)

from tests.local_telegram.programs import behaviour

Context = ContextTypes.DEFAULT_TYPE
REFUSALS = {
    400: BadRequest, 401: InvalidToken, 403: Forbidden, 404: InvalidToken, 409: Conflict,
    429: RetryAfter, 502: NetworkError,
}  # fmt: skip


async def start(update: Update, context: Context) -> None:
    payload = (context.args or ["nothing"])[0]
    text = behaviour.GREETING.format(name=update.effective_user.first_name, payload=payload)
    keyboard = InlineKeyboardMarkup([[InlineKeyboardButton("More", callback_data="more")]])
    await update.effective_chat.send_message(text, parse_mode="HTML", reply_markup=keyboard)


async def more(update: Update, _: Context) -> None:
    await update.callback_query.answer(behaviour.TOAST)
    await update.callback_query.edit_message_text(behaviour.EDITED)


async def number(update: Update, _: Context) -> None:
    button = KeyboardButton("Share my number", request_contact=True)
    keyboard = ReplyKeyboardMarkup([[button]], one_time_keyboard=True)
    await update.effective_chat.send_message(behaviour.ASKED, reply_markup=keyboard)


async def contact(update: Update, _: Context) -> None:
    shared = update.message.contact
    own = shared.user_id == update.effective_user.id
    await update.message.reply_text(behaviour.NUMBER.format(number=shared.phone_number, own=own))


async def forget(update: Update, _: Context) -> None:
    await update.message.delete()
    await update.effective_chat.send_message(behaviour.FORGOTTEN)


async def echo(update: Update, _: Context) -> None:
    await update.message.reply_text(behaviour.ECHO.format(text=update.message.text), do_quote=True)


def application(token: str, url: str) -> Application:
    builder = ApplicationBuilder().token(token)
    app = builder.base_url(f"{url}/bot").base_file_url(f"{url}/file/bot").build()
    app.add_handler(CommandHandler("start", start))
    app.add_handler(CommandHandler("number", number))
    app.add_handler(CallbackQueryHandler(more, pattern="^more$"))
    app.add_handler(MessageHandler(filters.CONTACT, contact))
    app.add_handler(MessageHandler(filters.Regex("^secret"), forget))
    app.add_handler(MessageHandler(filters.TEXT & ~filters.COMMAND, echo))
    return app


@asynccontextmanager
async def running(token: str, url: str) -> AsyncIterator[behaviour.Program]:
    app = application(token, url)
    async with app, Bot(token, base_url=f"{url}/bot") as other:
        await app.updater.start_polling()
        await app.start()
        yield behaviour.Program(
            call=lambda method, **arguments: getattr(app.bot, method)(**arguments),
            file=bytes,
            options=["a", "b"],
            polls=lambda: other.get_updates(timeout=0),
            refusal=REFUSALS.__getitem__,
        )
        await app.updater.stop()
        await app.stop()
