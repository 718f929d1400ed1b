"""The JSON of messages for the page, cached until a message changes."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any
from weakref import WeakKeyDictionary

from bot.local_telegram.attachments import (
    Contact,
    Dice,
    Invoice,
    Location,
    Media,
    Notice,
    Photo,
    StoredFile,
    Venue,
)
from bot.local_telegram.control.page_html import direction_of, page_html
from bot.local_telegram.markup import InlineButton, is_given
from bot.local_telegram.messages import ChatMessage
from bot.local_telegram.polls import Poll
from bot.local_telegram.world import Toast

_STYLES = frozenset({"primary", "success", "danger"})
_RICH_STYLES = _STYLES | {"link"}
_REPLY_LENGTH = 200

_KINDS: Mapping[str, str] = {
    "callback_data": "callback", "url": "url", "copy_text": "copy", "disabled": "disabled",
    "pay": "pay", "switch_inline_query": "inline", "switch_inline_query_current_chat": "inline",
    "switch_inline_query_chosen_chat": "inline", "web_app": "web_app",
}  # fmt: skip
"""The kind of a button on the page, by its action."""

_NOTICES: Mapping[str, str] = {
    "pinned_message": "pinned a message",
    "forum_topic_created": "opened a topic",
    "migrate_to_chat_id": "made this group a supergroup",
    "migrate_from_chat_id": "made this group a supergroup",
    "successful_payment": "paid",
    "chat_shared": "chose a group",
    "users_shared": "chose somebody",
    "new_chat_members": "joined, or let somebody in",
    "left_chat_member": "left, or threw somebody out",
    "new_chat_title": "renamed the group",
    "forum_topic_edited": "renamed a topic",
    "forum_topic_closed": "closed a topic",
    "forum_topic_reopened": "reopened a topic",
}


class MessageForms:
    """The cached JSON of messages, and the events that told of them."""

    def __init__(self) -> None:
        self._known: WeakKeyDictionary[ChatMessage, dict[str, Any]] = WeakKeyDictionary()
        self._told: WeakKeyDictionary[ChatMessage, int] = WeakKeyDictionary()

    def of(self, message: ChatMessage) -> dict[str, Any]:
        form = self._known.get(message)
        if form is None:
            form = self._known[message] = message_json(message)
        return form

    def tell(self, message: ChatMessage, number: int) -> None:
        """Set the number of the last event that told of a message."""
        self._told[message] = number

    def told(self, message: ChatMessage) -> int:
        """Return the number of the last event that told of a message, 0 if there is none."""
        return self._told.get(message, 0)

    def changed(self, message: ChatMessage) -> None:
        """Drop the cached JSON of a message."""
        self._known.pop(message, None)


def moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def toast_json(toast: Toast) -> dict[str, Any]:
    return {"text": toast.text, "alert": toast.show_alert, "url": toast.url or None}


def message_json(message: ChatMessage) -> dict[str, Any]:
    words, rich = message.body.words, message.body.rich
    posting, chat, sender = message.posting, message.chat, message.sender
    shown_sender = {"id": sender.id, "name": sender.first_name, "is_bot": sender.is_bot}
    if posting.anonymous:
        title = chat.as_json().get("title", "")
        shown_sender = {"id": chat.id, "name": title, "is_bot": False}
    reply = None
    if posting.reply_to is not None:
        text = posting.quote or posting.reply_to.body.words.text
        reply = {
            "id": posting.reply_to.message_id,
            "name": posting.reply_to.sender.first_name,
            "text": text[:_REPLY_LENGTH],
            "is_quote": bool(posting.quote),
        }
    topic_name = None
    if posting.thread_id:
        topic_name = chat.threads.get(posting.thread_id)
    forwarded_from = None
    if posting.origin:
        forwarded_from = str(posting.origin.get("sender_user", {}).get("first_name", ""))
    rich_json = None
    if rich is not None:
        # The buttons in reading order: a person presses one by its number.
        rich_json = {**rich.as_json(), "buttons": [_button(b, _RICH_STYLES) for b in rich.buttons]}
    return {
        "id": message.message_id,
        "sender": shown_sender,
        "date": moment(message.date),
        "edited_at": moment(message.edited_at) if message.edited_at else None,
        "html": page_html(words),
        "text": words.text,
        "direction": direction_of(words.text),
        "attachment": _attachment(message),
        "rich": rich_json,
        "buttons": [[_button(button, _STYLES) for button in row] for row in message.buttons],
        "reply_to": reply,
        "forwarded_from": forwarded_from,
        "via": posting.via,
        "ephemeral": message.only_for is not None,
        "replaces": posting.replaces.message_id if posting.replaces else None,
        "silent": posting.silent,
        "protected": posting.protected,
        "reactions": list(message.reactions),
        "topic": posting.thread_id,
        "topic_name": topic_name,
        "album": posting.album,
    }


def _button(button: InlineButton, styles: frozenset[str]) -> dict[str, Any]:
    kind = next((kind for name, kind in _KINDS.items() if is_given(button.raw, name)), "other")
    return {
        "label": button.label,
        "kind": kind,
        "style": button.style if button.style in styles else None,
        "url": button.url,
        "copy_text": button.copy_text,
    }


def _attachment(message: ChatMessage) -> dict[str, Any] | None:
    """Return the attachment of a message with its kind; None where it has none."""
    attachment = message.body.attachment
    shown: dict[str, Any]
    match attachment:
        case None:
            return None
        case Photo(file=file, width=width, height=height):
            shown = {"kind": "photo", "url": _url(file), "width": width, "height": height}
        case Media(kind=kind, file=file):
            shown = {"kind": kind, "url": _url(file), "name": file.name, "size": file.size}
            shown |= {"seconds": attachment.told("duration"), "emoji": attachment.told("emoji")}
        case Contact(phone_number=phone, first_name=first, last_name=last):
            name = " ".join(name for name in (first, last) if name)
            shown = {"kind": "contact", "name": name, "phone": phone}
        case Location():
            until = _live_until(attachment, message)
            shown = {"kind": "location", **_place(attachment), "live_until": until}
        case Venue(location=location, title=title, address=address):
            named = {"title": title, "address": address}
            shown = {"kind": "venue", **_place(location), **named}
        case Invoice(title=title, description=description):
            shown = {"kind": "invoice", "title": title, "description": description}
        case Poll():
            shown = _poll(attachment)
        case _:
            shown = {"kind": "notice", "words": _notice(message)}
    return shown


def _url(file: StoredFile) -> str:
    return f"/api/files/{file.file_id}"


def _place(location: Location) -> dict[str, float]:
    return {"latitude": location.latitude, "longitude": location.longitude}


def _live_until(location: Location, message: ChatMessage) -> str | None:
    if location.live_period is None:
        return None
    # A long period may end after the last date that Python can represent.
    try:
        end: datetime = message.date + timedelta(seconds=location.live_period)
    except OverflowError:
        end = datetime.max.replace(tzinfo=message.date.tzinfo)
    return moment(end)


def _poll(poll: Poll) -> dict[str, Any]:
    return {
        "kind": "poll",
        "question": poll.question.text,
        "options": [option.text for option in poll.options],
        "votes": [{"user_id": voter, "options": chosen} for voter, chosen in poll.votes.items()],
        "is_quiz": poll.kind == "quiz",
        "several": poll.several,
        "anonymous": poll.is_anonymous,
        "closed": poll.is_closed,
        "right": poll.right,
        "explanation": poll.explanation.text,
    }


def _notice(message: ChatMessage) -> str:
    """Return a sentence about what has happened in the chat."""
    attachment = message.body.attachment
    if isinstance(attachment, Dice):
        return f"{attachment.emoji} {attachment.value}"
    fields = attachment.fields if isinstance(attachment, Notice) else {}
    words = next((words for name, words in _NOTICES.items() if name in fields), "did this")
    return f"{message.sender.first_name} {words}"
