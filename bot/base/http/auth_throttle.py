"""The brake on requests with wrong keys or signatures; it slows no others from that address.

A request with a right key never comes here, and so never waits.
"""

import asyncio
import logging
from datetime import timedelta

from bot.base.clock import Clock
from bot.base.http.connection_limit import network_of
from bot.base.log import OccasionalWarning

AT_ONCE_ANSWERED = 20
"""Refusals of one address that are answered at once, for a key that has just ended or a slip."""

_FIRST_WAIT = timedelta(milliseconds=100)
LONGEST_WAIT = timedelta(seconds=4)
"""The longest wait: shorter than the time-outs of clients, which should learn what is wrong."""

_FORGIVEN_AFTER = 60.0
"""Seconds without a refusal after which an address counts like any other."""

ADDRESSES = 1000
"""The number of addresses remembered: those that were refused last."""

WAITING = 100
"""Refusals that may wait at the same time: each holds a connection, and there are few."""

_log = logging.getLogger(__name__)


class RefusalBrake:
    """Counts refusals by address; `what` names the wrong thing in the log."""

    def __init__(self, clock: Clock, what: str) -> None:
        self._clock = clock
        self._refused: dict[str, tuple[int, float]] = {}
        self._waiting = 0
        text = f"%d requests with {what} were refused, the last from %s"
        self._warning = OccasionalWarning(_log, text, clock.elapsed)

    async def slow_down(self, address: str) -> bool:
        """Return when a refusal may be answered, with whether its connection may be kept.

        It may not if too many refusals wait already: then the client has to connect again.
        """
        self._warning.add(address)
        network, now = network_of(address), self._clock.elapsed()
        before, last = self._refused.pop(network, (0, now))
        count = 1 if now - last >= _FORGIVEN_AFTER else before + 1
        # Move a network that was just refused to the end: the first was refused longest ago.
        if len(self._refused) >= ADDRESSES:
            del self._refused[next(iter(self._refused))]
        self._refused[network] = (count, now)
        if count <= AT_ONCE_ANSWERED:
            return True
        # Bounded, because endless doubling exceeds what a timedelta can hold.
        doublings = min(count - AT_ONCE_ANSWERED - 1, 10)
        wait = min(_FIRST_WAIT * (1 << doublings), LONGEST_WAIT)
        if self._waiting >= WAITING:
            return False
        self._waiting += 1
        try:
            await self._clock.wait(asyncio.Event(), self._clock.now() + wait)
        finally:
            self._waiting -= 1
        return True
