"""The limit for wrong codes: after how many a pause follows, and after how many the lock."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.base.database.transaction import Transaction
from bot.domain.limits import CODE_PAUSE
from bot.identifiers import DeliveryUuid
from bot.store import code_attempts

PAUSE_AFTER = 5
LOCK_AFTER = 10


@dataclass(frozen=True, slots=True)
class Open:
    """A code may be tried; after `left` more refusals the pause or the lock follows."""

    left: int


@dataclass(frozen=True, slots=True)
class Paused:
    """No code may be tried before `until`."""

    until: datetime


@dataclass(frozen=True, slots=True)
class Locked:
    """No code may be tried until a dispatcher unlocks the delivery."""


CodeLimit = Open | Paused | Locked


def limit_after(refused: Sequence[datetime], now: datetime) -> CodeLimit:
    """Decide whether another code may be tried; `refused` are refusal times, oldest first."""
    count = len(refused)
    if count >= LOCK_AFTER:
        return Locked()
    if count < PAUSE_AFTER:
        return Open(PAUSE_AFTER - count)
    until = refused[PAUSE_AFTER - 1] + CODE_PAUSE
    # A pause that seems to last longer than CODE_PAUSE comes from a clock that was wrong.
    return Paused(until) if now < until <= now + CODE_PAUSE else Open(LOCK_AFTER - count)


def current(tx: Transaction, delivery: DeliveryUuid, stage: str, guesser: str) -> CodeLimit:
    return limit_after(code_attempts.made(tx, delivery, stage, guesser), tx.now)
