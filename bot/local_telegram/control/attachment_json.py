"""Attachments, and what happened in a chat, as the page shows them."""

import io
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from PIL import Image, UnidentifiedImageError

from bot.local_telegram.attachments import (
    Contact,
    Dice,
    Document,
    Location,
    Media,
    Notice,
    Photo,
    Sticker,
    StoredFile,
    Venue,
    Voice,
)
from bot.local_telegram.messages import ChatMessage
from bot.local_telegram.polls import Poll

_SIZE_OF_NO_PICTURE = (1280, 960)

_NOTICES: Mapping[str, str] = {
    "pinned_message": "pinned a message",
    "forum_topic_created": "opened a topic",
    "migrate_to_chat_id": "made this group a supergroup",
    "migrate_from_chat_id": "made this group a supergroup",
    "chat_shared": "chose a group",
    "users_shared": "chose somebody",
    "new_chat_members": "joined, or let somebody in",
    "left_chat_member": "left, or threw somebody out",
    "new_chat_title": "renamed the group",
    "forum_topic_edited": "renamed a topic",
    "forum_topic_closed": "closed a topic",
    "forum_topic_reopened": "reopened a topic",
}


def attachment_json(message: ChatMessage) -> dict[str, Any] | None:
    """Return the attachment of a message; None where it has none."""
    attachment = message.body.attachment
    if attachment is None:
        return None
    show = _SHOWN.get(type(attachment))
    return show(attachment, message) if show else {"kind": "notice", "words": "something else"}


def file_url(file: StoredFile) -> str:
    return f"/api/files/{file.file_id}"


def _photo(photo: Photo, _: ChatMessage) -> dict[str, Any]:
    width, height = _size_of(photo.file.content)
    return {"kind": "photo", "url": file_url(photo.file), "width": width, "height": height}


def _size_of(picture: bytes) -> tuple[int, int]:
    try:
        with Image.open(io.BytesIO(picture)) as image:
            return image.size
    except (UnidentifiedImageError, OSError, Image.DecompressionBombError):
        return _SIZE_OF_NO_PICTURE


def _media(media: Media, _: ChatMessage) -> dict[str, Any]:
    seconds = media.about.get("duration", 0)
    return {
        "kind": media.kind,
        "url": file_url(media.file),
        "name": media.file.name,
        "seconds": seconds,
    }


def _document(document: Document, _: ChatMessage) -> dict[str, Any]:
    file = document.file
    return {
        "kind": "document",
        "url": file_url(file),
        "name": file.name,
        "size": file.size,
    }


def _contact(contact: Contact, _: ChatMessage) -> dict[str, Any]:
    names = (contact.first_name, contact.last_name)
    name = " ".join(name for name in names if name)
    return {"kind": "contact", "name": name, "phone": contact.phone_number}


def _location(location: Location, message: ChatMessage) -> dict[str, Any]:
    return {"kind": "location", **_place(location), "live_until": _live_until(location, message)}


def _live_until(location: Location, message: ChatMessage) -> str | None:
    if location.live_period is None:
        return None
    try:
        end: datetime = message.date + timedelta(seconds=location.live_period)
    except OverflowError:
        end = datetime.max.replace(tzinfo=message.date.tzinfo)
    return moment(end)


def _venue(venue: Venue, _: ChatMessage) -> dict[str, Any]:
    named = {"title": venue.title, "address": venue.address}
    return {"kind": "venue", **_place(venue.location), **named}


def _place(location: Location) -> dict[str, float]:
    return {"latitude": location.latitude, "longitude": location.longitude}


def _poll(poll: Poll, _: ChatMessage) -> dict[str, Any]:
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


def _dice(dice: Dice, _: ChatMessage) -> dict[str, Any]:
    return {"kind": "notice", "words": f"{dice.emoji} {dice.value}"}


def _notice(notice: Notice, message: ChatMessage) -> dict[str, Any]:
    found = next((words for name, words in _NOTICES.items() if name in notice.fields), "did this")
    return {"kind": "notice", "words": f"{message.sender.first_name} {found}"}


_SHOWN: Mapping[type, Callable[[Any, ChatMessage], dict[str, Any]]] = {
    Photo: _photo,
    Document: _document,
    Voice: lambda voice, _: {"kind": "voice", "seconds": voice.seconds},
    Sticker: lambda sticker, _: {"kind": "sticker", "emoji": sticker.emoji},
    Contact: _contact,
    Location: _location,
    Venue: _venue,
    Notice: _notice,
    Media: _media,
    Poll: _poll,
    Dice: _dice,
}


def moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
