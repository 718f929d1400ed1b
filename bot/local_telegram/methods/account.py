"""The bot's own settings: its name and descriptions, command menus and menu button."""

import json
import re
from collections.abc import Mapping
from typing import Any

from bot.local_telegram.call import METHODS, Call, Handler, documented, method
from bot.local_telegram.markup import check_web_app_url
from bot.local_telegram.refusals import Refusal, bad_request

_COMMAND = re.compile(r"[a-z0-9_]+")
_MAX_COMMAND = 32
_MAX_DESCRIPTION = 256
_MAX_COMMANDS = 100
_WIDE_SCOPES = frozenset(
    {"default", "all_private_chats", "all_group_chats", "all_chat_administrators"}
)
_CHAT_SCOPES = frozenset({"chat", "chat_administrators", "chat_member"})
_PROFILE = {
    "name": (64, "BOT_TITLE_TOO_LONG"),
    "description": (512, "BOT_DESCRIPTION_TOO_LONG"),
    "short_description": (120, "BOT_DESCRIPTION_TOO_LONG"),
}
"""The texts of a bot: how long each may be, and how a longer one is refused."""

_PLAIN_BUTTONS = frozenset({"commands", "default"})


@method
def get_me(call: Call) -> dict[str, Any]:
    return {
        **call.bot.as_json(),
        "can_join_groups": True,
        "can_read_all_group_messages": call.bot.can_read_all_group_messages,
        "supports_inline_queries": True,
        "can_connect_to_business": False,
        "has_main_web_app": False,
        "has_topics_enabled": call.bot.has_topics,
        "allows_users_to_create_topics": False,
    }


@method
def log_out(_: Call) -> bool:
    """Succeed without doing anything: there is no other server to move to."""
    return True


@method
def close(_: Call) -> bool:
    """Succeed without doing anything, likewise."""
    return True


@method
def set_my_commands(call: Call) -> bool:
    commands = [_command(item) for item in call.arguments.objects("commands")]
    # An older server ignores the fields of a command that it does not know.
    if not call.world.knows_ephemeral:
        for each in commands:
            each.pop("is_ephemeral", None)
    if len(commands) > _MAX_COMMANDS:
        raise bad_request("BOT_COMMANDS_TOO_MUCH")
    call.bot.menus[_key(call)] = commands
    call.world.tell_of_menus(call.bot)
    return True


@method
def get_my_commands(call: Call) -> list[dict[str, Any]]:
    return call.bot.menus.get(_key(call), [])


@method
def delete_my_commands(call: Call) -> bool:
    call.bot.menus.pop(_key(call), None)
    call.world.tell_of_menus(call.bot)
    return True


def _command(item: Mapping[str, object]) -> dict[str, Any]:
    command = _field(item, "command").removeprefix("/")
    description = _field(item, "description")
    if not command:
        raise bad_request("command must be non-empty")
    if len(command) > _MAX_COMMAND:
        raise bad_request(f"command length must not exceed {_MAX_COMMAND}")
    if not description:
        raise bad_request("command description must be non-empty")
    if len(description) > _MAX_DESCRIPTION:
        raise bad_request(f"command description length must not exceed {_MAX_DESCRIPTION}")
    if not _COMMAND.fullmatch(command):
        raise bad_request("BOT_COMMAND_INVALID")
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
    """Return the key of a menu: its scope and language; refuse the scope of an unknown chat."""
    scope = call.arguments.object("scope") or {"type": "default"}
    kind = str(scope.get("type"))
    if kind in _CHAT_SCOPES:
        chat_id = {"chat_id": str(scope.get("chat_id", ""))}
        call.saying(chat_id).known_chat()
        scope = {**scope, **chat_id}
    elif kind not in _WIDE_SCOPES:
        raise bad_request("unsupported BotCommandScope specified")
    return json.dumps(scope, sort_keys=True), call.arguments.text("language_code")


def _sets(name: str, most: int, refusal: str) -> Handler:
    """Return the handler that sets a text of the bot's profile; an empty text removes it."""

    def handle(call: Call) -> bool:
        text = call.arguments.text(name)
        if len(text) > most:
            raise bad_request(refusal)
        call.bot.profile[name, call.arguments.text("language_code")] = text
        return True

    return handle


def _gets(name: str) -> Handler:
    """Return the handler that returns such a text for a language, or else the default one."""

    def handle(call: Call) -> dict[str, str]:
        texts = call.bot.profile
        text = texts.get((name, call.arguments.text("language_code"))) or texts.get((name, ""), "")
        return {name: text or (call.bot.first_name if name == "name" else "")}

    return handle


for _name, (_most, _refusal) in _PROFILE.items():
    METHODS[documented(f"set_my_{_name}")] = _sets(_name, _most, _refusal)
    METHODS[documented(f"get_my_{_name}")] = _gets(_name)


@method
def set_chat_menu_button(call: Call) -> bool:
    """Set the menu button of one private chat, or the default one."""
    button = call.arguments.object("menu_button") or {"type": "default"}
    kind = str(button.get("type"))
    if kind == "web_app":
        app, text = button.get("web_app"), button.get("text")
        url = app.get("url") if isinstance(app, dict) else None
        if not isinstance(text, str) or not text or not isinstance(url, str):
            raise Refusal.MENU_BUTTON_INVALID.error("text and web_app must be non-empty")
        check_web_app_url("menu", url)
        button = {"type": kind, "text": text, "web_app": {"url": url}}
    elif kind in _PLAIN_BUTTONS:
        button = {"type": kind}
    else:
        raise Refusal.MENU_BUTTON_INVALID.error("unsupported type specified")
    call.bot.menu_buttons[_menu_chat(call)] = button
    return True


@method
def get_chat_menu_button(call: Call) -> dict[str, Any]:
    buttons = call.bot.menu_buttons
    return buttons.get(_menu_chat(call)) or buttons.get(0) or {"type": "default"}


def _menu_chat(call: Call) -> int:
    """Return the id of the private chat that the call names, 0 if it names none."""
    if not call.arguments.text("chat_id"):
        return 0
    chat = call.chat()
    if not chat.private:
        raise Refusal.CHAT_NOT_FOUND.error()
    return chat.id
