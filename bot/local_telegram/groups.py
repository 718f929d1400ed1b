"""Groups that tests, demos and bots change, and the topics of any chat."""

import secrets
from collections.abc import Iterable, Mapping

from bot.local_telegram.attachments import Notice
from bot.local_telegram.chats import (
    ADMINISTRATOR,
    KICKED,
    LEFT,
    MEMBER,
    OWNER,
    PRESENT,
    RESTRICTED,
    GroupChat,
    member_json,
)
from bot.local_telegram.messages import Author, Chat, ChatMessage, Content, Posting
from bot.local_telegram.rights import read_permissions
from bot.local_telegram.world import World

_SUPERGROUP_BASE = -1_000_000_000_000
TOPIC_COLOR = 0x6FB9F0
"""The color (RGB) of a topic without a chosen one."""


class LocalGroup(GroupChat):
    """A group of people and bots; its first person owns it."""

    def __init__(
        self, world: World, title: str, *, supergroup: bool = False, forum: bool = False
    ) -> None:
        number = 1_000_000 + secrets.randbelow(900_000_000)
        chat_id = _SUPERGROUP_BASE - number if supergroup else -number
        super().__init__(chat_id, title, supergroup=supergroup, forum=forum)
        self._world = world
        world.groups[chat_id] = self

    @property
    def owner(self) -> Author:
        return next(party for party, status in self.members.items() if status == OWNER)

    def found(self, members: Iterable[Author]) -> None:
        """Add the first members, without a message to the chat."""
        # People come first, so that a person is the owner.
        for party in sorted(members, key=lambda party: party.is_bot):
            self._let_in(party)

    def join(self, party: Author, by: Author | None = None) -> None:
        """Add a member, and tell the chat; people join by themselves, the owner adds bots."""
        by = by or (self.owner if party.is_bot else party)
        self._let_in(party, by)
        self.note({"new_chat_members": [party.as_json()]}, by)

    def _let_in(self, party: Author, by: Author | None = None) -> None:
        is_first = not self.members and not party.is_bot
        self.set_status(party, OWNER if is_first else MEMBER, by)

    def ask_to_join(self, party: Author) -> None:
        """Add a join request, and tell the bots that may approve it."""
        self.requests.add(party)
        self._world.tell_of_request(self, party)

    def leave(self, party: Author) -> None:
        """Tell the chat that a member leaves, and make them leave."""
        self.note({"left_chat_member": party.as_json()}, party)
        self.set_status(party, LEFT, party)

    def kick(self, party: Author, by: Author | None = None) -> None:
        """Ban somebody; tell the chat if they were a member."""
        # Telegram bans people who were never in the group too: then there is nothing to tell.
        was_there = self.status(party) in PRESENT
        self.set_status(party, KICKED, by)
        if was_there:
            self.note({"left_chat_member": party.as_json()}, by)

    def promote(
        self,
        party: Author,
        *,
        rights: Iterable[str] | None = None,
        anonymous: bool = False,
        by: Author | None = None,
    ) -> None:
        """Make somebody an administrator with these rights, or with all if they are None.

        An `anonymous` administrator writes in the name of the group.
        """
        if rights is not None:
            self.rights[party] = frozenset(rights)
        else:
            self.rights.pop(party, None)
        (self.anonymous.add if anonymous else self.anonymous.discard)(party)
        self.set_status(party, ADMINISTRATOR, by)

    def demote(self, party: Author, by: Author | None = None) -> None:
        """Make an administrator an ordinary member."""
        self.anonymous.discard(party)
        self.titles.pop(party, None)
        self.set_status(party, MEMBER, by)

    def restrict(
        self, party: Author, permissions: Mapping[str, bool], by: Author | None = None
    ) -> None:
        """Restrict a member to these permissions; end the restriction if they are all."""
        free = all(
            permissions.get(name) for name, all_may in self.all_permissions.items() if all_may
        )
        if free:
            self.permissions.pop(party, None)
        else:
            self.permissions[party] = read_permissions(permissions)
        self.set_status(party, MEMBER if free else RESTRICTED, by)

    def add_topic(self, name: str) -> int:
        """Open a topic of a forum and return its `message_thread_id`."""
        return open_topic(self._world, self, name, self.owner)

    def close_topic(self, topic: int, by: Author | None = None) -> None:
        """Allow only administrators to write in a topic."""
        self.closed.add(topic)
        self.note({"forum_topic_closed": {}}, by, topic)

    def reopen_topic(self, topic: int, by: Author | None = None) -> None:
        self.closed.discard(topic)
        self.note({"forum_topic_reopened": {}}, by, topic)

    def delete_topic(self, topic: int) -> None:
        delete_topic(self._world, self, topic)

    def upgrade(self) -> "LocalGroup":
        """Replace it by a supergroup with another id, and return that; this group ends."""
        upgraded = LocalGroup(self._world, self.title, supergroup=True)
        upgraded.members, upgraded.rights = dict(self.members), dict(self.rights)
        upgraded.anonymous = set(self.anonymous)
        self.note({"migrate_to_chat_id": upgraded.id})
        self.migrated_to = upgraded.id
        upgraded.note({"migrate_from_chat_id": self.id})
        return upgraded

    def note(
        self, fields: Mapping[str, object], by: Author | None = None, topic: int | None = None
    ) -> ChatMessage:
        """Post a service message about what `by` has done, by default the owner."""
        return note(self._world, self, fields, by or self.owner, topic)

    def set_status(self, party: Author, status: str, by: Author | None = None) -> None:
        """Set the status of somebody in the group, and tell the listeners and the bots."""
        before = member_json(self, party)
        self.members[party] = status
        self._world.chat_listeners.tell(self)
        self._world.announce_membership(self, party, by or self.owner, before)


def note(
    world: World, chat: Chat, fields: Mapping[str, object], by: Author, topic: int | None = None
) -> ChatMessage:
    """Post a service message about what `by` has done."""
    posting = Posting(thread_id=topic if topic in chat.threads else None)
    return world.post(chat, by, Content(attachment=Notice(fields)), posting)


def open_topic(world: World, chat: Chat, name: str, by: Author, color: int = TOPIC_COLOR) -> int:
    """Open a topic and return its `message_thread_id`."""
    message = note(world, chat, {"forum_topic_created": {"name": name, "icon_color": color}}, by)
    chat.threads[message.message_id] = name
    return message.message_id


def delete_topic(world: World, chat: Chat, topic: int) -> None:
    """Delete a topic with its messages."""
    chat.threads.pop(topic)
    chat.closed.discard(topic)
    for message in chat.messages:
        if topic in (message.message_id, message.posting.thread_id):
            world.remove(message)
