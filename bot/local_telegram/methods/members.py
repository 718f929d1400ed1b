"""The members of a group: listed, banned, restricted, promoted and let in."""

from typing import Any

from bot.local_telegram.call import Call, method
from bot.local_telegram.chats import (
    ADMINISTRATOR,
    KICKED,
    LEADING,
    LEFT,
    OWNER,
    PRESENT,
    member_json,
)
from bot.local_telegram.groups import LocalGroup
from bot.local_telegram.messages import Author
from bot.local_telegram.refusals import Refusal, bad_request
from bot.local_telegram.rights import ADMIN_RIGHTS, read_permissions


@method
def get_chat_administrators(call: Call) -> list[dict[str, Any]]:
    chat = call.chat()
    if not isinstance(chat, LocalGroup):
        raise bad_request("there are no administrators in the private chat")
    return [member_json(chat, each) for each in chat.parties() if chat.status(each) in LEADING]


@method
def get_chat_member_count(call: Call) -> int:
    return len(list(call.chat().parties()))


@method
def ban_chat_member(call: Call) -> bool:
    group, party = _restricted_by(call)
    group.kick(party, call.bot)
    return True


@method
def unban_chat_member(call: Call) -> bool:
    """Unban somebody; remove them if they are a member, unless `only_if_banned` is set."""
    group = call.group("can_restrict_members", Refusal.MAY_NOT_RESTRICT.error())
    party = _party(call)
    status = group.status(party)
    if status == KICKED:
        group.set_status(party, LEFT, call.bot)
    elif status in PRESENT and not call.arguments.flag("only_if_banned"):
        _refuse_leaders(group, party, call.bot)
        group.kick(party, call.bot)
        group.set_status(party, LEFT, call.bot)
    return True


@method
def restrict_chat_member(call: Call) -> bool:
    _must_be_supergroup(call)
    permissions = read_permissions(call.arguments.object("permissions"))
    group, party = _restricted_by(call)
    if group.status(party) not in PRESENT:
        raise Refusal.NOT_PARTICIPANT.error()
    group.restrict(party, permissions, call.bot)
    return True


@method
def promote_chat_member(call: Call) -> bool:
    """Make a member an administrator with these rights, or with none an ordinary member."""
    group = call.group("can_promote_members")
    if group.kind != "supergroup":
        raise Refusal.GROUPS_ONLY.error()
    party = _party(call)
    if group.status(party) == OWNER:
        raise bad_request("can't demote chat creator")
    if group.status(party) not in PRESENT:
        raise Refusal.NOT_PARTICIPANT.error()
    rights = [right for right in ADMIN_RIGHTS if call.arguments.flag(right)]
    if not all(group.may(call.bot, right) for right in rights):
        raise bad_request("RIGHT_FORBIDDEN")
    anonymous = call.arguments.flag("is_anonymous")
    if rights or anonymous:
        # Every administrator has this right.
        rights = ["can_manage_chat", *rights]
        group.promote(party, rights=rights, anonymous=anonymous, by=call.bot)
    else:
        group.demote(party, call.bot)
    return True


@method
def set_chat_administrator_custom_title(call: Call) -> bool:
    _must_be_supergroup(call)
    group = call.group("can_promote_members")
    party = _party(call)
    if group.status(party) != ADMINISTRATOR:
        raise bad_request("user is not an administrator")
    group.titles[party] = call.arguments.text("custom_title")
    return True


@method
def set_chat_permissions(call: Call) -> bool:
    """Set the permissions of all members."""
    permissions = read_permissions(call.arguments.object("permissions"))
    group = call.group("can_restrict_members", Refusal.MAY_NOT_CHANGE.error("permissions"))
    if permissions == group.all_permissions:
        raise Refusal.CHAT_NOT_MODIFIED.error()
    group.all_permissions = permissions
    return True


@method
def leave_chat(call: Call) -> bool:
    call.group().leave(call.bot)
    return True


@method
def approve_chat_join_request(call: Call) -> bool:
    group, party = _requested(call)
    group.join(party)
    return True


@method
def decline_chat_join_request(call: Call) -> bool:
    _requested(call)
    return True


def _requested(call: Call) -> tuple[LocalGroup, Author]:
    """Remove a join request, and return its group and person."""
    group = call.group("can_invite_users", Refusal.MAY_NOT_INVITE.error())
    party = _party(call)
    if party not in group.requests:
        raise bad_request("HIDE_REQUESTER_MISSING")
    group.requests.remove(party)
    return group, party


def _restricted_by(call: Call) -> tuple[LocalGroup, Author]:
    """Return the group and somebody whom the bot may restrict or ban there."""
    group = call.group("can_restrict_members", Refusal.MAY_NOT_RESTRICT.error())
    party = _party(call)
    _refuse_leaders(group, party, call.bot)
    return group, party


def _refuse_leaders(group: LocalGroup, party: Author, bot: Author) -> None:
    if party is bot:
        raise bad_request("can't restrict self")
    if group.status(party) == OWNER:
        raise bad_request("can't remove chat owner")
    if group.status(party) == ADMINISTRATOR:
        raise bad_request("user is an administrator of the chat")


def _must_be_supergroup(call: Call) -> None:
    if call.chat().kind != "supergroup":
        raise bad_request("method is available only for supergroups")


def _party(call: Call) -> Author:
    user_id = call.arguments.integer("user_id")
    if user_id <= 0:
        raise bad_request("invalid user_id specified")
    party = call.world.party(user_id)
    if party is None:
        raise bad_request("PARTICIPANT_ID_INVALID")
    return party
