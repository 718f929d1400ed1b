"""The latest calls of each bot, numbered, to see what a program does."""

import asyncio
from collections import defaultdict, deque
from itertools import count
from typing import Any

from bot.local_telegram.control.attachment_json import moment
from bot.local_telegram.queue import Broadcast
from bot.local_telegram.world import ApiCall, World

KEPT = 500
"""Calls of a bot that can be read; older ones are forgotten."""

_LONGEST_VALUE = 5000


class CallLog:
    """Listens to the calls of all bots from its making on."""

    def __init__(self, world: World) -> None:
        self._numbers = count(1)
        self._calls: defaultdict[int, deque[dict[str, Any]]] = defaultdict(
            lambda: deque(maxlen=KEPT)
        )
        self._changes = Broadcast()
        world.call_listeners.append(self._note)

    def of(self, bot_id: int, after: int) -> list[dict[str, Any]]:
        """Return a bot's calls that were answered after that of a number, oldest first."""
        return [call for call in self._calls[bot_id] if call["n"] > after]

    def next(self) -> asyncio.Event:
        """Return what is set by the next call; take it before looking at what there is."""
        return self._changes.next()

    def _note(self, call: ApiCall) -> None:
        self._calls[call.bot.id].append(
            {
                "n": next(self._numbers),
                "at": moment(call.at),
                "method": call.method,
                "arguments": {n: value[:_LONGEST_VALUE] for n, value in call.arguments.items()},
                "error": call.error.as_json() if call.error else None,
            }
        )
        self._changes.notify()
