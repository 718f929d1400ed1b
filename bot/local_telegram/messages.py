"""Messages in their current state, the base of all chats, and the authors of messages."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import islice
from typing import Any, Protocol

from bot.local_telegram.attachments import Attachment, Contact, Location, Media, Photo, Venue
from bot.local_telegram.formatting.entities import Entity, FormattedText, utf16_length
from bot.local_telegram.formatting.render import render_html
from bot.local_telegram.markup import (
    InlineButton,
    InlineKeyboard,
    Markup,
    RemoveKeyboard,
    ReplyKeyboard,
)
from bot.local_telegram.rich.message import RichMessage


@dataclass(eq=False)
class Numbering:
    """A sequence of message numbers; chats that share it are numbered together."""

    last: int = 0


def next_number(numberings: Iterable[Numbering]) -> int:
    """Take the next number that is free in all of these sequences."""
    counted = list(numberings)
    number = max(each.last for each in counted) + 1
    for each in counted:
        each.last = number
    return number


class Author(Protocol):
    """A person or a bot, as everybody else sees them."""

    @property
    def id(self) -> int: ...

    @property
    def first_name(self) -> str: ...

    @property
    def is_bot(self) -> bool: ...

    def as_json(self) -> dict[str, Any]: ...


@dataclass(frozen=True)
class Content:
    """The content of a message: text, or an attachment with the text as its caption.

    The `words` of a `rich` message are its plain text.
    """

    words: FormattedText = field(default_factory=FormattedText)
    attachment: Attachment | None = None
    link_preview: dict[str, Any] | None = None
    rich: RichMessage | None = None

    def as_json(self) -> dict[str, Any]:
        if self.rich:
            return {"rich_message": self.rich.as_json()}
        fields = self.attachment.as_json() if self.attachment else {}
        if self.words.text:
            fields["caption" if self.attachment else "text"] = self.words.text
        if self.words.entities:
            marked = [entity.as_json() for entity in self.words.entities]
            fields["caption_entities" if self.attachment else "entities"] = marked
        if self.link_preview:
            fields["link_preview_options"] = self.link_preview
        return fields


_GROUP_ANONYMOUS = {"id": 1087968824, "is_bot": True, "first_name": "Group",
                    "username": "GroupAnonymousBot"}  # fmt: skip
"""The sender that Telegram gives for messages of an anonymous administrator."""


@dataclass(frozen=True)
class Posting:
    """How a message is sent: everything but its content."""

    markup: Markup | None = None
    reply_to: ChatMessage | None = None
    thread_id: int | None = None
    silent: bool = False
    protected: bool = False
    quote: str = ""
    """The part of the other message that it answers; empty if it answers the whole."""
    album: str | None = None
    origin: dict[str, Any] | None = None
    via: str | None = None
    """The username of the bot whose inline result it is."""
    anonymous: bool = False
    """Whether an administrator writes in the name of the group."""
    receiver: Author | None = None
    """The person or bot that an ephemeral message is for; None for other messages."""
    replaces: ChatMessage | None = None
    """The message that the receiver sees this one in place of."""


@dataclass(eq=False, repr=False)
class ChatMessage:
    """One message in its current state."""

    chat: Chat
    message_id: int
    sender: Author
    date: datetime
    body: Content
    posting: Posting = field(default_factory=Posting)
    inline: InlineKeyboard | None = None
    edited_at: datetime | None = None
    ephemeral_id: int | None = None
    reacted: dict[Author, tuple[str, ...]] = field(default_factory=dict)
    """The reaction emojis of each person and bot."""

    def __post_init__(self) -> None:
        if isinstance(self.posting.markup, InlineKeyboard):
            self.inline = self.posting.markup

    def __repr__(self) -> str:
        """Return what a failing test needs: the sender, the text and the labels of the buttons."""
        labels = [button.label for row in (self.rich_buttons, *self.buttons) for button in row]
        words = self.text or self.caption or type(self.body.attachment).__name__
        return f"<{self.message_id} {self.sender.first_name}: {words!r} {labels}>"

    @property
    def text(self) -> str:
        """The text of a message without an attachment; empty for one with an attachment."""
        return "" if self.body.attachment else self.body.words.text

    @property
    def caption(self) -> str | None:
        return (self.body.words.text or None) if self.body.attachment else None

    @property
    def html(self) -> str:
        """The text or caption as HTML of the Bot API."""
        return render_html(self.body.words)

    @property
    def entities(self) -> tuple[Entity, ...]:
        return self.body.words.entities

    @property
    def buttons(self) -> list[list[InlineButton]]:
        """The buttons under the message, row by row."""
        return [list(row) for row in self.inline.rows] if self.inline else []

    @property
    def rich_buttons(self) -> tuple[InlineButton, ...]:
        """The buttons in a rich message."""
        return self.body.rich.buttons if self.body.rich else ()

    @property
    def keyboard(self) -> list[list[str]] | None:
        """The labels of the reply keyboard that came with the message, row by row."""
        markup = self.posting.markup
        if not isinstance(markup, ReplyKeyboard):
            return None
        return [[key.label for key in row] for row in markup.rows]

    @property
    def from_bot(self) -> bool:
        return self.sender.is_bot

    @property
    def edited(self) -> bool:
        return self.edited_at is not None

    @property
    def silent(self) -> bool:
        return self.posting.silent

    @property
    def protected(self) -> bool:
        return self.posting.protected

    @property
    def forces_reply(self) -> bool:
        """Whether the person's next message is a reply to this one."""
        return self.posting.markup is not None and self.posting.markup.forces_reply

    @property
    def reactions(self) -> tuple[str, ...]:
        """The reaction emojis under it, of everybody."""
        return tuple(picture for pictures in self.reacted.values() for picture in pictures)

    @property
    def reply_to(self) -> ChatMessage | None:
        return self.posting.reply_to

    @property
    def only_for(self) -> Author | None:
        """The only person who sees an ephemeral message; None for other messages."""
        receiver = self.posting.receiver
        return self.sender if receiver is not None and receiver.is_bot else receiver

    @property
    def place(self) -> int:
        """The message number that gives its place in the chat."""
        return (self.posting.replaces or self).message_id

    @property
    def photo(self) -> Photo | None:
        return self.body.attachment if isinstance(self.body.attachment, Photo) else None

    @property
    def document(self) -> Media | None:
        attachment = self.body.attachment
        if isinstance(attachment, Media) and attachment.kind == "document":
            return attachment
        return None

    @property
    def contact(self) -> Contact | None:
        return self.body.attachment if isinstance(self.body.attachment, Contact) else None

    @property
    def location(self) -> Location | None:
        """The location, or that of a venue."""
        attachment = self.body.attachment
        if isinstance(attachment, Venue):
            return attachment.location
        return attachment if isinstance(attachment, Location) else None

    def change(self, body: Content, inline: InlineKeyboard | None, at: datetime) -> None:
        self.body, self.inline, self.edited_at = body, inline, at

    def as_origin(self) -> dict[str, Any]:
        """Return the Bot API's `MessageOrigin`; a forwarded message keeps its own."""
        written = {"date": int(self.date.timestamp())}
        if self.posting.origin is not None:
            return self.posting.origin
        if self.posting.anonymous:
            return {"type": "chat", "sender_chat": self.chat.as_json(), **written}
        return {"type": "user", "sender_user": self.sender.as_json(), **written}

    def with_words(self, words: FormattedText) -> Content:
        return replace(self.body, words=words)

    def as_json(self, *, with_reply: bool = True) -> dict[str, Any]:
        posting = self.posting
        chat = self.chat.as_json()
        fields: dict[str, Any] = {
            # Bots know an ephemeral message only by its `ephemeral_message_id`.
            "message_id": 0 if self.only_for else self.message_id,
            "from": _GROUP_ANONYMOUS if posting.anonymous else self.sender.as_json(),
            "chat": chat,
            "date": int(self.date.timestamp()),
            "edit_date": int(self.edited_at.timestamp()) if self.edited_at else None,
            "message_thread_id": posting.thread_id,
            "is_topic_message": True if posting.thread_id else None,
            "has_protected_content": True if posting.protected else None,
            "media_group_id": posting.album,
            "forward_origin": posting.origin,
            "sender_chat": chat if posting.anonymous else None,
            "receiver_user": posting.receiver.as_json() if posting.receiver else None,
            "ephemeral_message_id": self.ephemeral_id,
            **self.body.as_json(),
            "reply_markup": self.inline.as_json() if self.inline else None,
        }
        if posting.via:
            # The bot belongs to another developer, so any id that is not taken here is right.
            names = {"first_name": posting.via, "username": posting.via}
            fields["via_bot"] = {"id": 99, "is_bot": True, **names}
        if with_reply and posting.reply_to and not posting.reply_to.only_for:
            # Without the reply of the reply, or the whole conversation would be in one message.
            fields["reply_to_message"] = posting.reply_to.as_json(with_reply=False)
            if posting.quote:
                answered = posting.reply_to.body.words.text
                # An edit may have removed the quoted text since.
                position = utf16_length(answered[: max(0, answered.find(posting.quote))])
                quote = {"text": posting.quote, "position": position, "is_manual": True}
                fields["quote"] = quote
        return {name: value for name, value in fields.items() if value is not None}


class Chat(ABC):
    """One conversation and its messages."""

    kind: str

    def __init__(self, chat_id: int) -> None:
        self.id = chat_id
        self.keyboard_message: ChatMessage | None = None
        self.pinned: list[ChatMessage] = []
        self.threads: dict[int, str] = {}
        """The names of its topics, by `message_thread_id`."""
        self.closed: set[int] = set()
        """The topics in which only administrators may write."""
        self._messages: dict[int, ChatMessage] = {}

    @property
    def messages(self) -> list[ChatMessage]:
        """The messages that everybody sees in the chat now, oldest first."""
        return list(self._messages.values())

    def seen_by(self, _person: Author) -> list[ChatMessage]:
        """Return the messages that one person sees in the chat now, in their order."""
        return self.messages

    @property
    def private(self) -> bool:
        return self.kind == "private"

    def message(self, message_id: int) -> ChatMessage | None:
        return self._messages.get(message_id)

    def message_for(self, _person: Author, number: int) -> ChatMessage | None:
        """Return the message of a number among those that one person sees."""
        return self.message(number)

    def add(self, sender: Author, body: Content, posting: Posting, at: datetime) -> ChatMessage:
        message = ChatMessage(self, next_number(self.numberings()), sender, at, body, posting)
        self._messages[message.message_id] = message
        if isinstance(posting.markup, ReplyKeyboard):
            self.keyboard_message = message
        elif isinstance(posting.markup, RemoveKeyboard):
            self.keyboard_message = None
        return message

    def forget_beyond(self, most: int) -> None:
        """Remove the oldest messages of a chat that has more than `most`."""
        surplus = len(self._messages) - most
        # A list, since removing a message changes the dictionary.
        for message in list(islice(self._messages.values(), max(0, surplus))):
            self.remove(message)

    def remove(self, message: ChatMessage) -> None:
        self._messages.pop(message.message_id, None)
        self.pinned = [each for each in self.pinned if each is not message]

    @property
    def forcing_reply(self) -> ChatMessage | None:
        """The newest message if it forces a reply, else None."""
        newest = next(reversed(self._messages.values()), None)
        return newest if newest is not None and newest.forces_reply else None

    def latest(self, person: Author, count: int, before: int | None = None) -> list[ChatMessage]:
        """Return the newest messages that a person sees, oldest first.

        With `before`, return the newest of those whose place is lower.
        """
        # From the end: chats are long, and readers ask for a small part.
        newest_first = reversed(self.seen_by(person))
        wanted = (m for m in newest_first if before is None or m.place < before)
        return list(islice(wanted, count))[::-1]

    @abstractmethod
    def as_json(self) -> dict[str, Any]: ...

    @abstractmethod
    def numberings(self) -> Iterable[Numbering]:
        """Return the sequences that number its messages."""

    @abstractmethod
    def parties(self) -> Iterable[Author]:
        """Return everybody who sees new messages."""

    @abstractmethod
    def status(self, party: Author) -> str: ...

    @abstractmethod
    def check_open(self, bot: Author) -> None:
        """Raise `ApiError` if a bot may not write in the chat at all."""

    # In a private chat a bot may do everything; groups restrict it.

    def may(self, _party: Author, _right: str) -> bool:
        """Return whether a member has this right."""
        return True

    def may_delete(self, bot: Author, message: ChatMessage) -> bool:
        """Return whether the bot may delete the message; its age is checked elsewhere."""
        return message.sender is bot or self.may(bot, "can_delete_messages")

    @property
    @abstractmethod
    def forum(self) -> bool:
        """Whether it has topics."""
