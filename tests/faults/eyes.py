"""Waiting for what can be seen, without ever looking twice at the same thing."""

import asyncio
from collections.abc import Callable

from bot.local_telegram.queue import Broadcast
from bot.local_telegram.world import ChatEvent
from tests.faults.place import Place
from tests.support.patience import PATIENCE


class Eyes:
    """Looks again whenever something happens in a chat."""

    def __init__(self, place: Place) -> None:
        self._broadcast = Broadcast()
        place.telegram.listeners.append(self._happened)

    async def see(self, holds: Callable[[], bool], seconds: float = PATIENCE) -> None:
        """Return when the condition holds; raise `TimeoutError` if it does not come to hold."""
        async with asyncio.timeout(seconds):
            happens = self._broadcast.next()
            while not holds():
                await happens.wait()
                happens = self._broadcast.next()

    def _happened(self, _event: ChatEvent) -> None:
        self._broadcast.notify()
