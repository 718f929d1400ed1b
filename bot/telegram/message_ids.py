"""The last message that was seen, as Telegram counts: what is sent next will stand behind it."""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping

from bot.store.message_numbers import TOGETHER, counted_as

_COUNTS_KNOWN = 64
"""Supergroups that are remembered, and written down once a second: a business has a few."""
_PLACES_KNOWN = 4096


class LatestMessages:
    """Remembers their numbers, in this process; `changed` is set while the latest are not kept."""

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
        """Take over numbers that were known before, as far as no later ones are."""
        for counted, number in numbers.items():
            latest = self._numbers.pop(counted, 0)
            self._numbers[counted] = max(number, latest)
            if number > latest:
                self.changed.set()
        while len(self._numbers) > _COUNTS_KNOWN:
            self._numbers.popitem(last=False)

    def in_any(self, chat_id: int) -> int:
        """Return the number of the last one in all chats that are counted with this one, or 0."""
        return self._numbers.get(counted_as(chat_id), 0)

    def is_elsewhere(self, chat_id: int, message_id: int) -> bool:
        """Tell whether a number was seen in another chat, and so is none of this one's."""
        if counted_as(chat_id) != TOGETHER:
            return False
        return self._places.get(message_id, chat_id) != chat_id
