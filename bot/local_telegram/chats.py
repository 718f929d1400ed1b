"""Private chats and groups: their members and messages, and what bots may do there."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from bot.local_telegram.attachments import Attachment
from bot.local_telegram.bots import BotAccount
from bot.local_telegram.ephemeral import EphemeralMessages
from bot.local_telegram.messages import (
    Author,
    Chat,
    ChatMessage,
    Content,
    Numbering,
    Posting,
    next_number,
)
from bot.local_telegram.refusals import Refusal, bad_request
from bot.local_telegram.rights import ADMIN_RIGHTS, DEFAULT_PERMISSIONS, sending

OWNER, ADMINISTRATOR, MEMBER, LEFT, KICKED = "creator", "administrator", "member", "left", "kicked"
RESTRICTED = "restricted"
PRESENT = frozenset({OWNER, ADMINISTRATOR, MEMBER, RESTRICTED})
LEADING = frozenset({OWNER, ADMINISTRATOR})

DRAFT_LIFETIME = timedelta(seconds=30)
"""How long a draft is shown without a change; see the Bot API's `sendMessageDraft`."""

GENERAL_TOPIC = 0
"""The number here of a forum's general topic, whose messages have no `message_thread_id`."""


@dataclass(frozen=True)
class MessageDraft:
    """A message that its bot is still writing: shown in a private chat, and never kept.

    Its message has the number 0, and its words may be empty.
    """

    draft_id: int
    message: ChatMessage
    can_stop: bool
    keep_on_stop: bool


class PrivateChat(Chat):
    """The chat of a person and a bot. The bot knows it only after the person has written."""

    kind = "private"

    def __init__(self, person: Author, bot: BotAccount) -> None:
        super().__init__(person.id)
        self.person = person
        self.bot = bot
        self.blocked = False
        self.deactivated = False
        self.draft: MessageDraft | None = None

    def as_json(self) -> dict[str, Any]:
        shown = ("id", "first_name", "last_name", "username")
        names = {name: v for name, v in self.person.as_json().items() if name in shown}
        return {**names, "type": self.kind}

    def numberings(self) -> Iterable[Numbering]:
        return (self.bot.numbering,)

    def parties(self) -> Iterable[Author]:
        return (self.person, self.bot)

    def add(self, sender: Author, body: Content, posting: Posting, at: datetime) -> ChatMessage:
        # A message that the bot sends is the finished draft.
        if sender is self.bot:
            self.draft = None
        return super().add(sender, body, posting, at)

    def draft_at(self, now: datetime) -> MessageDraft | None:
        """Return the draft of the bot, or None if there is none or it has expired."""
        draft = self.draft
        return draft if draft is not None and now < draft.message.date + DRAFT_LIFETIME else None

    def status(self, party: Author) -> str:
        """Return "member", or "kicked" for a bot that the person has blocked."""
        return KICKED if party is self.bot and self.blocked else MEMBER

    @property
    def forum(self) -> bool:
        return self.bot.has_topics

    def check_open(self, bot: Author) -> None:  # noqa: ARG002 - groups need it
        if self.deactivated:
            raise Refusal.DEACTIVATED.error()
        if self.blocked:
            raise Refusal.BLOCKED.error()


class GroupChat(Chat):
    """A group or a supergroup; only a supergroup can be a forum, which has topics."""

    def __init__(self, chat_id: int, title: str, *, supergroup: bool, forum: bool = False) -> None:
        super().__init__(chat_id)
        self.kind = "supergroup" if supergroup else "group"
        self.title = title
        self.description = ""
        self.invite_link = ""
        self._forum = forum
        self.migrated_to: int | None = None
        self.members: dict[Author, str] = {}
        self.titles: dict[Author, str] = {}
        """The custom titles of administrators."""
        self.rights: dict[Author, frozenset[str]] = {}
        """The rights of administrators who do not have all."""
        self.permissions: dict[Author, Mapping[str, bool]] = {}
        """The permissions of restricted members."""
        self.all_permissions: Mapping[str, bool] = DEFAULT_PERMISSIONS
        self.anonymous: set[Author] = set()
        """The administrators who write in the name of the group."""
        self.requests: set[Author] = set()
        """The people who have asked to join."""
        self.ephemeral = EphemeralMessages()
        self._numbering = Numbering()

    @property
    def forum(self) -> bool:
        return self._forum

    def as_json(self) -> dict[str, Any]:
        chat = {"id": self.id, "type": self.kind, "title": self.title}
        return {**chat, "is_forum": True} if self.forum else chat

    def numberings(self) -> Iterable[Numbering]:
        """Return its own sequence, and for a small group also those of its bots' private chats."""
        bots = (member for member in self.members if isinstance(member, BotAccount))
        shared = () if self.kind == "supergroup" else (bot.numbering for bot in bots)
        return (self._numbering, *shared)

    def add(self, sender: Author, body: Content, posting: Posting, at: datetime) -> ChatMessage:
        if posting.receiver is None:
            return super().add(sender, body, posting, at)
        message = ChatMessage(self, next_number(self.numberings()), sender, at, body, posting)
        self.ephemeral.add(message)
        return message

    def seen_by(self, person: Author) -> list[ChatMessage]:
        own = self.ephemeral.shown_to(person)
        if not own:
            return self.messages
        hidden = {message.posting.replaces for message in own}
        seen = [message for message in self.messages if message not in hidden]
        return sorted([*seen, *own], key=lambda message: message.place)

    def message_for(self, person: Author, number: int) -> ChatMessage | None:
        return self.ephemeral.shown(person, number) or self.message(number)

    def forget_beyond(self, most: int) -> None:
        super().forget_beyond(most)
        self.ephemeral.forget_beyond(most)

    def parties(self) -> Iterable[Author]:
        return [party for party, status in self.members.items() if status in PRESENT]

    def status(self, party: Author) -> str:
        """Return the status of a member, "left" for anybody who was never in the group."""
        return self.members.get(party, LEFT)

    def check_open(self, bot: Author) -> None:
        if self.migrated_to is not None:
            raise Refusal.GROUP_UPGRADED.error(migrate_to_chat_id=self.migrated_to)
        status = self.status(bot)
        if status not in PRESENT:
            refusal = Refusal.KICKED if status == KICKED else Refusal.NOT_MEMBER
            raise refusal.error(self.kind)

    def leads(self, party: Author) -> bool:
        return self.status(party) in LEADING

    def may(self, party: Author, right: str) -> bool:
        """Return whether somebody has a right, by their status and the permissions."""
        status = self.status(party)
        if status in LEADING:
            return right in self.rights.get(party, ADMIN_RIGHTS)
        if status not in PRESENT:
            return False
        # A member needs a permission that all members have and that is not taken from them.
        own = self.permissions.get(party, self.all_permissions)
        return self.all_permissions.get(right, False) and own.get(right, False)

    def check_sending(
        self, bot: Author, attachment: Attachment | None, thread_id: int | None
    ) -> None:
        """Raise `ApiError` if a bot in the group may not send this."""
        # Administrators may send everything, in closed topics too.
        if self.leads(bot):
            return
        permission, called = sending(attachment)
        if not self.may(bot, permission):
            raise bad_request(f"not enough rights to send {called} to the chat")
        if self.forum and (thread_id or GENERAL_TOPIC) in self.closed:
            raise bad_request("TOPIC_CLOSED")


def member_json(chat: Chat, party: Author) -> dict[str, Any]:
    """Return the Bot API's `ChatMember`."""
    status = chat.status(party)
    member: dict[str, Any] = {"status": status, "user": party.as_json()}
    if status in {KICKED, RESTRICTED}:
        member["until_date"] = 0
    if not isinstance(chat, GroupChat):
        return member
    if status in LEADING:
        member["is_anonymous"] = party in chat.anonymous
        if party in chat.titles:
            member["custom_title"] = chat.titles[party]
    if status == ADMINISTRATOR:
        member["can_be_edited"] = False
        member |= {right: chat.may(party, right) for right in ADMIN_RIGHTS}
    if status == RESTRICTED:
        member |= {"is_member": True, **chat.permissions.get(party, chat.all_permissions)}
    return member
