"""Inline keyboards, reply keyboards and the other reply markups."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pydantic_core import from_json

from bot.local_telegram.choices import Choice, must_differ, parse_choice
from bot.local_telegram.formatting.values import checked_url
from bot.local_telegram.refusals import Refusal, bad_request

ButtonT = TypeVar("ButtonT")

MAX_CALLBACK_DATA = 64
"""The most bytes of a button's `callback_data`."""

MAX_BUTTONS = 100
"""The most buttons under one message."""

_MAX_MARKUP = 10 * 1024
_MAX_COPIED = 256

ACTIONS = (
    "callback_data",
    "url",
    "copy_text",
    "switch_inline_query",
    "switch_inline_query_current_chat",
    "switch_inline_query_chosen_chat",
    "web_app",
    "login_url",
    "pay",
    "callback_game",
    "disabled",
)
"""The fields that say what a button does; a disabled one does nothing."""


@dataclass(frozen=True)
class InlineButton:
    label: str
    data: str | None = None
    url: str | None = None
    copy_text: str | None = None
    switch_inline_query: str | None = None
    style: str | None = None
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False)


@dataclass(frozen=True)
class InlineKeyboard:
    rows: tuple[tuple[InlineButton, ...], ...] = ()
    # Not compared, since an edit does not change whether a reply is forced.
    forces_reply: bool = field(default=False, compare=False)
    placeholder = None

    def as_json(self) -> dict[str, Any]:
        rows = [[dict(button.raw) for button in row] for row in self.rows]
        return {"inline_keyboard": rows, **({"force_reply": True} if self.forces_reply else {})}


@dataclass(frozen=True)
class ReplyKey:
    """A key that writes its label, or shares the person's number, location or choice."""

    label: str
    request_contact: bool = False
    request_location: bool = False
    choice: Choice | None = None


@dataclass(frozen=True)
class ReplyKeyboard:
    """Keys that replace the ordinary keyboard."""

    rows: tuple[tuple[ReplyKey, ...], ...]
    one_time: bool = False
    placeholder: str | None = None
    forces_reply: bool = False


@dataclass(frozen=True)
class RemoveKeyboard:
    """Removes the reply keyboard."""

    placeholder = None
    forces_reply = False


@dataclass(frozen=True)
class ForceReply:
    """Makes the person's next message a reply to this one."""

    placeholder: str | None = None
    forces_reply = True


Markup = InlineKeyboard | ReplyKeyboard | RemoveKeyboard | ForceReply


def parse_markup(text: str, *, private: bool) -> Markup | None:
    """Read `reply_markup`, None if it is empty; refuse an invalid one."""
    if not text:
        return None
    try:
        value = from_json(text, allow_inf_nan=False)
    except ValueError as error:
        raise Refusal.UNREADABLE_MARKUP.error() from error
    if not isinstance(value, dict):
        raise bad_request("object expected as reply markup")
    hint = value.get("input_field_placeholder")
    placeholder = hint if isinstance(hint, str) and hint else None
    forces_reply = bool(value.get("force_reply"))
    if "inline_keyboard" in value:
        buttons = _rows(value["inline_keyboard"], lambda b: inline_button(b, private=private))
        # An approximation of Telegram's count: the texts of the buttons without their JSON.
        texts = [t for row in buttons for b in row for t in (b.label, b.data, b.url, b.copy_text)]
        too_large = sum(len(text.encode()) for text in texts if text) > _MAX_MARKUP
        if sum(map(len, buttons)) > MAX_BUTTONS or too_large:
            raise bad_request("reply markup is too long")
        return InlineKeyboard(buttons, forces_reply) if buttons else None
    if "keyboard" in value:
        keys = _rows(value["keyboard"], lambda key: _reply_key(key, private=private))
        must_differ(key.choice for row in keys for key in row if key.choice)
        one_time = bool(value.get("one_time_keyboard"))
        return ReplyKeyboard(keys, one_time, placeholder, forces_reply) if keys else None
    if value.get("remove_keyboard"):
        return RemoveKeyboard()
    return ForceReply(placeholder) if forces_reply else None


def _rows(value: object, read: Callable[[object], ButtonT]) -> tuple[tuple[ButtonT, ...], ...]:
    """Read rows of buttons or keys; drop empty rows."""
    if not isinstance(value, list) or not all(isinstance(row, list) for row in value):
        raise Refusal.UNREADABLE_MARKUP.error()
    return tuple(tuple(map(read, row)) for row in value if row)


def inline_button(value: object, *, private: bool) -> InlineButton:
    """Read one inline button; refuse an invalid one."""
    if not isinstance(value, dict):
        raise Refusal.UNREADABLE_BUTTON.error("KeyboardButton must be an Object")
    # A field that is null counts as missing.
    value = {name: item for name, item in value.items() if item is not None}
    if "text" not in value:
        raise Refusal.UNREADABLE_BUTTON.error('Can\'t find field "text"')
    for name in ("text", "callback_data", "url"):
        if not isinstance(value.get(name, ""), str):
            raise Refusal.UNREADABLE_BUTTON.error(f'Field "{name}" must be of type String')
    if not any(is_given(value, action) for action in ACTIONS):
        raise Refusal.UNREADABLE_BUTTON.error("Text buttons are unallowed in the inline keyboard")
    _check_web_app("inline keyboard", value, private=private)
    data = value.get("callback_data")
    if data is not None and len(data.encode()) > MAX_CALLBACK_DATA:
        raise bad_request("BUTTON_DATA_INVALID")
    url = value.get("url") or None
    address = None if url is None else checked_url(url)
    if url is not None and address is None:
        raise bad_request(f"inline keyboard button URL '{url}' is invalid: Wrong HTTP URL")
    return InlineButton(
        label=value["text"],
        data=data,
        url=address,
        copy_text=_copied_text(value.get("copy_text")),
        switch_inline_query=value.get("switch_inline_query"),
        style=value.get("style"),
        raw=value,
    )


def check_pay_button(markup: Markup | None, *, needed: bool) -> None:
    """Refuse an invoice (`needed`) whose first button does not pay, and any other pay button."""
    if not needed and not isinstance(markup, InlineKeyboard):
        return
    rows = markup.rows if isinstance(markup, InlineKeyboard) else ()
    paying = [number for number, each in enumerate(sum(rows, ())) if is_given(each.raw, "pay")]
    if needed and paying[:1] != [0]:
        raise bad_request("REPLY_MARKUP_BUY_EMPTY")
    if len(paying) > needed:
        raise bad_request("BUTTON_TYPE_INVALID")


def _check_web_app(where: str, button: Mapping[str, Any], *, private: bool) -> None:
    """Refuse a web app outside of private chats, and one whose address is not HTTPS."""
    app = button.get("web_app")
    if app is None:
        return
    if not isinstance(app, dict) or not isinstance(app.get("url"), str):
        raise Refusal.UNREADABLE_BUTTON.error('Can\'t find field "url"')
    if not private:
        raise bad_request("BUTTON_TYPE_INVALID")
    check_web_app_url(where, app["url"])


def check_web_app_url(where: str, url: str) -> None:
    """Refuse an address of a web app that is not HTTPS."""
    if checked_url(url) is None or not url.lower().startswith("https://"):
        raise bad_request(
            f"{where} button Web App URL '{url}' is invalid: Only HTTPS links are allowed"
        )


def _copied_text(wish: object) -> str | None:
    if wish is None:
        return None
    if not isinstance(wish, dict) or not isinstance(wish.get("text"), str):
        raise Refusal.UNREADABLE_BUTTON.error('Can\'t find field "text"')
    text: str = wish["text"]
    if not 0 < len(text) <= _MAX_COPIED:
        raise bad_request("BUTTON_COPY_TEXT_INVALID")
    return text


def is_given(value: Mapping[str, Any], action: str) -> bool:
    """Return whether a button has this action."""
    # An inline query may be empty; an empty value of any other action means no action.
    if action.startswith("switch_inline_query"):
        return value.get(action) is not None
    return value.get(action) not in (None, "", False)


def _reply_key(value: object, *, private: bool) -> ReplyKey:
    if isinstance(value, str):
        return ReplyKey(value)
    if not isinstance(value, dict) or not isinstance(value.get("text"), str):
        raise Refusal.UNREADABLE_KEY.error('Can\'t find field "text"')
    _check_web_app("keyboard", value, private=private)
    wants_contact = bool(value.get("request_contact"))
    wants_location = bool(value.get("request_location"))
    if wants_contact and not private:
        raise bad_request("phone number can be requested in private chats only")
    if wants_location and not private:
        raise bad_request("location can be requested in private chats only")
    choice = parse_choice(value, private=private)
    return ReplyKey(value["text"], wants_contact, wants_location, choice)
