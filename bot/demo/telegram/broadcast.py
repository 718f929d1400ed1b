"""A sign that something changed, for any number of waiting tasks."""

import asyncio


class Broadcast:
    """Wakes everyone who took `next` before it was notified."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def notify(self) -> None:
        self._event.set()
        self._event = asyncio.Event()

    def next(self) -> asyncio.Event:
        """Return the event that the next `notify` sets; take it before looking at the state."""
        return self._event
