"""Counts what the tests have really seen of the contract."""

from collections import defaultdict
from collections.abc import Sized
from dataclasses import dataclass, field


@dataclass
class Tally:
    """What was seen, by what the contract names; each thing counts once."""

    seen: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def add(self, what: str, name: str) -> None:
        self.seen[what].add(name)

    def count(self, what: str, wanted: Sized) -> str:
        return f"{what} {len(self.seen[what])}/{len(wanted)}"
