"""Groups that tests and demos steer."""

import secrets
from collections.abc import Mapping

from bot.demo.telegram.attachments import Notice
from bot.demo.telegram.bots import BotAccount
from bot.demo.telegram.chats import ADMINISTRATOR, KICKED, MEMBER, OWNER, GroupChat, member_json
from bot.demo.telegram.messages import Author, ChatMessage, Content
from bot.demo.telegram.world import World

_SUPERGROUP_BASE = -1_000_000_000_000


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

    def join(self, party: Author) -> None:
        """Let a person or bot in; bots are told by `my_chat_member`."""
        self._set_status(party, OWNER if not self.members and not party.is_bot else MEMBER)

    def promote(self, party: Author) -> None:
        self._set_status(party, ADMINISTRATOR)

    def kick(self, party: Author) -> None:
        self._set_status(party, KICKED)

    def add_topic(self, name: str) -> int:
        """Open a topic of a forum and return its `message_thread_id`."""
        created = {"forum_topic_created": {"name": name, "icon_color": 0x6FB9F0}}
        message = self._note(created)
        self.threads[message.message_id] = name
        return message.message_id

    def delete_topic(self, topic: int) -> None:
        """Delete a topic of a forum with everything that was said in it."""
        self.threads.pop(topic)
        for message in self.messages:
            if topic in (message.message_id, message.posting.thread_id):
                self._world.remove(message)

    def upgrade(self) -> "LocalGroup":
        """Make it a supergroup with another id, which is returned; this one ends."""
        upgraded = LocalGroup(self._world, self.title, supergroup=True)
        upgraded.members = dict(self.members)
        self._note({"migrate_to_chat_id": upgraded.id})
        self.migrated_to = upgraded.id
        upgraded._note({"migrate_from_chat_id": self.id})
        return upgraded

    def _note(self, fields: Mapping[str, object]) -> ChatMessage:
        return self._world.post(self, self.owner, Content(attachment=Notice(fields)))

    def _set_status(self, party: Author, status: str) -> None:
        before = member_json(self, party)
        self.members[party] = status
        self._world.tell_of_chat(self)
        if isinstance(party, BotAccount):
            self._world.announce_membership(self, party, self.owner, before)
