"""The updates that wait for a bot, shared by polling and webhook."""

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from bot.base.clock import Clock
from bot.demo.telegram.broadcast import Broadcast

DEFAULT_KINDS = frozenset(
    {"message", "edited_message", "callback_query", "inline_query", "chosen_inline_result",
     "my_chat_member"}
)  # fmt: skip
"""What a bot gets that never said what it wants, of the kinds that exist here."""

KINDS = DEFAULT_KINDS | {"chat_member", "message_reaction"}
"""Every kind that can be asked for by name here."""

_LIFETIMES: Mapping[str, timedelta] = {"callback_query": timedelta(seconds=150)}
_LIFETIME = timedelta(hours=24)
_FARTHEST_AHEAD = 10


@dataclass(frozen=True, slots=True)
class QueuedUpdate:
    """One update; those of one lane must arrive in order."""

    update_id: int
    lane: int
    payload: dict[str, Any]
    expires_at: datetime

    def as_json(self) -> dict[str, Any]:
        return {"update_id": self.update_id, **self.payload}


class UpdateQueue:
    """Unconfirmed updates of one bot, oldest first. Ids grow by one and are never reused."""

    def __init__(self, clock: Clock) -> None:
        self.changes = Broadcast()
        self.allowed: frozenset[str] = DEFAULT_KINDS
        self._clock = clock
        self._next_id = 100_000_000 + secrets.randbelow(800_000_000)
        self._waiting: dict[int, QueuedUpdate] = {}

    def allow(self, kinds: Iterable[str]) -> None:
        """Set what future updates are kept; none named means the defaults."""
        self.allowed = KINDS.intersection(kinds) or DEFAULT_KINDS

    @property
    def has_defaults(self) -> bool:
        return self.allowed == DEFAULT_KINDS

    def add(self, kind: str, lane: int, content: Mapping[str, Any]) -> None:
        if kind not in self.allowed:
            return
        update_id, self._next_id = self._next_id, self._next_id + 1
        expires_at = self._clock.now() + _LIFETIMES.get(kind, _LIFETIME)
        self._waiting[update_id] = QueuedUpdate(update_id, lane, {kind: dict(content)}, expires_at)
        self.changes.notify()

    def pending(self) -> list[QueuedUpdate]:
        now = self._clock.now()
        for update in list(self._waiting.values()):
            if update.expires_at <= now:
                self.forget(update)
        return list(self._waiting.values())

    def forget(self, update: QueuedUpdate) -> None:
        self._waiting.pop(update.update_id, None)
        self.changes.notify()

    def clear(self) -> None:
        self._waiting.clear()
        self.changes.notify()

    def take(self, offset: int, limit: int) -> list[QueuedUpdate]:
        """Confirm what the offset says is done and return what follows.

        A positive offset forgets every lower id, a negative one all but the newest `-offset`;
        zero confirms nothing, and so does one that is far ahead of the queue.
        """
        for update in self._confirmed(offset):
            self.forget(update)
        return self.pending()[:limit]

    def _confirmed(self, offset: int) -> list[QueuedUpdate]:
        if offset < 0:
            return self.pending()[:offset]
        if offset > self._next_id + _FARTHEST_AHEAD:
            return []
        return [update for update in self.pending() if update.update_id < offset]
