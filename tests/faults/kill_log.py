"""When something was struck, for what is excused by it."""

from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(frozen=True, slots=True)
class KillLog:
    """When the bot was killed."""

    at: list[datetime]

    def next_after(self, sent: datetime) -> timedelta | None:
        """How long after something was sent the bot was killed; `None` if it never was."""
        return min((kill - sent for kill in self.at if kill >= sent), default=None)

    def between(self, first: datetime, last: datetime) -> bool:
        """Whether the bot was killed between two times."""
        return any(first <= kill <= last for kill in self.at)
