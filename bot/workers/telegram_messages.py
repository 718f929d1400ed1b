"""From a message as data to the library's types, with a plain text where HTML is refused."""

import structlog
from telegram import (
    CopyTextButton,
    ForceReply,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    KeyboardButton,
    LinkPreviewOptions,
    ReplyKeyboardMarkup,
    ReplyKeyboardRemove,
    ReplyParameters,
)
from telegram.constants import ParseMode
from telegram.error import BadRequest
from telegram.ext import ExtBot

from bot.texts.html import plain
from bot.texts.limits import fit
from bot.texts.message import Ask, Button, Message

_log = structlog.get_logger(__name__)

_NO_PREVIEW = LinkPreviewOptions(is_disabled=True)

Markup = InlineKeyboardMarkup | ReplyKeyboardMarkup | ReplyKeyboardRemove | ForceReply


async def send(
    bot: ExtBot[None], chat_id: int, message: Message, reply_to: int | None = None
) -> int:
    """Send a message and return its id. Staff's and customers' data are not to be forwarded."""
    html = fit(message.html)
    reply = ReplyParameters(reply_to, allow_sending_without_reply=True) if reply_to else None

    async def attempt(text: str, mode: str | None) -> int:
        sent = await bot.send_message(
            chat_id,
            text,
            parse_mode=mode,
            reply_markup=_markup(message),
            reply_parameters=reply,
            link_preview_options=_NO_PREVIEW,
        )
        return sent.message_id

    try:
        return await attempt(html, ParseMode.HTML)
    except BadRequest as error:
        if not _is_about_formatting(error):
            raise
        return await attempt(plain(html), None)


async def edit(bot: ExtBot[None], chat_id: int, message_id: int, message: Message) -> None:
    """Change a message that was sent."""
    html = fit(message.html)

    async def attempt(text: str, mode: str | None) -> None:
        await bot.edit_message_text(
            text,
            chat_id,
            message_id,
            parse_mode=mode,
            reply_markup=_inline(message),
            link_preview_options=_NO_PREVIEW,
        )

    try:
        await attempt(html, ParseMode.HTML)
    except BadRequest as error:
        if not _is_about_formatting(error):
            raise
        await attempt(plain(html), None)


def _is_about_formatting(error: BadRequest) -> bool:
    refused = "can't parse entities" in error.message.lower()
    if refused:
        _log.error("telegram refused our formatting", reason=error.message)
    return refused


def _markup(message: Message) -> Markup | None:
    match message.ask:
        case Ask.REPLY:
            return ForceReply(input_field_placeholder=message.hint)
        case Ask.CONTACT:
            share = KeyboardButton(message.hint, request_contact=True)
            return ReplyKeyboardMarkup([[share]], resize_keyboard=True, one_time_keyboard=True)
        case Ask.CLOSE:
            return ReplyKeyboardRemove()
        case Ask.NOTHING:
            return _inline(message)


def _inline(message: Message) -> InlineKeyboardMarkup | None:
    if not message.rows:
        return None
    return InlineKeyboardMarkup([[_button(button) for button in row] for row in message.rows])


def _button(button: Button) -> InlineKeyboardButton:
    return InlineKeyboardButton(
        button.label,
        callback_data=button.data,
        url=button.url,
        copy_text=CopyTextButton(button.copies) if button.copies else None,
        style=button.style or None,
    )
