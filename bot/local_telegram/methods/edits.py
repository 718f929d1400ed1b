"""Edited and deleted messages."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

from bot.local_telegram.attachments import Location
from bot.local_telegram.call import METHODS, Call, Handler, method
from bot.local_telegram.chats import GroupChat
from bot.local_telegram.messages import ChatMessage, Content
from bot.local_telegram.methods.ephemeral_sends import receiver_of
from bot.local_telegram.methods.file_sends import can_have_caption, read_media
from bot.local_telegram.methods.sends import link_preview, read_location
from bot.local_telegram.refusals import Refusal, bad_request
from bot.local_telegram.words import read_caption, read_rich, read_text

_DELETABLE = timedelta(hours=48)

Find = Callable[[Call], ChatMessage]


def _target(call: Call) -> ChatMessage:
    """Return the bot's own message that the call names."""
    message = call.message(call.chat(), "to edit")
    if message.sender is not call.bot:
        raise Refusal.NOT_EDITABLE.error()
    return message


def _ephemeral(call: Call, what: str = "to edit") -> ChatMessage:
    """Return the bot's own ephemeral message that the call names."""
    group, message = call.chat(), None
    if isinstance(group, GroupChat):
        receiver = receiver_of(call, group, call.arguments.fields)
        ephemeral_id = call.arguments.integer("ephemeral_message_id")
        message = group.ephemeral.find(call.bot, receiver, ephemeral_id)
    if message is None or message.sender is not call.bot:
        raise Refusal.MESSAGE_NOT_FOUND.error(what)
    return message


def _change(call: Call, message: ChatMessage, body: Content) -> dict[str, Any]:
    """Apply an edit, which removes the buttons if it has none; refuse one that changes nothing."""
    inline = call.inline_keyboard(message.chat)
    if body == message.body and inline == message.inline:
        raise bad_request(
            "message is not modified: specified new message content and reply markup are "
            "exactly the same as a current content and reply markup of the message"
        )
    return call.world.change(message, body, inline).as_json()


@method
def edit_message_text(call: Call, find: Find = _target) -> dict[str, Any]:
    if "rich_message" in call.arguments:
        body = read_rich(call)
    else:
        body = Content(read_text(call), link_preview=link_preview(call))
    message = find(call)
    if message.body.attachment is not None:
        raise bad_request("there is no text in the message to edit")
    return _change(call, message, body)


@method
def edit_message_caption(call: Call, find: Find = _target) -> dict[str, Any]:
    caption = read_caption(call)
    message = find(call)
    if not can_have_caption(message.body.attachment):
        raise bad_request("there is no caption in the message to edit")
    return _change(call, message, message.with_words(caption))


@method
def edit_message_media(call: Call, find: Find = _target) -> dict[str, Any]:
    """Replace the text or file of a message by another file with its own caption."""
    body = read_media(call, call.arguments.object("media"))
    message = find(call)
    attachment = message.body.attachment
    if attachment is not None and not can_have_caption(attachment):
        raise Refusal.NOT_EDITABLE.error()
    return _change(call, message, body)


@method
def edit_message_reply_markup(call: Call, find: Find = _target) -> dict[str, Any]:
    message = find(call)
    return _change(call, message, message.body)


def _edits_ephemeral(edit: Callable[[Call, Find], dict[str, Any]]) -> Handler:
    """Return the handler that edits an ephemeral message; its result is only True."""
    return lambda call: bool(edit(call, _ephemeral))


def delete_ephemeral_message(call: Call) -> bool:
    call.world.remove(_ephemeral(call, "to delete"))
    return True


@method
def edit_message_live_location(call: Call) -> dict[str, Any]:
    place = read_location(call)
    message, old = _live_location(call)
    moved = replace(place, live_period=place.live_period or old.live_period)
    return _change(call, message, replace(message.body, attachment=moved))


@method
def stop_message_live_location(call: Call) -> dict[str, Any]:
    message, old = _live_location(call)
    stopped = replace(old, live_period=None, heading=None)
    return _change(call, message, replace(message.body, attachment=stopped))


def _live_location(call: Call) -> tuple[ChatMessage, Location]:
    message = _target(call)
    if message.location is None or message.location.live_period is None:
        raise Refusal.NOT_EDITABLE.error()
    return message, message.location


@method
def delete_message(call: Call) -> bool:
    chat = call.chat()
    message = call.message(chat, "to delete")
    if not chat.may_delete(call.bot, message):
        raise bad_request("message can't be deleted")
    if not _is_young(call, message):
        raise bad_request("message can't be deleted for everyone")
    call.world.remove(message)
    return True


@method
def delete_messages(call: Call) -> bool:
    """Delete up to 100 messages; skip those that are missing or may not be deleted."""
    chat = call.chat()
    for message in [chat.message(message_id) for message_id in call.message_ids()]:
        if message is None or not _is_young(call, message):
            continue
        if chat.may_delete(call.bot, message):
            call.world.remove(message)
    return True


def _is_young(call: Call, message: ChatMessage) -> bool:
    return call.world.clock.now() - message.date < _DELETABLE


EPHEMERAL: Mapping[str, Handler] = {
    "editEphemeralMessageText": _edits_ephemeral(edit_message_text),
    "editEphemeralMessageCaption": _edits_ephemeral(edit_message_caption),
    "editEphemeralMessageMedia": _edits_ephemeral(edit_message_media),
    "editEphemeralMessageReplyMarkup": _edits_ephemeral(edit_message_reply_markup),
    "deleteEphemeralMessage": delete_ephemeral_message,
}
"""The methods that servers older than Bot API 10.2 do not have."""

METHODS.update(EPHEMERAL)
