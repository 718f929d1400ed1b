"""The ephemeral messages of a group: each is seen by one person, and known to one bot."""

from datetime import timedelta
from itertools import count

from bot.local_telegram.messages import Author, ChatMessage

ANSWERABLE = timedelta(seconds=15)
"""How long a press or an ephemeral message of a person's can be answered by one of a bot's.

See https://core.telegram.org/bots/api#ephemeral-messages-and-commands.
"""

_FIRST_ID = 29_000_001
"""Far from the numbers of other messages: a bot that takes one for the other is refused."""


class EphemeralMessages:
    """What bots can still edit and answer, and what phones show.

    The two differ: what is sent, edited or deleted while somebody is offline never reaches them.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[Author, Author, int], ChatMessage] = {}
        self._shown: dict[int, ChatMessage] = {}

    def add(self, message: ChatMessage) -> None:
        """Give a message an id, the lowest that is free between its two parties, and keep it."""
        ids = (each for each in count(_FIRST_ID) if (*_parties(message), each) not in self._known)
        message.ephemeral_id = next(ids)
        self._known[*_parties(message), message.ephemeral_id] = message
        self._shown[message.message_id] = message

    def find(self, bot: Author, person: Author, ephemeral_id: object) -> ChatMessage | None:
        """Return a message between a bot and a person, which either of the two has sent."""
        if not isinstance(ephemeral_id, int):
            return None
        return self._known.get((bot, person, ephemeral_id))

    def shown_to(self, person: Author) -> list[ChatMessage]:
        return [message for message in self._shown.values() if message.only_for is person]

    def shown(self, person: Author, number: int) -> ChatMessage | None:
        message = self._shown.get(number)
        return message if message is not None and message.only_for is person else None

    def remove(self, message: ChatMessage) -> None:
        """Let its id be free for another message; the phone shows it until it is hidden."""
        self._known.pop((*_parties(message), message.ephemeral_id or 0), None)

    def hide(self, message: ChatMessage) -> None:
        self._shown.pop(message.message_id, None)

    def forget_beyond(self, most: int) -> None:
        """Forget the oldest where there are more than that."""
        for message in list(self._known.values())[: max(0, len(self._known) - most)]:
            self.remove(message)
            self.hide(message)


def _parties(message: ChatMessage) -> tuple[Author, Author]:
    """Return the bot and the person of a message."""
    receiver = message.posting.receiver
    if receiver is None:
        raise TypeError("an ephemeral message has a receiver")
    return (receiver, message.sender) if receiver.is_bot else (message.sender, receiver)
