"""This process, as the others that share its database know it."""

import math
import secrets
from itertools import count

from bot.base.clock import Clock


class Process:
    """What this process has claimed carries its token; it is its own while its lease lasts.

    Where nobody else can work with the database the lease has no end, and `numbers` are given out
    here in their order. `shifts` is how often what waits was shifted with the time.
    """

    def __init__(self, clock: Clock) -> None:
        self.token = secrets.token_hex(8)
        self.numbers = count(1)
        self.shifts = 0
        self._clock = clock
        self._ends = math.inf

    def holds(self, token: str) -> bool:
        """Tell whether what carries this token is surely not another process's by now.

        It is asked before what cannot be taken back: a process that was paused for a
        while does not know that others have taken over.
        """
        return token == self.token and self._clock.elapsed() < self._ends

    def lives_until(self, ends: float) -> None:
        """Count on the lease until a moment of the clock that nobody sets."""
        self._ends = ends

    def begin_anew(self) -> None:
        """Be another process than before: what was held is free."""
        self.token = secrets.token_hex(8)
