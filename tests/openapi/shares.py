"""How much of what was generated an operation has accepted."""

import atexit
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

LEAST = 1 / 3
"""An operation that accepts less of what its page allows has hardly been tried."""


@dataclass(frozen=True)
class Share:
    """Requests of one operation: those that the page allows, and those that it forbids."""

    operation: str
    allowed: int
    accepted: int
    forbidden: int

    @property
    def enough(self) -> bool:
        return self.accepted >= self.allowed * LEAST

    def __str__(self) -> str:
        percent = 100 * self.accepted / self.allowed if self.allowed else 0
        short = "" if self.enough else "  BELOW A THIRD"
        return (
            f"{self.operation:<28}{self.allowed:>8}{self.accepted:>10}{percent:>6.0f} %"
            f"{self.forbidden:>11}{short}"
        )


HEADING = f"{'operation':<28}{'allowed':>8}{'accepted':>10}{'':>8}{'forbidden':>11}"


class Shares:
    """Counts in schemathesis's process, and leaves the counts in a file at its end."""

    def __init__(self, file: Path) -> None:
        self._counts: Counter[tuple[str, bool, bool]] = Counter()
        atexit.register(self._write, file)

    def note(self, operation: str, *, allowed: bool, accepted: bool) -> None:
        self._counts[operation, allowed, accepted] += 1

    def _write(self, file: Path) -> None:
        file.write_text(json.dumps([[*key, number] for key, number in self._counts.items()]))


def read(file: Path) -> list[Share]:
    """Return what a run has counted, operation by operation."""
    counts = {tuple(key): number for *key, number in json.loads(file.read_text())}
    return [*_shares(counts)]


def _shares(counts: Mapping[tuple[object, ...], int]) -> Iterator[Share]:
    for operation in sorted({str(name) for name, _, _ in counts}):
        accepted = counts.get((operation, True, True), 0)
        allowed = accepted + counts.get((operation, True, False), 0)
        forbidden = sum(counts.get((operation, False, done), 0) for done in (True, False))
        yield Share(operation, allowed, accepted, forbidden)


def added(shares: Iterable[Share]) -> list[Share]:
    """Add up what several runs have counted of the same operations."""
    sums: dict[str, Share] = {}
    for share in shares:
        former = sums.get(share.operation, Share(share.operation, 0, 0, 0))
        sums[share.operation] = Share(
            share.operation,
            former.allowed + share.allowed,
            former.accepted + share.accepted,
            former.forbidden + share.forbidden,
        )
    return [sums[name] for name in sorted(sums)]
