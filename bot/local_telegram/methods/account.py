"""The bot about itself, and its command menus, one per scope and language."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.local_telegram.arguments import Arguments
from bot.local_telegram.call import Call, Handler
from bot.local_telegram.refusals import Refusal

_COMMAND = re.compile(r"[a-z0-9_]+")
_MAX_COMMAND = 32
_MAX_DESCRIPTION = 256
_MAX_COMMANDS = 100
_WIDE_SCOPES = frozenset(
    {"default", "all_private_chats", "all_group_chats", "all_chat_administrators"}
)
_CHAT_SCOPES = frozenset({"chat", "chat_administrators", "chat_member"})


def get_me(call: Call) -> dict[str, Any]:
    return {
        **call.bot.as_json(),
        "can_join_groups": True,
        "can_read_all_group_messages": call.bot.can_read_all_group_messages,
        "supports_inline_queries": True,
        "can_connect_to_business": False,
        "has_main_web_app": False,
    }


def accept(_: Call) -> bool:
    """Agree, and do nothing: there is no other server to move to."""
    return True


def set_my_commands(call: Call) -> bool:
    commands = [_command(item) for item in call.arguments.objects("commands")]
    if not call.world.knows_ephemeral:
        for each in commands:
            each.pop("is_ephemeral", None)
    if len(commands) > _MAX_COMMANDS:
        raise Refusal.TOO_MANY_COMMANDS.error()
    call.bot.menus[_key(call)] = commands
    call.world.tell_of_menus(call.bot)
    return True


def get_my_commands(call: Call) -> list[dict[str, Any]]:
    return call.bot.menus.get(_key(call), [])


def delete_my_commands(call: Call) -> bool:
    call.bot.menus.pop(_key(call), None)
    call.world.tell_of_menus(call.bot)
    return True


def _command(item: Mapping[str, object]) -> dict[str, Any]:
    command = _field(item, "command").removeprefix("/")
    description = _field(item, "description")
    if not command:
        raise Refusal.COMMAND_EMPTY.error()
    if len(command) > _MAX_COMMAND:
        raise Refusal.COMMAND_TOO_LONG.error(_MAX_COMMAND)
    if not description:
        raise Refusal.COMMAND_DESCRIPTION_EMPTY.error()
    if len(description) > _MAX_DESCRIPTION:
        raise Refusal.COMMAND_DESCRIPTION_TOO_LONG.error(_MAX_DESCRIPTION)
    if not _COMMAND.fullmatch(command):
        raise Refusal.COMMAND_INVALID.error()
    ephemeral = {"is_ephemeral": True} if item.get("is_ephemeral") is True else {}
    return {"command": command, "description": description, **ephemeral}


def _field(item: Mapping[str, object], name: str) -> str:
    value = item.get(name)
    if value is None:
        raise Refusal.UNREADABLE_COMMAND.error(f'Can\'t find field "{name}"')
    if not isinstance(value, str):
        raise Refusal.UNREADABLE_COMMAND.error(f'Field "{name}" must be of type String')
    return value.strip()


def _key(call: Call) -> tuple[str, str]:
    """Return the key of a menu; scopes of a chat must name one that the bot knows."""
    scope = call.arguments.object("scope") or {"type": "default"}
    kind = str(scope.get("type"))
    if kind in _CHAT_SCOPES:
        chat_id = {"chat_id": str(scope.get("chat_id", ""))}
        replace(call, arguments=Arguments(chat_id)).known_chat()
        scope = {**scope, **chat_id}
    elif kind not in _WIDE_SCOPES:
        raise Refusal.SCOPE_INVALID.error()
    return json.dumps(scope, sort_keys=True), call.arguments.text("language_code")


METHODS: Mapping[str, Handler] = {
    "getMe": get_me,
    "logOut": accept,
    "close": accept,
    "setMyCommands": set_my_commands,
    "getMyCommands": get_my_commands,
    "deleteMyCommands": delete_my_commands,
}
