"""Messages changed and taken away."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

from bot.local_telegram.attachments import Location
from bot.local_telegram.call import Call, Handler
from bot.local_telegram.messages import ChatMessage, Content
from bot.local_telegram.methods.file_sends import FILES, read_media
from bot.local_telegram.methods.sends import link_preview, read_location
from bot.local_telegram.refusals import Refusal
from bot.local_telegram.words import read_caption, read_rich, read_text

_DELETABLE = timedelta(hours=48)


def _target(call: Call) -> ChatMessage:
    message = call.message(call.chat(), Refusal.EDITED_NOT_FOUND)
    if message.sender is not call.bot:
        raise Refusal.NOT_EDITABLE.error()
    return message


def _change(call: Call, message: ChatMessage, body: Content) -> dict[str, Any]:
    """Apply an edit: without markup the buttons go; without any change it is refused."""
    inline = call.inline_keyboard(message.chat)
    if body == message.body and inline == message.inline:
        raise Refusal.NOT_MODIFIED.error()
    return call.world.change(message, body, inline).as_json()


def edit_message_text(call: Call) -> dict[str, Any]:
    if "rich_message" in call.arguments:
        body = read_rich(call)
    else:
        body = Content(read_text(call), link_preview=link_preview(call))
    message = _target(call)
    if message.body.attachment is not None:
        raise Refusal.NO_TEXT_TO_EDIT.error()
    return _change(call, message, body)


def edit_message_caption(call: Call) -> dict[str, Any]:
    caption = read_caption(call)
    message = _target(call)
    if not isinstance(message.body.attachment, FILES):
        raise Refusal.NO_CAPTION_TO_EDIT.error()
    return _change(call, message, message.with_words(caption))


def edit_message_media(call: Call) -> dict[str, Any]:
    """Put another file in place of a message's words or file, with a caption of its own."""
    body = read_media(call, call.arguments.object("media"))
    message = _target(call)
    if not isinstance(message.body.attachment, FILES | None):
        raise Refusal.NOT_EDITABLE.error()
    return _change(call, message, body)


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
    if not chat.may_delete(call.bot, message):
        raise Refusal.NOT_DELETABLE.error()
    if not _is_young(call, message):
        raise Refusal.TOO_OLD_TO_DELETE.error()
    call.world.remove(message)
    return True


def delete_messages(call: Call) -> bool:
    """Delete up to a hundred messages; those that are gone or may not be deleted are skipped."""
    chat = call.chat()
    found = [chat.message(message_id) for message_id in call.message_ids()]
    for message in found:
        if message is None or not _is_young(call, message):
            continue
        if chat.may_delete(call.bot, message):
            call.world.remove(message)
    return True


def _is_young(call: Call, message: ChatMessage) -> bool:
    return call.world.clock.now() - message.date < _DELETABLE


METHODS: Mapping[str, Handler] = {
    "editMessageText": edit_message_text,
    "editMessageCaption": edit_message_caption,
    "editMessageMedia": edit_message_media,
    "editMessageReplyMarkup": edit_message_reply_markup,
    "editMessageLiveLocation": edit_message_live_location,
    "stopMessageLiveLocation": stop_message_live_location,
    "deleteMessage": delete_message,
    "deleteMessages": delete_messages,
}
