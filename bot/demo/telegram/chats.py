"""Conversations: who is in them, what was said, and whether a bot may write there."""

from collections.abc import Iterable, Mapping
from typing import Any

from bot.demo.telegram.bots import BotAccount
from bot.demo.telegram.messages import Author, Chat, ChatMessage
from bot.demo.telegram.numbering import Numbering
from bot.demo.telegram.refusals import ApiError, Refusal

OWNER, ADMINISTRATOR, MEMBER, LEFT, KICKED = "creator", "administrator", "member", "left", "kicked"
PRESENT = frozenset({OWNER, ADMINISTRATOR, MEMBER})

_ALL_RIGHTS = (
    "is_anonymous", "can_manage_chat", "can_delete_messages", "can_manage_video_chats",
    "can_restrict_members", "can_promote_members", "can_change_info", "can_invite_users",
    "can_post_stories", "can_edit_stories", "can_delete_stories",
)  # fmt: skip
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

    def __init__(self, person: Author, bot: BotAccount) -> None:
        super().__init__(person.id)
        self.person = person
        self.bot = bot
        self.blocked = False
        self.deactivated = False

    def as_json(self) -> dict[str, Any]:
        shown = ("id", "first_name", "last_name", "username")
        names = {name: v for name, v in self.person.as_json().items() if name in shown}
        return {**names, "type": self.kind}

    def numberings(self) -> Iterable[Numbering]:
        return (self.bot.numbering,)

    def parties(self) -> Iterable[Author]:
        return (self.person, self.bot)

    def status(self, party: Author) -> str:
        """Return "member", or "kicked" for a bot that the person blocked."""
        return KICKED if party is self.bot and self.blocked else MEMBER

    def refusal(self, bot: Author) -> ApiError | None:  # noqa: ARG002 - groups need it
        if self.deactivated:
            return Refusal.DEACTIVATED.error()
        return Refusal.BLOCKED.error() if self.blocked else None

    def may_delete(self, bot: Author, message: ChatMessage) -> bool:  # noqa: ARG002 - groups need them
        return True

    def may_pin(self, bot: Author) -> bool:  # noqa: ARG002 - groups need it
        return True

    def has_thread(self, thread_id: int) -> bool:  # noqa: ARG002 - groups need it
        return False


class GroupChat(Chat):
    """A group, or with `supergroup` one of the larger kind, which alone can have topics."""

    def __init__(self, chat_id: int, title: str, *, supergroup: bool, forum: bool = False) -> None:
        super().__init__(chat_id)
        self.kind = "supergroup" if supergroup else "group"
        self.title = title
        self.forum = forum
        self.migrated_to: int | None = None
        self.members: dict[Author, str] = {}
        self.threads: dict[int, str] = {}
        self._numbering = Numbering()

    def as_json(self) -> dict[str, Any]:
        chat = {"id": self.id, "type": self.kind, "title": self.title}
        return {**chat, "is_forum": True} if self.forum else chat

    def numberings(self) -> Iterable[Numbering]:
        """A supergroup counts by itself, a small group with all private chats of its bots."""
        bots = (member for member in self.members if isinstance(member, BotAccount))
        shared = () if self.kind == "supergroup" else (bot.numbering for bot in bots)
        return (self._numbering, *shared)

    def parties(self) -> Iterable[Author]:
        return [party for party, status in self.members.items() if status in PRESENT]

    def status(self, party: Author) -> str:
        """Return the status in the group, "left" for those who never were in it."""
        return self.members.get(party, LEFT)

    def refusal(self, bot: Author) -> ApiError | None:
        if self.migrated_to is not None:
            return Refusal.GROUP_UPGRADED.error(migrate_to_chat_id=self.migrated_to)
        status = self.status(bot)
        if status in PRESENT:
            return None
        refusal = Refusal.KICKED if status == KICKED else Refusal.NOT_MEMBER
        return refusal.error(self.kind)

    def may_delete(self, bot: Author, message: ChatMessage) -> bool:
        return message.sender is bot or self.status(bot) == ADMINISTRATOR

    def may_pin(self, bot: Author) -> bool:
        return self.status(bot) == ADMINISTRATOR

    def has_thread(self, thread_id: int) -> bool:
        return thread_id in self.threads


def member_json(chat: Chat, party: Author) -> dict[str, Any]:
    status = chat.status(party)
    return {"status": status, "user": party.as_json(), **_STATUS_FIELDS.get(status, {})}
