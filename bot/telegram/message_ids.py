"""The latest message ids that were seen: the next message of a chat gets a higher one."""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping

from bot.store.message_numbers import TOGETHER, counted_as

_COUNTS_KNOWN = 64
"""How many supergroups are remembered, and stored once a second: a business has a few."""
_PLACES_KNOWN = 4096


class LatestMessages:
    """Remembers the latest message ids in this process; `changed` is set until they are stored."""

    def __init__(self) -> None:
        self.changed = asyncio.Event()
        self._numbers: OrderedDict[int, int] = OrderedDict()
        self._places: OrderedDict[int, int] = OrderedDict()

    @property
    def numbers(self) -> dict[int, int]:
        """The latest number of each count."""
        return dict(self._numbers)

    def seen(self, chat_id: int, message_id: int) -> None:
        counted = counted_as(chat_id)
        self.learn({counted: message_id})
        if counted == TOGETHER:
            self._places[message_id] = chat_id
        if len(self._places) > _PLACES_KNOWN:
            self._places.popitem(last=False)

    def learn(self, numbers: Mapping[int, int]) -> None:
        """Take over numbers that a former process knew, unless later ones are known."""
        for counted, number in numbers.items():
            latest = self._numbers.pop(counted, 0)
            self._numbers[counted] = max(number, latest)
            if number > latest:
                self.changed.set()
        while len(self._numbers) > _COUNTS_KNOWN:
            self._numbers.popitem(last=False)

    def in_any(self, chat_id: int) -> int:
        """Return the latest number in all chats that share this chat's count, or 0."""
        return self._numbers.get(counted_as(chat_id), 0)

    def is_elsewhere(self, chat_id: int, message_id: int) -> bool:
        """Tell whether a number was seen in another chat, and so cannot be in this one."""
        if counted_as(chat_id) != TOGETHER:
            return False
        return self._places.get(message_id, chat_id) != chat_id
