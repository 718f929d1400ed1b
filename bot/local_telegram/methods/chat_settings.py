"""What a group is called and about, and the links that lead into it."""

import secrets
from collections.abc import Mapping
from typing import Any

from bot.local_telegram.call import Call, Handler
from bot.local_telegram.groups import LocalGroup
from bot.local_telegram.refusals import Refusal

_MAX_TITLE = 128
_MAX_DESCRIPTION = 255


def set_chat_title(call: Call) -> bool:
    """Rename a group; the chat is told, and what is too long is cut."""
    group = _changed(call, "title")
    title = call.arguments.text("title").strip()[:_MAX_TITLE]
    if not title:
        raise Refusal.TITLE_EMPTY.error()
    if title == group.title:
        raise Refusal.CHAT_NOT_MODIFIED.error()
    group.title = title
    group.note({"new_chat_title": title}, call.bot)
    call.world.tell_of_chat(group)
    return True


def set_chat_description(call: Call) -> bool:
    group = _changed(call, "description")
    description = call.arguments.text("description").strip()
    if len(description) > _MAX_DESCRIPTION:
        raise Refusal.CHAT_ABOUT_TOO_LONG.error()
    if description == group.description:
        raise Refusal.CHAT_DESCRIPTION_SAME.error()
    group.description = description
    return True


def _changed(call: Call, what: str) -> LocalGroup:
    group = call.group()
    if not group.may(call.bot, "can_change_info"):
        raise Refusal.MAY_NOT_CHANGE.error(what)
    return group


def export_chat_invite_link(call: Call) -> str:
    """Make a new link in place of the one that led into the group."""
    group = _inviting(call)
    group.invite_link = _new_link()
    return group.invite_link


def create_chat_invite_link(call: Call) -> dict[str, Any]:
    """Make one link more; with `creates_join_request` who follows it has to be let in."""
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
    # Members may invite people, but only administrators make links.
    group = call.group("can_invite_users", Refusal.MAY_NOT_INVITE)
    if not group.leads(call.bot):
        raise Refusal.MAY_NOT_INVITE.error()
    return group


def _new_link() -> str:
    return f"https://t.me/+{secrets.token_urlsafe(12)}"


METHODS: Mapping[str, Handler] = {
    "setChatTitle": set_chat_title,
    "setChatDescription": set_chat_description,
    "exportChatInviteLink": export_chat_invite_link,
    "createChatInviteLink": create_chat_invite_link,
}
