"""Signals: who adds a job wakes its worker at once, instead of letting it find out by looking."""

import asyncio
from collections import defaultdict


class Signal:
    """Is notified when there may be work; is idle when its worker has looked and found none."""

    def __init__(self) -> None:
        self.notified = asyncio.Event()
        self.idle = asyncio.Event()

    def notify(self) -> None:
        self.idle.clear()
        self.notified.set()


class Signals:
    def __init__(self) -> None:
        self._signals: defaultdict[str, Signal] = defaultdict(Signal)

    def __getitem__(self, kind: str) -> Signal:
        return self._signals[kind]

    def notify(self, *kinds: str) -> None:
        for kind in kinds:
            self._signals[kind].notify()
