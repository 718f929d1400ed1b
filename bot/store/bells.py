"""Bells: who adds a job wakes its worker at once, instead of letting it find out by looking."""

import asyncio
from collections import defaultdict


class Bell:
    """Rings when there may be work; is settled when its worker has looked and found none."""

    def __init__(self) -> None:
        self.rung = asyncio.Event()
        self.settled = asyncio.Event()

    def ring(self) -> None:
        """Ask the worker to look again."""
        self.settled.clear()
        self.rung.set()


class Bells:
    """One bell for each kind of job, inside one process."""

    def __init__(self) -> None:
        self._bells: defaultdict[str, Bell] = defaultdict(Bell)

    def __getitem__(self, kind: str) -> Bell:
        return self._bells[kind]

    def ring(self, *kinds: str) -> None:
        """Wake the workers of these kinds."""
        for kind in kinds:
            self._bells[kind].ring()
