"""What came of a scenario, in one line, and behind it all that does not hold."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from tests.cluster.postings import Doubled
from tests.cluster.scenarios import Scenario
from tests.faults.duplicates import Duplicate

_ORDER = "out of order"
_SHOWN = 6
"""How many findings of a kind are shown."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The figures of a scenario.

    `problems` are the findings of every check by its name; `doubled` what two services posted,
    `duplicates` what people were told again.
    """

    name: str
    scenario: Scenario
    deliveries: int
    arrivals: int
    problems: Mapping[str, Sequence[str]]
    doubled: Sequence[Doubled]
    duplicates: Sequence[Duplicate]
    own_ends: Sequence[str]
    bot_silence: timedelta
    database_silence: timedelta

    @property
    def lost(self) -> int:
        """How much went wrong, all checks together but that of the order."""
        return sum(len(found) for name, found in self.problems.items() if name != _ORDER)

    @property
    def disordered(self) -> int:
        return len(self.problems.get(_ORDER, ()))

    @property
    def unexplained_posts(self) -> list[Doubled]:
        return [post for post in self.doubled if not post.explained]

    @property
    def unexplained_words(self) -> list[Duplicate]:
        return [words for words in self.duplicates if not words.explained]

    @property
    def holds(self) -> bool:
        """Whether all is as it must be."""
        faults = (self.lost, self.disordered, self.unexplained_posts, self.unexplained_words)
        return not any(faults) and not self.own_ends and self.bot_silence <= self.scenario.limit

    def lines(self) -> Iterator[str]:
        """Return the line of figures, and one for each finding."""
        yield (
            f"{self.name} ({self.scenario.what}): {self.deliveries} deliveries,"
            f" {self.arrivals} arrivals acknowledged, lost {self.lost},"
            f" out of order {self.disordered},"
            f" doubled {_split(len(self.unexplained_posts), len(self.doubled))},"
            f" told again {_split(len(self.unexplained_words), len(self.duplicates))},"
            f" silent: bot {_seconds(self.bot_silence)}"
            f" (limit {_seconds(self.scenario.limit)}),"
            f" database {_seconds(self.database_silence)}:"
            f" {'holds' if self.holds else 'DOES NOT HOLD'}"
        )
        for name, findings in self._findings().items():
            yield from (f"  {name}: {finding}" for finding in findings[:_SHOWN])
            if len(findings) > _SHOWN:
                yield f"  {name}: {len(findings) - _SHOWN} more"

    def _findings(self) -> dict[str, Sequence[str]]:
        return {
            **self.problems,
            "doubled": [post.what for post in self.unexplained_posts],
            "told again": [
                f"{words.what!r}, with a fault {words.killed_after} after it"
                for words in self.unexplained_words
            ],
            "ended by itself": self.own_ends,
        }


def _split(unexplained: int, together: int) -> str:
    return f"{unexplained} (and {together - unexplained} on the wire at the fault)"


def _seconds(time: timedelta) -> str:
    return f"{time.total_seconds():.1f} s"
