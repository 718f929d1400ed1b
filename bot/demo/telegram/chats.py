"""Conversations: who is in them, what was said, and whether a bot may write there."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from bot.demo.telegram.errors import ApiError, Problem
from bot.demo.telegram.markup import RemoveKeyboard, ReplyKeyboard
from bot.demo.telegram.messages import Body, ChatMessage, Posting
from bot.demo.telegram.parties import Party

OWNER, ADMINISTRATOR, MEMBER, LEFT, KICKED = "creator", "administrator", "member", "left", "kicked"
PRESENT = frozenset({OWNER, ADMINISTRATOR, MEMBER})

_ALL_RIGHTS = (
    "is_anonymous", "can_manage_chat", "can_delete_messages", "can_manage_video_chats",
    "can_restrict_members", "can_promote_members", "can_change_info", "can_invite_users",
    "can_post_stories", "can_edit_stories", "can_delete_stories",
)  # fmt: skip


class Chat(ABC):
    """One conversation and its messages."""

    kind: str

    def __init__(self, chat_id: int) -> None:
        self.id = chat_id
        self.keyboard_message: ChatMessage | None = None
        self._messages: dict[int, ChatMessage] = {}
        self._last_id = 0

    @property
    def messages(self) -> list[ChatMessage]:
        """What is in the chat now, oldest first."""
        return list(self._messages.values())

    @property
    def private(self) -> bool:
        """Whether it is a person alone with a bot."""
        return self.kind == "private"

    def message(self, message_id: int) -> ChatMessage | None:
        """Return one message, if it is still there."""
        return self._messages.get(message_id)

    def add(self, sender: Party, body: Body, posting: Posting, at: datetime) -> ChatMessage:
        """Put a new message at the end."""
        self._last_id += 1
        message = ChatMessage(self, self._last_id, sender, at, body, posting)
        self._messages[message.message_id] = message
        if isinstance(posting.markup, ReplyKeyboard):
            self.keyboard_message = message
        elif isinstance(posting.markup, RemoveKeyboard):
            self.keyboard_message = None
        return message

    def remove(self, message: ChatMessage) -> None:
        """Take a message out."""
        self._messages.pop(message.message_id, None)

    @abstractmethod
    def as_json(self) -> dict[str, Any]:
        """Return the Bot API's `Chat`."""

    @abstractmethod
    def parties(self) -> Iterable[Party]:
        """Everyone who sees new messages."""

    @abstractmethod
    def status(self, party: Party) -> str:
        """Return the `ChatMember` status of a person or bot."""

    @abstractmethod
    def refusal(self, bot: Party) -> ApiError | None:
        """Return why the bot may not write here, if it may not."""

    @abstractmethod
    def may_delete(self, bot: Party, message: ChatMessage) -> bool:
        """Say whether the bot may delete the message, its age aside."""

    @abstractmethod
    def has_thread(self, thread_id: int) -> bool:
        """Say whether a message can be sent to this topic."""

    def member_json(self, party: Party) -> dict[str, Any]:
        """Return the Bot API's `ChatMember` of a person or bot."""
        status = self.status(party)
        return {"status": status, "user": party.as_json(), **_STATUS_FIELDS.get(status, {})}


_STATUS_FIELDS: Mapping[str, Mapping[str, Any]] = {
    OWNER: {"is_anonymous": False},
    ADMINISTRATOR: {
        "can_be_edited": False,
        **{right: right != "is_anonymous" for right in _ALL_RIGHTS},
    },
    KICKED: {"until_date": 0},
}


class PrivateChat(Chat):
    """A person and a bot. It exists once the person has written."""

    kind = "private"

    def __init__(self, person: Party, bot: Party) -> None:
        super().__init__(person.id)
        self.person = person
        self.bot = bot
        self.blocked = False
        self.deactivated = False

    def as_json(self) -> dict[str, Any]:
        """Return the Bot API's `Chat`."""
        shown = ("id", "first_name", "last_name", "username")
        names = {name: v for name, v in self.person.as_json().items() if name in shown}
        return {**names, "type": self.kind}

    def parties(self) -> Iterable[Party]:
        """The person and the bot."""
        return (self.person, self.bot)

    def status(self, party: Party) -> str:
        """Return "member", or "kicked" for a bot that the person blocked."""
        return KICKED if party is self.bot and self.blocked else MEMBER

    def refusal(self, bot: Party) -> ApiError | None:  # noqa: ARG002 - groups need it
        """Return the refusal where the person blocked the bot or deleted their account."""
        if self.deactivated:
            return Problem.DEACTIVATED.error()
        return Problem.BLOCKED.error() if self.blocked else None

    def may_delete(self, bot: Party, message: ChatMessage) -> bool:  # noqa: ARG002 - groups need them
        """Bots may delete both sides' messages in private chats."""
        return True

    def has_thread(self, thread_id: int) -> bool:  # noqa: ARG002 - groups need it
        """Private chats have no topics."""
        return False


class GroupChat(Chat):
    """A group, or with `supergroup` one of the larger kind, which alone can have topics."""

    def __init__(self, chat_id: int, title: str, *, supergroup: bool, forum: bool = False) -> None:
        super().__init__(chat_id)
        self.kind = "supergroup" if supergroup else "group"
        self.title = title
        self.forum = forum
        self.migrated_to: int | None = None
        self.members: dict[Party, str] = {}
        self.threads: dict[int, str] = {}

    def as_json(self) -> dict[str, Any]:
        """Return the Bot API's `Chat`."""
        chat = {"id": self.id, "type": self.kind, "title": self.title}
        return {**chat, "is_forum": True} if self.forum else chat

    def parties(self) -> Iterable[Party]:
        """Everyone who is in the group."""
        return [party for party, status in self.members.items() if status in PRESENT]

    def status(self, party: Party) -> str:
        """Return the status in the group, "left" for those who never were in it."""
        return self.members.get(party, LEFT)

    def refusal(self, bot: Party) -> ApiError | None:
        """Return the refusal where the group was upgraded or the bot is not in it."""
        if self.migrated_to is not None:
            return Problem.GROUP_UPGRADED.error(migrate_to_chat_id=self.migrated_to)
        status = self.status(bot)
        if status in PRESENT:
            return None
        problem = Problem.KICKED if status == KICKED else Problem.NOT_MEMBER
        return problem.error(self.kind)

    def may_delete(self, bot: Party, message: ChatMessage) -> bool:
        """Own messages, and as administrator everyone's."""
        return message.sender is bot or self.status(bot) == ADMINISTRATOR

    def has_thread(self, thread_id: int) -> bool:
        """Say whether the topic exists."""
        return thread_id in self.threads
