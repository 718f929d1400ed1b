"""Messages changed and taken away."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

from bot.demo.telegram.attachments import Document, Location, Photo, Voice
from bot.demo.telegram.call import Call, Handler
from bot.demo.telegram.messages import Chat, ChatMessage, Content
from bot.demo.telegram.methods.sends import link_preview, read_location
from bot.demo.telegram.refusals import Refusal
from bot.demo.telegram.words import read_caption, read_text

_DELETABLE = timedelta(hours=48)
_DELETABLE_AT_ONCE = 100


def _target(call: Call) -> ChatMessage:
    message = call.message(call.chat(), Refusal.EDITED_NOT_FOUND)
    if message.sender is not call.bot:
        raise Refusal.NOT_EDITABLE.error()
    return message


def _change(call: Call, message: ChatMessage, body: Content) -> dict[str, Any]:
    """Apply an edit: without markup the buttons go; without any change it is refused."""
    inline = call.inline_keyboard()
    if body == message.body and inline == message.inline:
        raise Refusal.NOT_MODIFIED.error()
    return call.world.change(message, body, inline).as_json()


def edit_message_text(call: Call) -> dict[str, Any]:
    words = read_text(call)
    message = _target(call)
    if message.body.attachment is not None:
        raise Refusal.NO_TEXT_TO_EDIT.error()
    return _change(call, message, Content(words, link_preview=link_preview(call)))


def edit_message_caption(call: Call) -> dict[str, Any]:
    caption = read_caption(call)
    message = _target(call)
    if not isinstance(message.body.attachment, Photo | Document | Voice):
        raise Refusal.NO_CAPTION_TO_EDIT.error()
    return _change(call, message, message.with_words(caption))


def edit_message_reply_markup(call: Call) -> dict[str, Any]:
    message = _target(call)
    return _change(call, message, message.body)


def edit_message_live_location(call: Call) -> dict[str, Any]:
    place = read_location(call)
    message, old = _live_location(call)
    moved = replace(place, live_period=place.live_period or old.live_period)
    return _change(call, message, replace(message.body, attachment=moved))


def stop_message_live_location(call: Call) -> dict[str, Any]:
    message, old = _live_location(call)
    stopped = replace(old, live_period=None, heading=None)
    return _change(call, message, replace(message.body, attachment=stopped))


def _live_location(call: Call) -> tuple[ChatMessage, Location]:
    message = _target(call)
    if message.location is None or message.location.live_period is None:
        raise Refusal.NOT_EDITABLE.error()
    return message, message.location


def delete_message(call: Call) -> bool:
    chat = call.chat()
    message = call.message(chat, Refusal.DELETED_NOT_FOUND)
    if not _may_delete(call, chat, message):
        raise Refusal.NOT_DELETABLE.error()
    call.world.remove(message)
    return True


def delete_messages(call: Call) -> bool:
    """Delete up to a hundred messages; those that are gone or may not be deleted are skipped."""
    chat = call.chat()
    found = [chat.message(message_id) for message_id in _message_ids(call)]
    for message in found:
        if message is not None and _may_delete(call, chat, message):
            call.world.remove(message)
    return True


def _may_delete(call: Call, chat: Chat, message: ChatMessage) -> bool:
    young = call.world.clock.now() - message.date < _DELETABLE
    return young and chat.may_delete(call.bot, message)


def _message_ids(call: Call) -> list[int]:
    try:
        message_ids = [int(value) for value in call.arguments.json("message_ids")]
    except (TypeError, ValueError) as error:
        raise Refusal.MESSAGE_IDS_MISSING.error() from error
    if not message_ids:
        raise Refusal.MESSAGE_IDS_MISSING.error()
    if len(message_ids) > _DELETABLE_AT_ONCE:
        raise Refusal.TOO_MANY_MESSAGE_IDS.error()
    return message_ids


METHODS: Mapping[str, Handler] = {
    "editMessageText": edit_message_text,
    "editMessageCaption": edit_message_caption,
    "editMessageReplyMarkup": edit_message_reply_markup,
    "editMessageLiveLocation": edit_message_live_location,
    "stopMessageLiveLocation": stop_message_live_location,
    "deleteMessage": delete_message,
    "deleteMessages": delete_messages,
}
