"""How long each test file takes: told after a run, and kept in `tests/measured` when asked to."""

import re
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "tests" / "measured" / "durations.txt"
TOLD = 12
"""How many of the slowest files are told after a run."""

_LINE = re.compile(
    r" *(?P<seconds>[\d.]+) s +(?P<tests>\d+) tests (?P<file>\S+)(?P<long> \(long\))?"
)
_HEAD = """\
# Seconds that each test file took, its set-up included, with three workers on two cores.
# `python -m pytest -n auto --dist worksteal --keep-durations`, and the same with `-m long`,
# write this file.
"""


class Part(NamedTuple):
    """The tests of a file that are marked as long, or those that are not."""

    file: str
    is_long: bool


class Duration(NamedTuple):
    """Seconds of a part, and how many tests they are."""

    seconds: float
    tests: int


Durations = dict[Part, Duration]


class Stopwatch:
    """Adds up what the reports of a run say, also of one in several processes."""

    def __init__(self, *, keeps: bool) -> None:
        self._keeps = keeps
        self._seconds: dict[Part, float] = defaultdict(float)
        self._tests: dict[Part, set[str]] = defaultdict(set)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        part = Part(report.nodeid.partition("::")[0], "long" in report.keywords)
        self._seconds[part] += report.duration
        self._tests[part].add(report.nodeid)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        measured = {
            part: Duration(seconds, len(self._tests[part]))
            for part, seconds in self._seconds.items()
        }
        if not measured:
            return
        slowest = lines(measured)[:TOLD]
        terminalreporter.section(f"the {len(slowest)} slowest files")
        for line in slowest:
            terminalreporter.write_line(line)
        if self._keeps:
            KEPT.write_text(_HEAD + "\n".join(lines(merged(kept(), measured))) + "\n")


def kept() -> Durations:
    """Return what the file holds; nothing where there is none."""
    if not KEPT.exists():
        return {}
    found = map(_LINE.fullmatch, KEPT.read_text().splitlines())
    return {
        Part(line["file"], line["long"] is not None): Duration(
            float(line["seconds"]), int(line["tests"])
        )
        for line in found
        if line is not None
    }


def merged(former: Durations, measured: Durations) -> Durations:
    """Put a whole run in the place of the former one: of the long tests, or of the others."""
    kinds = {part.is_long for part in measured}
    others = {part: each for part, each in former.items() if part.is_long not in kinds}
    return others | measured


def lines(durations: Durations) -> list[str]:
    """Write durations, the longest first."""
    told = sorted(durations.items(), key=lambda each: (-each[1].seconds, each[0]))
    return [
        f"{seconds:7.1f} s {tests:5} tests {part.file}{' (long)' * part.is_long}"
        for part, (seconds, tests) in told
    ]
