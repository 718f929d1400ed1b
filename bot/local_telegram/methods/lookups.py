"""Chats, who is in them, and files, as bots look them up."""

from collections.abc import Mapping
from typing import Any

from bot.local_telegram.attachments import MAX_DOWNLOAD
from bot.local_telegram.call import Call, Handler
from bot.local_telegram.chats import GroupChat, member_json
from bot.local_telegram.messages import Chat
from bot.local_telegram.refusals import Refusal

# Fields that clients insist on, with the values of a chat that nobody adorned.
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


def get_chat(call: Call) -> dict[str, Any]:
    chat = call.known_chat()
    if isinstance(chat, GroupChat):
        refusal = chat.refusal(call.bot)
        if refusal is not None:
            raise refusal
    return {**chat.as_json(), **_FULL_INFO, **_more(chat)}


def _more(chat: Chat) -> dict[str, Any]:
    """Return what only `getChat` tells of a chat."""
    more: dict[str, Any] = {}
    if chat.pinned:
        more["pinned_message"] = chat.pinned[-1].as_json(with_reply=False)
    if isinstance(chat, GroupChat):
        known = {"description": chat.description, "invite_link": chat.invite_link}
        more |= {name: text for name, text in known.items() if text}
        more["permissions"] = dict(chat.all_permissions)
    return more


def get_chat_member(call: Call) -> dict[str, Any]:
    chat = call.chat()
    party = call.world.party(call.arguments.integer("user_id"))
    if party is None:
        raise Refusal.USER_NOT_FOUND.error()
    return member_json(chat, party)


def get_file(call: Call) -> dict[str, Any]:
    file = call.world.files.by_id(call.arguments.text("file_id"))
    if file.size > MAX_DOWNLOAD:
        raise Refusal.FILE_TOO_BIG.error()
    return {**file.as_json(), "file_path": file.path}


METHODS: Mapping[str, Handler] = {
    "getChat": get_chat,
    "getChatMember": get_chat_member,
    "getFile": get_file,
}
