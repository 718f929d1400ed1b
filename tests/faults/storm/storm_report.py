"""What came of a storm, in lines: the figures, by fault, and each thing that should not be."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Self

from tests.faults.storm.storm_checks import FOR_GOOD, findings
from tests.faults.storm.storm_copies import explained_copies
from tests.faults.storm.storm_evidence import Finding, StormEvidence

_SHOWN = 12
"""How many findings of a check are shown."""


@dataclass(frozen=True, slots=True)
class StormReport:
    """The figures: how often each kind `struck`, and which were `impossible`, and why.

    One that is not `whole` was broken off. What might have come right yet is not a finding then: it
    is `under_way`, counted by its check.
    """

    seed: int
    seconds: float
    struck: Mapping[str, int]
    impossible: Mapping[str, str]
    deliveries: int
    calls: int
    questions: int
    explained: int
    findings: list[Finding]
    under_way: Mapping[str, int]
    whole: bool

    @classmethod
    def of(
        cls,
        evidence: StormEvidence,
        *,
        seed: int,
        seconds: float,
        impossible: Mapping[str, str],
        whole: bool,
    ) -> Self:
        found = findings(evidence)
        stand = [each for each in found if whole or each.check in FOR_GOOD]
        return cls(
            seed=seed,
            seconds=seconds,
            struck=Counter(strike.kind for strike in evidence.strikes),
            impossible=impossible,
            deliveries=len(evidence.rows),
            calls=len(evidence.calls.calls),
            questions=sum(len(watcher.asked) for watcher in evidence.cast.watchers),
            explained=explained_copies(evidence),
            findings=stand,
            under_way=Counter(each.check for each in found if each not in stand),
            whole=whole,
        )

    @property
    def holds(self) -> bool:
        return self.whole and not self.findings

    def lines(self) -> Iterator[str]:
        """Return the figures, what was found by fault, and everything that was found."""
        stopped = "" if self.whole else ", then stopped"
        count = sum(self.struck.values())
        yield f"seed {self.seed}: {count} faults in {self.seconds:.0f} s{stopped}"
        yield (
            f"{self.deliveries} deliveries, {self.calls} calls to Telegram,"
            f" {self.questions} questions, {self.explained} copies explained"
        )
        for kind, why in self.impossible.items():
            yield f"left out: {kind}, since {why}"
        if self.under_way:
            yield f"under way when it was stopped: {_counted(self.under_way)}"
        yield _counted(Counter(finding.check for finding in self.findings)) or "nothing found"
        for kind in (*self.struck, ""):
            yield from self._of(kind)

    def _of(self, kind: str) -> Iterator[str]:
        """Return what is put down to a kind of fault, which is the last that struck before it."""
        found = [finding for finding in self.findings if finding.kind == kind]
        name = f"{kind} ({self.struck[kind]})" if kind else "no single fault"
        if found:
            yield f"{name}: {len(found)}"
        yield from (f"  {finding}" for finding in found[:_SHOWN])
        if len(found) > _SHOWN:
            yield f"  {len(found) - _SHOWN} more"


def _counted(checks: Mapping[str, int]) -> str:
    return ", ".join(f"{check} {count}" for check, count in checks.items())
