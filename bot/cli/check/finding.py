"""What a step of the check has found."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum

from bot.config import Settings


class Sign(StrEnum):
    GOOD = "✅"
    NOTE = "⚠️"
    BAD = "❌"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the check: what it is about, and a sentence that says what to do."""

    sign: Sign
    about: str
    sentence: str


Step = Callable[[Settings], Awaitable[Finding]]
