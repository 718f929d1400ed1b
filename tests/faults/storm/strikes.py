"""What went wrong and when, as far as somebody may be excused by it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random

from tests.faults.storm.drawing import Draw

BEGINNING = datetime.min.replace(tzinfo=UTC)

_TAKEN_IN = timedelta(seconds=5)
"""How long a bot may take until it begins with what it was told."""

STILL_KEEPING = timedelta(seconds=3)
"""How long after Telegram's answer a bot may take to write down that a message was sent, where
others want the processor, too."""

STILL_TELLING = timedelta(seconds=12)
"""How long before its end a bot may have said what it is not known to have said once an old copy is
put back: what it heard of in its last ten seconds is told again."""


@dataclass
class Strike:
    """One fault. `ended` is when all was well again; without it, it still lasts.

    `kills` are the moments at which a bot was ended by it. `chats` are those alone that it touches,
    where it touches single ones. What a bot was told and did between the two moments `forgot`
    nobody knows of any more. `number` is which fault of the storm it is, and `draw` what it draws.
    """

    kind: str
    began: datetime
    ended: datetime | None = None
    kills: list[datetime] = field(default_factory=list)
    chats: set[int] | None = None
    forgot: tuple[datetime, datetime] | None = None
    number: int = 0
    draw: Draw = field(default_factory=lambda: Draw(Random()))

    @property
    def name(self) -> str:
        return f"{self.kind} (fault {self.number})"

    def __str__(self) -> str:
        until = f"until {self.ended:%H:%M:%S.%f}" if self.ended else "without end"
        drawn = ", ".join(map(str, self.draw.drawn)) or "nothing"
        return f"{self.name} at {self.began:%H:%M:%S.%f} {until}, drawn: {drawn}"

    def touches(self, chat: int) -> bool:
        return self.chats is None or chat in self.chats


class StrikeLog:
    """All faults of a storm, oldest first."""

    def __init__(self) -> None:
        self.all: list[Strike] = []

    def __iter__(self) -> Iterator[Strike]:
        return iter(self.all)

    @property
    def ended_at(self) -> datetime:
        """When the last of them was over; now, where one still lasts."""
        now = datetime.now(UTC)
        return max((strike.ended or now for strike in self.all), default=BEGINNING)

    def around(self, at: datetime) -> str:
        """Name the faults that were under way at a moment, or else the last one before it."""
        lasting = [each for each in self.all if each.began <= at <= (each.ended or at)]
        if lasting:
            return "during " + ", ".join(each.name for each in lasting)
        last = self.before(at)
        if last is None or last.ended is None:
            return "before any fault"
        return f"{(at - last.ended).total_seconds():.1f} s after {last.name}"

    def before(self, at: datetime) -> Strike | None:
        """Return the latest fault that had begun by then."""
        return max(
            (strike for strike in self.all if strike.began <= at),
            key=lambda strike: strike.began,
            default=None,
        )

    def kill_between(self, first: datetime, last: datetime) -> Strike | None:
        """Return the fault that ended a bot between two moments."""
        return next(
            (each for each in self.all if any(first <= kill <= last for kill in each.kills)), None
        )

    def forgotten_between(self, first: datetime, last: datetime) -> bool:
        """Whether a bot was ended between two moments whose database an old copy has replaced."""
        ends = [strike.forgot[1] for strike in self.all if strike.forgot]
        return any(first <= end <= last for end in ends)

    def began_between(self, kind: str, first: datetime, last: datetime) -> bool:
        return any(each.kind == kind and first <= each.began <= last for each in self.all)

    def was_forgotten(self, at: datetime, until: datetime | None = None) -> bool:
        """Whether nobody knows any more what was asked of a bot then, or came of it since."""
        gone = [strike.forgot for strike in self.all if strike.forgot]
        return any(began <= (until or at) + _TAKEN_IN and at <= ended for began, ended in gone)

    def next_kill(self, after: datetime) -> datetime | None:
        """Return when a bot was ended next."""
        kills = (kill for strike in self.all for kill in strike.kills if kill >= after)
        return min(kills, default=None)

    def last_end(self, chat: int, since: datetime, until: datetime) -> datetime:
        """Return until when a chat may have been silent: the end of the last fault in a time.

        It is `since` where there was none.
        """
        ends = [since]
        for strike in self.all:
            ended = strike.ended or until
            if strike.touches(chat) and ended >= since and strike.began <= until:
                ends.append(min(ended, until))
        return max(ends)
