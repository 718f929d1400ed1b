"""Where passwords wait to be hashed, which takes a core for a moment and some memory.

There are few places. A caller who finds none is refused at once, and waits behind nobody who sends
many: forty wrong passwords would keep everybody else out for as long as they take.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import TypeVar

from bot.service.errors import BusyError

_PLACES = 4
_PLACES_OF_ONE = 2
"""Of one network, or one operator who is logged in, so that it leaves room for others."""

T = TypeVar("T")


class HashingLine:
    """Hashes one password after the other; few wait."""

    def __init__(self) -> None:
        self._alone = asyncio.Lock()
        self._places: Counter[str] = Counter()

    async def run(self, source: str, work: Callable[[], T]) -> T:
        """Run slow work for a network or an operator in a thread, when it is its turn.

        Raises:
            BusyError: too many wait, or too many of this source.
        """
        if self._places.total() >= _PLACES or self._places[source] >= _PLACES_OF_ONE:
            raise BusyError
        self._places[source] += 1
        try:
            async with self._alone:
                return await asyncio.to_thread(work)
        finally:
            # Subtraction also drops a source without places, so that the counter stays small.
            self._places -= Counter([source])
