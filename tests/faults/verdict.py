"""The verdict: the figures of a trial, and whether all promises were kept."""

from collections.abc import Iterator
from dataclasses import dataclass

from tests.faults.duplicates import Duplicate


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came out.

    `problems` are the findings of every check by its name; `own_ends` the last words of a bot
    that nobody had killed.
    """

    seed: int
    seconds: float
    kills: int
    starts: int
    own_ends: list[str]
    deliveries: int
    messages: int
    edits: int
    problems: dict[str, list[str]]
    duplicates: list[Duplicate]
    dead_jobs: int | None
    canaries: list[str]

    @property
    def unexplained(self) -> list[Duplicate]:
        """What was there twice without a kill."""
        return [duplicate for duplicate in self.duplicates if not duplicate.explained]

    @property
    def lost(self) -> int:
        """How much went wrong, all checks together."""
        return sum(map(len, self.problems.values()))

    @property
    def holds(self) -> bool:
        """Whether every promise was kept."""
        faults = (self.lost, self.own_ends, self.unexplained, self.canaries)
        return self.dead_jobs == 0 and not any(faults)

    def lines(self) -> Iterator[str]:
        """Return the figures, and behind them everything that does not hold."""
        explained = len(self.duplicates) - len(self.unexplained)
        yield f"seed {self.seed}, {self.seconds:.0f} seconds"
        yield f"kills {self.kills}, restarts {self.starts}, ended by itself {len(self.own_ends)}"
        yield f"deliveries {self.deliveries}, messages {self.messages}, edits {self.edits}"
        yield f"lost {self.lost}"
        for name, found in self.problems.items():
            yield f"  {name}: {len(found)}"
        yield f"duplicates explained {explained}, unexplained {len(self.unexplained)}"
        yield f"jobs given up {'unknown' if self.dead_jobs is None else self.dead_jobs}"
        yield f"secrets found {len(self.canaries)}"
        yield from (f"ended by itself: {last_line}" for last_line in self.own_ends)
        for found in self.problems.values():
            yield from found
        for duplicate in self.unexplained:
            yield f"twice, killed after {duplicate.killed_after}: {duplicate.what!r}"
        yield from (f"a secret stands in {place}" for place in self.canaries)
