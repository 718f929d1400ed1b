"""Buttons by their label, and links that start a bot."""

import re
from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

from bot.local_telegram.markup import InlineButton, ReplyKey, ReplyKeyboard
from bot.local_telegram.messages import Author, Chat, ChatMessage

_PAYLOAD = re.compile(r"[A-Za-z0-9_-]{0,64}")


class NoSuchButton(LookupError):
    """No button has that label; the message lists the present ones."""

    def __init__(self, label: str, present: list[str]) -> None:
        shown = ", ".join(repr(name) for name in present) or "no buttons at all"
        super().__init__(f"no button {label!r}; there are {shown}")


def find_button(
    person: Author, chat: Chat, label: str, message: ChatMessage | None = None
) -> tuple[ChatMessage, InlineButton | ReplyKey]:
    """Return the newest button whose label equals or contains `label`, and its message.

    The search is in the messages that the person sees, or in `message` alone if it is given.
    Within a message, an equal label is preferred. Raises `NoSuchButton`.
    """
    messages = [message] if message else list(reversed(chat.seen_by(person)))
    for candidate in messages:
        # An equal label comes before one that only contains the words.
        buttons = sorted(_buttons(chat, candidate), key=lambda button: button.label != label)
        for button in buttons:
            if label in button.label:
                return candidate, button
    raise NoSuchButton(label, [b.label for m in messages for b in _buttons(chat, m)])


def deep_link(url: str) -> tuple[str, str] | None:
    """Return the bot's username and the payload of a link that starts a bot, else None."""
    parts = urlsplit(url)
    query = {name: values[0] for name, values in parse_qs(parts.query).items()}
    if parts.scheme == "tg" and parts.netloc == "resolve":
        name = query.get("domain", "")
    elif parts.hostname in {"t.me", "telegram.me"}:
        name = parts.path.strip("/")
    else:
        return None
    return (name, query["start"]) if "start" in query else None


def check_start_payload(payload: str) -> None:
    """Raise `ValueError` if no link can start a bot with this payload."""
    if not _PAYLOAD.fullmatch(payload):
        raise ValueError(f"a link starts a bot with up to 64 of A-Z a-z 0-9 _ -, not {payload!r}")


def _buttons(chat: Chat, message: ChatMessage) -> Iterator[InlineButton | ReplyKey]:
    for row in (message.rich_buttons, *message.buttons):
        yield from row
    markup = message.posting.markup
    if message is chat.keyboard_message and isinstance(markup, ReplyKeyboard):
        for keys in markup.rows:
            yield from keys
