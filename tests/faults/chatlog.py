"""Everything that was seen in chats during a trial, in order."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from bot.local_telegram.world import ChatEvent
from tests.faults.reading import bare


@dataclass(frozen=True, slots=True)
class Seen:
    """One message as it was sent, as it was edited, or when it was deleted.

    `label` is that of the button which was pressed under it, or what a toast said, where that is
    what was seen.
    """

    at: datetime
    kind: str
    chat: int
    message_id: int
    text: str
    from_bot: bool
    label: str = ""


class ChatLog:
    """Writes down what happens in chats; texts as they were then."""

    def __init__(self) -> None:
        self.seen: list[Seen] = []
        self._by_chat: dict[int, list[Seen]] = defaultdict(list)
        self._sorted = 0

    def write(self, event: ChatEvent) -> None:
        """Take in one event."""
        message = event.message
        self.seen.append(
            Seen(
                event.at,
                event.kind,
                event.chat.id,
                message.message_id,
                bare(message),
                message.from_bot,
                event.label or (event.toast.text if event.toast else ""),
            )
        )

    def of(self, chat: int) -> list[Seen]:
        """Return what was seen in a chat, oldest first."""
        for seen in self.seen[self._sorted :]:
            self._by_chat[seen.chat].append(seen)
        self._sorted = len(self.seen)
        return self._by_chat[chat]

    def told(self, chat: int) -> list[Seen]:
        """Return what the bot has sent to a chat or changed there, oldest first."""
        return [seen for seen in self.of(chat) if seen.from_bot and seen.kind in {"sent", "edited"}]

    def count(self, kind: str) -> int:
        """How often the bot did so: `sent`, `edited`, `deleted`."""
        return sum(seen.kind == kind and seen.from_bot for seen in self.seen)
