"""Moments at which something can be made to happen, before anything else does."""

from collections.abc import Callable
from enum import StrEnum


class Moment(StrEnum):
    """What has just happened, and has not been told to whoever asked for it."""

    SEND_TAKEN = "Telegram has taken a message"
    WEBHOOK_ARRIVED = "the bot is being posted something"
    WEBHOOK_ANSWERED = "the bot has acknowledged something"
    FLEET_CHANGED = "the fleet service has committed a change"


class Moments:
    """Runs at a moment, once each, what was left for it."""

    def __init__(self) -> None:
        self._waiting: dict[Moment, list[Callable[[], None]]] = {}

    def once(self, moment: Moment, act: Callable[[], None]) -> None:
        self._waiting.setdefault(moment, []).append(act)

    def never(self, moment: Moment, act: Callable[[], None]) -> None:
        """Run this no more, if it was left for a moment that has not come."""
        if act in self._waiting.get(moment, []):
            self._waiting[moment].remove(act)

    def forget(self) -> None:
        self._waiting.clear()

    def come(self, moment: Moment) -> None:
        """Run what was left for this moment."""
        for act in self._waiting.pop(moment, []):
            act()
