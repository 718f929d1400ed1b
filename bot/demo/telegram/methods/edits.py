"""Changes of messages that are there."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.demo.telegram.attachments import Location
from bot.demo.telegram.call import Call, Handler
from bot.demo.telegram.messages import ChatMessage, Content
from bot.demo.telegram.methods.sends import link_preview, read_location
from bot.demo.telegram.refusals import Refusal
from bot.demo.telegram.words import read_caption, read_text


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
    if message.photo is None and message.document is None:
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


METHODS: Mapping[str, Handler] = {
    "editMessageText": edit_message_text,
    "editMessageCaption": edit_message_caption,
    "editMessageReplyMarkup": edit_message_reply_markup,
    "editMessageLiveLocation": edit_message_live_location,
    "stopMessageLiveLocation": stop_message_live_location,
}
