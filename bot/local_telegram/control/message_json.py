"""Messages as the page shows them; each is put together once, until it changes."""

from typing import Any
from weakref import WeakKeyDictionary

from bot.local_telegram.chats import GroupChat
from bot.local_telegram.control.attachment_json import attachment_json, moment
from bot.local_telegram.control.page_html import direction_of, page_html
from bot.local_telegram.markup import InlineButton
from bot.local_telegram.messages import ChatMessage
from bot.local_telegram.rich.message import RichMessage

_STYLES = frozenset({"primary", "success", "danger"})
_RICH_STYLES = _STYLES | {"link"}
_REPLY_LENGTH = 200


class MessageForms:
    """The JSON of each message that somebody has looked at."""

    def __init__(self) -> None:
        self._known: WeakKeyDictionary[ChatMessage, dict[str, Any]] = WeakKeyDictionary()
        self._told: WeakKeyDictionary[ChatMessage, int] = WeakKeyDictionary()

    def of(self, message: ChatMessage) -> dict[str, Any]:
        form = self._known.get(message)
        if form is None:
            form = self._known[message] = _message_json(message)
        return form

    def tell(self, message: ChatMessage, number: int) -> None:
        """Note which event was the last that told of a message."""
        self._told[message] = number

    def told(self, message: ChatMessage) -> int:
        """Return the number of the last event that told of a message, 0 if none has."""
        return self._told.get(message, 0)

    def changed(self, message: ChatMessage) -> None:
        """Forget how a message was."""
        self._known.pop(message, None)


def _message_json(message: ChatMessage) -> dict[str, Any]:
    words, posting = message.body.words, message.posting
    return {
        "id": message.message_id,
        "sender": _sender(message),
        "date": moment(message.date),
        "edited_at": moment(message.edited_at) if message.edited_at else None,
        "html": page_html(words),
        "text": words.text,
        "direction": direction_of(words.text),
        "attachment": attachment_json(message),
        "rich": _rich(message.body.rich) if message.body.rich else None,
        "buttons": [[_button(button) for button in row] for row in message.buttons],
        "reply_to": _reply(message.reply_to, posting.quote) if message.reply_to else None,
        "forwarded_from": _origin(posting.origin) if posting.origin else None,
        "via": posting.via,
        "ephemeral": message.only_for is not None,
        "replaces": posting.replaces.message_id if posting.replaces else None,
        "silent": posting.silent,
        "protected": posting.protected,
        "reactions": list(message.reactions),
        "topic": posting.thread_id,
        "topic_name": _topic_name(message),
        "album": posting.album,
    }


def _sender(message: ChatMessage) -> dict[str, Any]:
    sender = message.sender
    if message.posting.anonymous:
        title = message.chat.as_json().get("title", "")
        return {"id": message.chat.id, "name": title, "is_bot": False}
    return {"id": sender.id, "name": sender.first_name, "is_bot": sender.is_bot}


def _reply(replied: ChatMessage, quote: str) -> dict[str, Any]:
    return {
        "id": replied.message_id,
        "name": replied.sender.first_name,
        "text": (quote or replied.body.words.text)[:_REPLY_LENGTH],
        "is_quote": bool(quote),
    }


def _topic_name(message: ChatMessage) -> str | None:
    chat, topic = message.chat, message.posting.thread_id
    return chat.threads.get(topic) if topic and isinstance(chat, GroupChat) else None


def _origin(origin: dict[str, Any]) -> str:
    return str(origin.get("sender_user", {}).get("first_name", ""))


def _rich(rich: RichMessage) -> dict[str, Any]:
    """Return the blocks, and the buttons in them in the order in which a reader meets them."""
    buttons = [
        {**_button(each), "style": each.style if each.style in _RICH_STYLES else None}
        for each in rich.buttons
    ]
    return {**rich.as_json(), "buttons": buttons}


def _button(button: InlineButton) -> dict[str, Any]:
    return {
        "label": button.label,
        "kind": _kind_of(button),
        "style": button.style if button.style in _STYLES else None,
        "url": button.url,
        "copy_text": button.copy_text,
    }


def _kind_of(button: InlineButton) -> str:
    if button.data is not None:
        return "callback"
    if button.url is not None:
        return "url"
    if button.copy_text is not None:
        return "copy"
    if "disabled" in button.raw:
        return "disabled"
    if any(name.startswith("switch_inline_query") for name in button.raw):
        return "inline"
    return "web_app" if "web_app" in button.raw else "other"
