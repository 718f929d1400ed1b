"""The rights and permissions of a group's members, and those needed to send each content."""

from collections.abc import Mapping
from typing import Any

from bot.local_telegram.attachments import (
    Attachment,
    Contact,
    Dice,
    Invoice,
    Location,
    Media,
    Photo,
    Venue,
)
from bot.local_telegram.polls import Poll

ADMIN_RIGHTS = (
    "can_manage_chat", "can_delete_messages", "can_manage_video_chats", "can_restrict_members",
    "can_promote_members", "can_change_info", "can_invite_users", "can_post_stories",
    "can_edit_stories", "can_delete_stories", "can_pin_messages", "can_manage_topics",
    "can_send_welcome_messages",
)  # fmt: skip
"""The rights of administrators; `is_anonymous` is not among them."""

PERMISSIONS = (
    "can_send_messages", "can_send_audios", "can_send_documents", "can_send_photos",
    "can_send_videos", "can_send_video_notes", "can_send_voice_notes", "can_send_polls",
    "can_send_other_messages", "can_add_web_page_previews", "can_change_info",
    "can_invite_users", "can_pin_messages", "can_manage_topics", "can_edit_tag",
    "can_react_to_messages",
)  # fmt: skip
"""The permissions of members."""

_FOR_ADMINISTRATORS = {"can_change_info", "can_pin_messages", "can_manage_topics"}
DEFAULT_PERMISSIONS: Mapping[str, bool] = {
    name: name not in _FOR_ADMINISTRATORS for name in PERMISSIONS
}
"""The permissions of all members in a new group."""

_SENDING: Mapping[type, tuple[str, str]] = {
    Photo: ("can_send_photos", "photos"),
    Contact: ("can_send_messages", "contacts"),
    Location: ("can_send_messages", "locations"),
    Venue: ("can_send_messages", "venues"),
    Dice: ("can_send_other_messages", "dice"),
    Invoice: ("can_send_other_messages", "invoices"),
    Poll: ("can_send_polls", "polls"),
}
_SENDING_MEDIA: Mapping[str, tuple[str, str]] = {
    "document": ("can_send_documents", "documents"),
    "voice": ("can_send_voice_notes", "voice notes"),
    "sticker": ("can_send_other_messages", "stickers"),
    "video": ("can_send_videos", "videos"),
    "animation": ("can_send_other_messages", "animations"),
    "audio": ("can_send_audios", "music"),
    "video_note": ("can_send_video_notes", "video notes"),
}
_TEXT = ("can_send_messages", "text messages")


def sending(attachment: Attachment | None) -> tuple[str, str]:
    """Return the permission needed to send this, and Telegram's name for such content."""
    if isinstance(attachment, Media):
        return _SENDING_MEDIA[attachment.kind]
    return _SENDING.get(type(attachment), _TEXT)


def read_permissions(given: Mapping[str, Any]) -> dict[str, bool]:
    """Return all permissions; those that are not given are not allowed."""
    return {name: given.get(name) is True for name in PERMISSIONS}
