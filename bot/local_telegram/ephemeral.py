"""The ephemeral messages of a group, each between one person and one bot."""

from datetime import timedelta
from itertools import count

from bot.local_telegram.messages import Author, ChatMessage

ANSWERABLE = timedelta(seconds=15)
"""How long a bot can answer a press or a person's ephemeral message by an ephemeral message.

See https://core.telegram.org/bots/api#ephemeral-messages-and-commands.
"""

_FIRST_ID = 29_000_001
"""Far from the numbers of other messages, so that a bot that confuses the two is refused."""


class EphemeralMessages:
    """The messages that bots can edit and answer, and those that phones show.

    The two differ: what is sent, edited or deleted while a person is offline never reaches them.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[Author, Author, int], ChatMessage] = {}
        self._shown: dict[int, ChatMessage] = {}

    def add(self, message: ChatMessage) -> None:
        """Keep a message, under the lowest id that is free between its two parties."""
        ids = (each for each in count(_FIRST_ID) if (*_parties(message), each) not in self._known)
        message.ephemeral_id = next(ids)
        self._known[*_parties(message), message.ephemeral_id] = message
        self._shown[message.message_id] = message

    def find(self, bot: Author, person: Author, ephemeral_id: object) -> ChatMessage | None:
        """Return the message of an id between a bot and a person, sent by either, or None."""
        if not isinstance(ephemeral_id, int):
            return None
        return self._known.get((bot, person, ephemeral_id))

    def shown_to(self, person: Author) -> list[ChatMessage]:
        return [message for message in self._shown.values() if message.only_for is person]

    def shown(self, person: Author, number: int) -> ChatMessage | None:
        message = self._shown.get(number)
        return message if message is not None and message.only_for is person else None

    def remove(self, message: ChatMessage) -> None:
        """Free the id of a message; the phone shows the message until it is hidden."""
        self._known.pop((*_parties(message), message.ephemeral_id or 0), None)

    def hide(self, message: ChatMessage) -> None:
        self._shown.pop(message.message_id, None)

    def forget_beyond(self, most: int) -> None:
        """Remove the oldest messages if there are more than `most`."""
        for message in list(self._known.values())[: max(0, len(self._known) - most)]:
            self.remove(message)
            self.hide(message)


def _parties(message: ChatMessage) -> tuple[Author, Author]:
    """Return the bot and the person of a message."""
    receiver = message.posting.receiver
    if receiver is None:
        raise TypeError("an ephemeral message has a receiver")
    return (receiver, message.sender) if receiver.is_bot else (message.sender, receiver)
