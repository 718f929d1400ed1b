"""What a step of a start has found."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum, StrEnum

from bot.config import Settings


class Sign(StrEnum):
    """How something stands, and what the bot does about it.

    It starts with a `NOTE`, and with what is `OUTSIDE` of the settings, for which it waits. With
    what is `BAD` it does not start.
    """

    GOOD = "✅"
    NOTE = "⚠️"
    OUTSIDE = "❗"
    BAD = "❌"


class When(Enum):
    """Which starts take a step; the check takes each of them.

    Once the fleet service has answered, its key and Telegram's token have been right, and the bot
    starts also while these two cannot be asked.
    """

    ALWAYS = "at each start"
    FIRST = "until the database is bound"
    NEVER = "no start is refused by it"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the check: what it is about, and a sentence that says what to do.

    `details` are further lines, for somebody who asks how it was found.
    """

    sign: Sign
    about: str
    sentence: str
    details: tuple[str, ...] = ()


Look = Callable[[Settings], Awaitable[Finding | None]]
"""Looks at one thing that a start needs, if the settings name it, and leaves nothing changed."""


@dataclass(frozen=True, slots=True)
class StartStep:
    look: Look
    when: When
