"""This process, as other processes with the same database know it."""

import math
import secrets
from itertools import count

from bot.base.clock import Clock


class Process:
    """The token of this process, which its claimed jobs carry, and its lease on them.

    If no other process can work with the database, the lease has no end, and `numbers` are given
    out here in order. `shifts` is how often jobs have been shifted with the time.
    """

    def __init__(self, clock: Clock) -> None:
        self.token = secrets.token_hex(8)
        self.numbers = count(1)
        self.shifts = 0
        self._clock = clock
        self._ends = math.inf

    def holds(self, token: str) -> bool:
        """Tell whether this process surely still holds what carries this token.

        Ask before doing anything that cannot be taken back: a process that was paused for a while
        does not know that others have taken over.
        """
        return token == self.token and self._clock.elapsed() < self._ends

    def lives_until(self, ends: float) -> None:
        """Count on the lease until a moment of the monotonic clock."""
        self._ends = ends

    def begin_anew(self) -> None:
        """Take a new token, as if this were another process: everything held becomes free."""
        self.token = secrets.token_hex(8)
