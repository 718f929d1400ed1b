"""How a bot presents itself: its name, what it says of itself, and the button beside the text."""

from collections.abc import Mapping
from typing import Any

from bot.local_telegram.call import Call, Handler
from bot.local_telegram.formatting.values import checked_url
from bot.local_telegram.refusals import Refusal

_MAX_NAME, _MAX_LONG, _MAX_SHORT = 64, 512, 120
_PLAIN_BUTTONS = frozenset({"commands", "default"})


def set_my_name(call: Call) -> bool:
    return _keep(call, "name", _MAX_NAME, Refusal.NAME_TOO_LONG)


def set_my_description(call: Call) -> bool:
    return _keep(call, "description", _MAX_LONG, Refusal.DESCRIPTION_TOO_LONG)


def set_my_short_description(call: Call) -> bool:
    return _keep(call, "short_description", _MAX_SHORT, Refusal.DESCRIPTION_TOO_LONG)


def _keep(call: Call, name: str, most: int, refusal: Refusal) -> bool:
    """Keep a text of the bot's profile; an empty one takes it away."""
    text = call.arguments.text(name)
    if len(text) > most:
        raise refusal.error()
    call.bot.profile[name, call.arguments.text("language_code")] = text
    return True


def get_my_name(call: Call) -> dict[str, str]:
    return {"name": _described(call, "name")["name"] or call.bot.first_name}


def get_my_description(call: Call) -> dict[str, str]:
    return _described(call, "description")


def _described(call: Call, name: str) -> dict[str, str]:
    """Return the text for a language, or the one for all others."""
    language = call.arguments.text("language_code")
    profile = call.bot.profile
    return {name: profile.get((name, language)) or profile.get((name, ""), "")}


def set_chat_menu_button(call: Call) -> bool:
    """Say what the button beside the text does, in one private chat or in all others."""
    button = call.arguments.object("menu_button") or {"type": "default"}
    kind = str(button.get("type"))
    if kind == "web_app":
        button = _web_app(button)
    elif kind in _PLAIN_BUTTONS:
        button = {"type": kind}
    else:
        raise Refusal.MENU_BUTTON_INVALID.error("unsupported type specified")
    call.bot.menu_buttons[_menu_chat(call)] = button
    return True


def get_chat_menu_button(call: Call) -> dict[str, Any]:
    buttons = call.bot.menu_buttons
    return buttons.get(_menu_chat(call)) or buttons.get(0) or {"type": "default"}


def _menu_chat(call: Call) -> int:
    """Return the id of the private chat that is meant, 0 for all."""
    if not call.arguments.text("chat_id"):
        return 0
    chat = call.chat()
    if not chat.private:
        raise Refusal.CHAT_NOT_FOUND.error()
    return chat.id


def _web_app(button: Mapping[str, Any]) -> dict[str, Any]:
    app, text = button.get("web_app"), button.get("text")
    url = app.get("url") if isinstance(app, dict) else None
    if not isinstance(text, str) or not text or not isinstance(url, str):
        raise Refusal.MENU_BUTTON_INVALID.error("text and web_app must be non-empty")
    if checked_url(url) is None or not url.lower().startswith("https://"):
        raise Refusal.WEB_APP_URL.error("menu", url)
    return {"type": "web_app", "text": text, "web_app": {"url": url}}


METHODS: Mapping[str, Handler] = {
    "setMyName": set_my_name,
    "getMyName": get_my_name,
    "setMyDescription": set_my_description,
    "getMyDescription": get_my_description,
    "setMyShortDescription": set_my_short_description,
    "setChatMenuButton": set_chat_menu_button,
    "getChatMenuButton": get_chat_menu_button,
}
