"""Steps of a start and their findings."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum, StrEnum

from bot.config import Settings


class Sign(StrEnum):
    """The state of one thing that the bot needs.

    The bot starts with a `NOTE`. It also starts if something `OUTSIDE` the settings is wrong, and
    waits for that. With anything `BAD` it does not start.
    """

    GOOD = "✅"
    NOTE = "⚠️"
    OUTSIDE = "❗"
    BAD = "❌"


class When(Enum):
    """The starts that take a step; the check takes every step.

    A bound database shows that the fleet service's key and Telegram's token were right before. The
    bot then also starts while neither of them can be asked.
    """

    ALWAYS = "at each start"
    FIRST = "until the database is bound"
    NEVER = "no start is refused by it"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the check: its subject, and a sentence that says what to do.

    `details` are further lines, which `handover check --explain` prints.
    """

    sign: Sign
    about: str
    sentence: str
    details: tuple[str, ...] = ()


Look = Callable[[Settings], Awaitable[Finding | None]]
"""Checks one thing that a start needs, without changing it; `None` if no setting names it."""


@dataclass(frozen=True, slots=True)
class StartStep:
    look: Look
    when: When
