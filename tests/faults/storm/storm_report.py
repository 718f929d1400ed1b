"""What came of a storm, in lines: the figures, by fault, and each thing that should not be."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Self

from tests.faults.storm.storm_checks import findings
from tests.faults.storm.storm_copies import explained_copies
from tests.faults.storm.storm_evidence import Finding, StormEvidence

_SHOWN = 12
"""How many findings of a check are shown."""


@dataclass(frozen=True, slots=True)
class StormReport:
    """The figures: how often each kind `struck`, and which were `impossible`, and why."""

    seed: int
    seconds: float
    struck: Mapping[str, int]
    impossible: Mapping[str, str]
    deliveries: int
    calls: int
    questions: int
    explained: int
    findings: list[Finding]

    @classmethod
    def of(
        cls, evidence: StormEvidence, *, seed: int, seconds: float, impossible: Mapping[str, str]
    ) -> Self:
        return cls(
            seed=seed,
            seconds=seconds,
            struck=Counter(strike.kind for strike in evidence.strikes),
            impossible=impossible,
            deliveries=len(evidence.rows),
            calls=len(evidence.calls.calls),
            questions=sum(len(watcher.asked) for watcher in evidence.cast.watchers),
            explained=explained_copies(evidence),
            findings=findings(evidence),
        )

    @property
    def holds(self) -> bool:
        return not self.findings

    def lines(self) -> Iterator[str]:
        """Return the figures, what was found by fault, and everything that was found."""
        yield f"seed {self.seed}: {sum(self.struck.values())} faults in {self.seconds:.0f} s"
        yield (
            f"{self.deliveries} deliveries, {self.calls} calls to Telegram,"
            f" {self.questions} questions, {self.explained} copies explained"
        )
        for kind, why in self.impossible.items():
            yield f"left out: {kind}, since {why}"
        checks = Counter(finding.check for finding in self.findings)
        yield ", ".join(f"{check} {count}" for check, count in checks.items()) or "nothing found"
        for kind in (*self.struck, ""):
            yield from self._of(kind)

    def _of(self, kind: str) -> Iterator[str]:
        """Return what is put down to a kind of fault, which is the last that struck before it."""
        found = [finding for finding in self.findings if finding.kind == kind]
        name = f"{kind} ({self.struck[kind]})" if kind else "no single fault"
        if found:
            yield f"{name}: {len(found)}"
        yield from (f"  {finding.check}: {finding.what}" for finding in found[:_SHOWN])
        if len(found) > _SHOWN:
            yield f"  {len(found) - _SHOWN} more"
