"""Renders a message into the library's types, and as plain text if its HTML is refused."""

from collections.abc import Mapping
from typing import Any

from telegram import (
    ChatAdministratorRights,
    CopyTextButton,
    ForceReply,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    KeyboardButton,
    KeyboardButtonRequestChat,
    KeyboardButtonRequestUsers,
    LinkPreviewOptions,
    ReplyKeyboardMarkup,
    ReplyKeyboardRemove,
    ReplyParameters,
)
from telegram.constants import ParseMode
from telegram.error import BadRequest, InvalidToken

from bot.base.log import Logger
from bot.telegram.connection import TelegramBot
from bot.telegram.http_request import LostAnswer
from bot.texts.html import plain
from bot.texts.limits import CAPTION_UNITS, MESSAGE_UNITS, fit
from bot.texts.message import (
    Ask,
    Attachment,
    File,
    Key,
    Message,
    Picture,
    Place,
    Rows,
    Voice,
    Wanted,
)

_log = Logger(__name__)

_NO_PREVIEW = LinkPreviewOptions(is_disabled=True)

# Telegram's words for errors that the plain form of a message would meet as well.
_OF_ANY_FORM = (
    "message is not modified",
    "not found",
    "query is too old",
    "user_not_participant",
    "message_not_command",
)

Markup = InlineKeyboardMarkup | ReplyKeyboardMarkup | ReplyKeyboardRemove | ForceReply


async def send(
    bot: TelegramBot,
    chat_id: int,
    message: Message,
    reply_to: int | None = None,
    *,
    silent: bool = False,
    topic: int | None = None,
) -> int:
    """Send a message and return its id; `topic` is the part of a group that it is for."""
    reply = ReplyParameters(reply_to, allow_sending_without_reply=True) if reply_to else None
    where = {
        "reply_parameters": reply,
        "disable_notification": silent,
        "message_thread_id": topic,
    }
    sent = await _as_rich(bot, "sendRichMessage", message, {"chat_id": chat_id, **where})
    if sent is not None:
        return _number_of(sent)
    attachment = message.attachment
    html = fit(message.html, CAPTION_UNITS if attachment else MESSAGE_UNITS)
    more = {"reply_markup": _markup(message), **where}

    async def attempt(text: str, mode: str | None) -> int:
        sent: int = await _SENDING[type(attachment)](bot, chat_id, attachment, text, mode, more)
        return sent

    try:
        return await attempt(html, ParseMode.HTML)
    except BadRequest as error:
        # Unformatted words are better than none.
        if _is_about_formatting(error):
            return await attempt(plain(html), None)
        if not isinstance(attachment, Picture | Voice):
            raise
        # Whatever is wrong with the picture, people must still read the text under it.
        _log.warning("telegram refused an attachment", reason=error.message)
        words = message.model_copy(update={"attachment": None})
        return await send(bot, chat_id, words, reply_to, silent=silent, topic=topic)


More = Mapping[str, Any]


async def _send_text(
    bot: TelegramBot, chat_id: int, _nothing: None, text: str, mode: str | None, more: More
) -> int:
    sent = await bot.post(
        "sendMessage",
        chat_id=chat_id,
        text=text,
        parse_mode=mode,
        link_preview_options=_NO_PREVIEW,
        **more,
    )
    return _number_of(sent)


def _number_of(sent: object) -> int:
    match sent:
        case {"message_id": int() as number}:
            return number
    raise LostAnswer("an answer that cannot be read")


async def _send_picture(
    bot: TelegramBot, chat_id: int, picture: Picture, text: str, mode: str | None, more: More
) -> int:
    photo = picture.content or picture.file_id or picture.url or ""
    post = bot.send_document if picture.is_file else bot.send_photo
    sent = await post(chat_id, photo, caption=text, parse_mode=mode, **more)
    return sent.message_id


async def _send_file(
    bot: TelegramBot, chat_id: int, file: File, text: str, mode: str | None, more: More
) -> int:
    sent = await bot.send_document(
        chat_id, file.content, filename=file.name, caption=text, parse_mode=mode, **more
    )
    return sent.message_id


async def _send_voice(
    bot: TelegramBot, chat_id: int, voice: Voice, text: str, mode: str | None, more: More
) -> int:
    sent = await bot.send_voice(chat_id, voice.file_id, caption=text, parse_mode=mode, **more)
    return sent.message_id


async def _send_place(
    bot: TelegramBot, chat_id: int, place: Place, _text: str, _mode: str | None, more: More
) -> int:
    latitude, longitude = place.latitude, place.longitude
    if place.title:
        sent = await bot.send_venue(
            chat_id, latitude, longitude, title=place.title, address=place.address, **more
        )
    else:
        sent = await bot.send_location(
            chat_id, latitude, longitude, live_period=place.live_seconds, **more
        )
    return sent.message_id


_SENDING: Mapping[type[Attachment | None], Any] = {
    type(None): _send_text,
    Picture: _send_picture,
    File: _send_file,
    Voice: _send_voice,
    Place: _send_place,
}


async def edit(bot: TelegramBot, chat_id: int, message_id: int, message: Message) -> None:
    """Change a message that was sent; the picture or file over a text stays as it is."""
    if isinstance(message.attachment, Place):
        place, markup = message.attachment, inline_keyboard(message.rows)
        await bot.edit_message_live_location(
            chat_id, message_id, None, place.latitude, place.longitude, reply_markup=markup
        )
        return
    method = "editMessageCaption" if message.attachment else "editMessageText"
    await post_words(bot, method, message, chat_id=chat_id, message_id=message_id)


async def post_words(bot: TelegramBot, method: str, message: Message, **where: object) -> Any:  # noqa: ANN401 - any JSON
    """Call a method with the text and the buttons of a message, and return its result.

    A rich message is sent by a method of its own, but edited by the usual one.
    """
    rich_method = "sendRichMessage" if method == "sendMessage" else method
    rich = await _as_rich(bot, rich_method, message, where)
    if rich is not None:
        return rich
    captions = message.attachment is not None
    html = fit(message.html, CAPTION_UNITS if captions else MESSAGE_UNITS)

    async def attempt(text: str, mode: str | None) -> Any:  # noqa: ANN401 - any JSON
        words = {"caption": text} if captions else {"text": text}
        preview = {} if captions else {"link_preview_options": _NO_PREVIEW}
        markup = inline_keyboard(message.rows)
        more: More = {**words, **preview, "parse_mode": mode, "reply_markup": markup}
        return await bot.post(method, **more, **where)

    try:
        return await attempt(html, ParseMode.HTML)
    except BadRequest as error:
        if not _is_about_formatting(error):
            raise
        return await attempt(plain(html), None)


async def _as_rich(bot: TelegramBot, method: str, message: Message, more: More) -> object:
    """Post a message in its rich form; return `None` if it must be posted plainly.

    A server before Bot API 10.1 has no such method, and finds no text in such an edit: the bot does
    not try that again.
    """
    if message.rich is None or not bot.sends_rich:
        return None
    first, _, _ = message.html.partition("\n")
    content = {"html": f"<h3>{first}</h3>{message.rich.html}", "is_rtl": message.rich.is_rtl}
    markup = inline_keyboard(message.rich.rows)
    try:
        return await bot.post(method, rich_message=content, reply_markup=markup, **more)
    except (InvalidToken, BadRequest) as error:
        reason = error.message.lower()
        is_older = isinstance(error, InvalidToken) and "not found" in reason
        if is_older or "message text is empty" in reason:
            _log.warning("telegram knows no rich messages: lists are plain from now on")
            bot.be_plain()
        elif isinstance(error, InvalidToken) or any(each in reason for each in _OF_ANY_FORM):
            raise
        else:
            _log.error("telegram refused a rich message", reason=error.message)
        return None


def rows_shown(bot: TelegramBot, message: Message) -> Rows:
    """Return the buttons that stand under a message as it is sent."""
    return message.rich.rows if message.rich and bot.sends_rich else message.rows


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
        case Ask.CHOICE:
            keys = [[_key(key)] for key in message.keys]
            return ReplyKeyboardMarkup(keys, resize_keyboard=True, one_time_keyboard=True)
        case Ask.CLOSE:
            return ReplyKeyboardRemove()
        case Ask.NOTHING:
            return inline_keyboard(message.rows)


def _key(key: Key) -> KeyboardButton:
    if key.wanted is Wanted.PERSON:
        person = KeyboardButtonRequestUsers(key.request_id, user_is_bot=False, request_name=True)
        return KeyboardButton(key.label, request_users=person)
    is_new = key.wanted is Wanted.NEW_GROUP
    group = KeyboardButtonRequestChat(
        key.request_id,
        chat_is_channel=False,
        request_title=True,
        bot_is_member=None if is_new else True,
        bot_administrator_rights=_RIGHTS if is_new else None,
        user_administrator_rights=_RIGHTS if is_new else None,
    )
    return KeyboardButton(key.label, request_chat=group)


# Telegram adds a bot to a chosen group only together with some rights: these are of use to it.
_RIGHTS = ChatAdministratorRights(
    **{
        **ChatAdministratorRights.no_rights().to_dict(),
        "can_manage_chat": True,
        "can_delete_messages": True,
        "can_pin_messages": True,
    }
)


def inline_keyboard(rows: Rows) -> InlineKeyboardMarkup | None:
    """Return the buttons under a message as the library has them; `None` where there are none."""
    if not rows:
        return None
    keyboard = []
    for row in rows:
        buttons = [
            InlineKeyboardButton(
                button.label,
                callback_data=button.data,
                url=button.url,
                copy_text=CopyTextButton(button.copies) if button.copies else None,
                style=button.style or None,
            )
            for button in row
        ]
        keyboard.append(buttons)
    return InlineKeyboardMarkup(keyboard)
