"""The line in which passwords wait to be hashed, which takes a core for a moment and some memory.

There are few places. A caller who finds none is refused at once, and never waits behind a source of
many passwords: forty wrong ones would keep everybody else out for as long as they take.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import TypeVar

from bot.service.errors import BusyError

_PLACES = 4
_PLACES_OF_ONE = 2
"""Places for one network, or one operator who is logged in, so that others find room."""

T = TypeVar("T")


class HashingLine:
    """Hashes one password after the other; only a few may wait."""

    def __init__(self) -> None:
        self._alone = asyncio.Lock()
        self._places: Counter[str] = Counter()

    async def run(self, source: str, work: Callable[[], T]) -> T:
        """Run slow work for a network or an operator in a thread, when its turn has come.

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
