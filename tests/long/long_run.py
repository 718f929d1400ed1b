"""Runs parts, whatever becomes of each, and writes the page after each.

One is run after the other; only those that wait most of their time are run at the same time.
"""

import math
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import groupby
from pathlib import Path
from tempfile import gettempdir
from threading import Event

from tests.long.parts import Part

ROOT = Path(__file__).parents[2]
_SECONDS_TO_CLEAN_UP = 30
_LOOK_SECONDS = 0.2
_LINES_OF_A_FAILURE = 40
_BY_HAND = "the run was stopped"
_AT_ONCE = 4
_SKIPPED = re.compile(r"^SKIPPED\W*(.+)$", re.MULTILINE)


class Result(StrEnum):
    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"
    STOPPED = "stopped"
    NOT_RUN = "not run"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a part: `why` it has not simply passed, and the lines that it `told`."""

    part: Part
    result: Result
    why: str = ""
    seconds: float = 0.0
    told: str = ""

    def __str__(self) -> str:
        return f"{self.result}{f': {self.why}' if self.why else ''}"

    def section(self) -> Iterator[str]:
        yield f"## {self.part.name}\n"
        yield f"`{self.part.command}`: {self}, {self.seconds / 60:.1f} min\n"
        if self.told:
            yield f"```\n{self.told}\n```\n"


@dataclass
class LongRun:
    """A run of `parts` that takes at most so many `hours`; `title` says when it is, and of what.

    What each part prints is kept in `logs`. Where `needs_programs`, a part that is skipped fails.
    """

    parts: Sequence[Part]
    hours: float
    title: str
    logs: Path
    page: Path | None = None
    needs_programs: bool = False
    outcomes: list[Outcome] = field(default_factory=list)
    _stopped: Event = field(default_factory=Event)
    _ends: float = math.inf

    def run(self) -> int:
        """Run the parts; return 1 if one failed or was stopped, and 0 otherwise."""
        self._ends = time.monotonic() + self.hours * 3600
        self._write_page()
        for waits, group in groupby(self.parts, key=lambda part: part.waits):
            self._run_group(list(group), _AT_ONCE if waits else 1)
        bad = {Result.FAILED, Result.STOPPED}
        return 1 if any(outcome.result in bad for outcome in self.outcomes) else 0

    def _run_group(self, parts: Sequence[Part], at_once: int) -> None:
        with ThreadPoolExecutor(at_once) as pool:
            tried = [pool.submit(self._tried_in_time, part) for part in parts]
            while tried:
                try:
                    done = wait(tried, return_when=FIRST_COMPLETED).done
                except KeyboardInterrupt:
                    self._stopped.set()
                    continue
                for each in sorted(done, key=tried.index):
                    tried.remove(each)
                    self._tell(each.result())

    def _tell(self, outcome: Outcome) -> None:
        self.outcomes.append(outcome)
        self._write_page()
        sys.stdout.write(f"{outcome.part.name}: {outcome}, {outcome.seconds / 60:.1f} min\n")
        sys.stdout.flush()

    def _tried_in_time(self, part: Part) -> Outcome:
        left = (self._ends - time.monotonic()) / 60
        if self._stopped.is_set():
            return Outcome(part, Result.NOT_RUN)
        if part.minutes > left:
            why = f"it may take {part.minutes:g} minutes, and {max(left, 0):.0f} are left"
            return Outcome(part, Result.NOT_RUN, why)
        return self._tried(part)

    def _tried(self, part: Part) -> Outcome:
        log = self.logs / f"{part.name}.log"
        began, stopped = time.monotonic(), ""
        with log.open("wb") as said:
            child = subprocess.Popen(
                [sys.executable, *part.arguments],
                cwd=ROOT,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        while child.poll() is None and not stopped:
            if self._stopped.wait(_LOOK_SECONDS):
                stopped = _BY_HAND
            elif time.monotonic() - began > part.minutes * 60:
                stopped = f"it took longer than {part.minutes:g} minutes"
        _end(child)
        result, why = (Result.STOPPED, stopped) if stopped else self._judged(child, log)
        lines = part.lines if result is Result.PASSED else _LINES_OF_A_FAILURE
        return Outcome(part, result, why, time.monotonic() - began, _last(log, lines))

    def _judged(self, child: subprocess.Popen[bytes], log: Path) -> tuple[Result, str]:
        """Tell a skip from a pass: it ends with 0 as well, and says that it has skipped."""
        if child.returncode != 0:
            return Result.FAILED, f"exit status {child.returncode}"
        skipped = _SKIPPED.search(log.read_text("utf-8", "replace"))
        if skipped is None or " passed" in _last(log, 1):
            return Result.PASSED, ""
        return Result.FAILED if self.needs_programs else Result.SKIPPED, skipped[0]

    def _write_page(self) -> None:
        if self.page is not None:
            self.page.write_text("\n".join(self._lines()))

    def _lines(self) -> Iterator[str]:
        ended = {outcome.part.name: outcome for outcome in self.outcomes}
        outcomes = [ended.get(part.name) or Outcome(part, Result.NOT_RUN) for part in self.parts]
        counts = Counter(outcome.result for outcome in outcomes)
        yield f"# What runs long\n\n{self.title}\n"
        yield ", ".join(f"{counts[result]} {result}" for result in Result if counts[result]) + ".\n"
        yield "| part | result | minutes |\n|---|---|---|"
        for each in outcomes:
            yield f"| {each.part.name} | {each} | {each.seconds / 60:.1f} |"
        yield ""
        for each in outcomes:
            if each.result is not Result.NOT_RUN:
                yield from each.section()


def _end(child: subprocess.Popen[bytes]) -> None:
    """End a part with all that it has started; it has some time to clean up behind itself."""
    try:
        if child.poll() is None:
            child.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                child.wait(_SECONDS_TO_CLEAN_UP)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
        child.wait()


def _last(log: Path, count: int) -> str:
    """Return the last lines of a log, as they can be read on any machine."""
    lines = [line.rstrip() for line in log.read_text("utf-8", "replace").splitlines()]
    text = "\n".join([line for line in lines if line][-count:])
    for folder, name in (
        (sys.prefix, "<python>"),
        (str(ROOT), "<project>"),
        (gettempdir(), "<temporary>"),
    ):
        text = text.replace(folder, name)
    return text
