"""What became of the mutants of a module."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from tests.mutation.changes import Mutant
from tests.mutation.explained import Reasons


@dataclass(frozen=True)
class Outcome:
    """`survivors` were noticed by no test; `known` is the name of every change there can be."""

    HEAD: ClassVar[str] = (
        f"{'module':36}{'mutants':>9}{'killed':>8}{'score':>8}{'explained':>11}{'not':>5}{'minutes':>9}"
    )

    module: str
    tried: Sequence[Mutant]
    survivors: Sequence[Mutant]
    reasons: Reasons
    known: Collection[str]
    seconds: float

    @property
    def unexplained(self) -> list[Mutant]:
        return [mutant for mutant in self.survivors if mutant.what not in self.reasons]

    @property
    def gone(self) -> list[str]:
        """Explanations of changes that nobody can make any more."""
        return [what for what in self.reasons if what not in self.known]

    @property
    def is_good(self) -> bool:
        return not (self.unexplained or self.gone)

    def told(self) -> str:
        """Every survivor, with its reason where it has one."""
        return "\n".join([self.module, *(f"  {line}" for line in self._lines())])

    def _lines(self) -> Iterator[str]:
        for mutant in sorted(self.survivors, key=lambda each: each.line):
            why = self.reasons.get(mutant.what)
            yield f"{'explained' if why else 'SURVIVED'} {mutant.line}: {mutant.what}"
            if why:
                yield f"    {why}"
        survived = {mutant.what for mutant in self.survivors}
        for mutant in self.tried:
            if mutant.what in self.reasons and mutant.what not in survived:
                yield f"killed, though explained {mutant.line}: {mutant.what}"
        yield from (f"EXPLAINED, AND GONE: {what}" for what in self.gone)

    def row(self) -> str:
        killed = len(self.tried) - len(self.survivors)
        score = 100 * killed / len(self.tried) if self.tried else 100
        unexplained = len(self.unexplained)
        return (
            f"{self.module:36}{len(self.tried):9}{killed:8}{score:7.1f}%"
            f"{len(self.survivors) - unexplained:11}{unexplained:5}{self.seconds / 60:9.1f}"
        )
