"""Chats: looked up, pinned in, renamed, described and invited to."""

import secrets
from collections.abc import Mapping
from typing import Any

from bot.local_telegram.attachments import MAX_DOWNLOAD, Notice
from bot.local_telegram.call import Call, method
from bot.local_telegram.chats import GroupChat, member_json
from bot.local_telegram.groups import LocalGroup
from bot.local_telegram.messages import Chat, Content, Posting
from bot.local_telegram.refusals import Refusal, bad_request

_MAX_TITLE = 128
_MAX_DESCRIPTION = 255

# Fields that client libraries require, with the values of an ordinary chat.
_FULL_INFO: Mapping[str, Any] = {
    "accent_color_id": 0,
    "max_reaction_count": 11,
    "accepted_gift_types": {
        "unlimited_gifts": True,
        "limited_gifts": True,
        "unique_gifts": True,
        "premium_subscription": True,
        "gifts_from_channels": True,
    },
}


@method
def get_chat(call: Call) -> dict[str, Any]:
    chat = call.known_chat()
    if isinstance(chat, GroupChat):
        chat.check_open(call.bot)
    info = {**chat.as_json(), **_FULL_INFO}
    if chat.pinned:
        info["pinned_message"] = chat.pinned[-1].as_json(with_reply=False)
    if isinstance(chat, GroupChat):
        texts = {"description": chat.description, "invite_link": chat.invite_link}
        info |= {name: text for name, text in texts.items() if text}
        info["permissions"] = dict(chat.all_permissions)
    return info


@method
def get_chat_member(call: Call) -> dict[str, Any]:
    chat = call.chat()
    party = call.world.party(call.arguments.integer("user_id"))
    if party is None:
        raise bad_request("user not found")
    return member_json(chat, party)


@method
def get_file(call: Call) -> dict[str, Any]:
    file = call.world.files.by_id(call.arguments.text("file_id"))
    if file.size > MAX_DOWNLOAD:
        raise bad_request("file is too big")
    return {**file.as_json(), "file_path": file.path}


@method
def pin_chat_message(call: Call) -> bool:
    """Pin a message, and post a service message, which the pinning bot gets too."""
    chat = _pinning(call)
    message = call.message(chat, "to pin")
    if message in chat.pinned:
        return True
    chat.pinned.append(message)
    notice = Content(attachment=Notice({"pinned_message": message.as_json()}))
    # A pin in a private chat is always silent.
    silent = call.arguments.flag("disable_notification") or chat.private
    service = call.world.post(chat, call.bot, notice, Posting(silent=silent))
    call.bot.queue.add("message", chat.id, service.as_json())
    call.world.chat_listeners.tell(chat)
    return True


@method
def unpin_chat_message(call: Call) -> bool:
    """Unpin a message, by default the one that was pinned last."""
    chat = _pinning(call)
    if call.arguments.text("message_id"):
        message = call.message(chat, "to unpin")
    elif chat.pinned:
        message = chat.pinned[-1]
    else:
        raise bad_request("message to unpin not found")
    chat.pinned = [each for each in chat.pinned if each is not message]
    call.world.chat_listeners.tell(chat)
    return True


@method
def unpin_all_chat_messages(call: Call) -> bool:
    chat = _pinning(call)
    chat.pinned = []
    call.world.chat_listeners.tell(chat)
    return True


def _pinning(call: Call) -> Chat:
    chat = call.chat()
    if not chat.may(call.bot, "can_pin_messages"):
        raise bad_request("not enough rights to manage pinned messages in the chat")
    return chat


@method
def set_chat_title(call: Call) -> bool:
    """Rename a group, and tell the chat; a title that is too long is cut."""
    group = call.group("can_change_info", Refusal.MAY_NOT_CHANGE.error("title"))
    title = call.arguments.text("title").strip()[:_MAX_TITLE]
    if not title:
        raise Refusal.TITLE_EMPTY.error()
    if title == group.title:
        raise Refusal.CHAT_NOT_MODIFIED.error()
    group.title = title
    group.note({"new_chat_title": title}, call.bot)
    call.world.chat_listeners.tell(group)
    return True


@method
def set_chat_description(call: Call) -> bool:
    group = call.group("can_change_info", Refusal.MAY_NOT_CHANGE.error("description"))
    description = call.arguments.text("description").strip()
    if len(description) > _MAX_DESCRIPTION:
        raise bad_request("CHAT_ABOUT_TOO_LONG")
    if description == group.description:
        raise bad_request("chat description is not modified")
    group.description = description
    return True


@method
def export_chat_invite_link(call: Call) -> str:
    """Replace the primary invite link of a group by a new one, and return that."""
    group = _inviting(call)
    group.invite_link = _new_link()
    return group.invite_link


@method
def create_chat_invite_link(call: Call) -> dict[str, Any]:
    """Return an additional invite link."""
    _inviting(call)
    arguments = call.arguments
    numbers = ("expire_date", "member_limit")
    limits = {name: arguments.integer(name) for name in numbers if arguments.integer(name) > 0}
    name = {"name": arguments.text("name")} if arguments.text("name") else {}
    return {
        "invite_link": _new_link(),
        "creator": call.bot.as_json(),
        "creates_join_request": arguments.flag("creates_join_request"),
        "is_primary": False,
        "is_revoked": False,
        **name,
        **limits,
    }


def _inviting(call: Call) -> LocalGroup:
    # Members may have the permission to invite people, but only administrators create links.
    group = call.group("can_invite_users", Refusal.MAY_NOT_INVITE.error())
    if not group.leads(call.bot):
        raise Refusal.MAY_NOT_INVITE.error()
    return group


def _new_link() -> str:
    return f"https://t.me/+{secrets.token_urlsafe(12)}"
