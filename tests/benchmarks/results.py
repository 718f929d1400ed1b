"""What came out: medians and spreads, ratios, and whether the goals are met."""

import os
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rich.markup import escape
from rich.table import Table

from tests.benchmarks.benchmark import Benchmark, Figures, Rounds
from tests.benchmarks.failures import Unmeasurable, innermost, reason
from tests.benchmarks.goals import OURS, Row
from tests.support.programs import NEEDED


class Status(StrEnum):
    """How a row stands."""

    MET = "met"
    WITHIN = "within tolerance"
    MISSED = "missed"
    FAILED = "failed"
    NOT_MEASURED = "not measured"


@dataclass(frozen=True, slots=True)
class Spread:
    """One figure of several rounds."""

    values: tuple[float, ...]

    @property
    def median(self) -> float:
        return statistics.median(self.values)

    def __str__(self) -> str:
        if len(set(self.values)) == 1:
            return shown(self.median)
        return f"{shown(self.median)} ({shown(min(self.values))}–{shown(max(self.values))})"

    def as_json(self) -> dict[str, float]:
        return {"median": self.median, "min": min(self.values), "max": max(self.values)}


@dataclass(frozen=True, slots=True)
class Result:
    """A row with its figures."""

    row: Row
    ours: Spread
    reference: Spread

    @property
    def ratio(self) -> float | None:
        """Ours ÷ the reference, both as medians; `None` where the reference is nothing."""
        return self.ours.median / self.reference.median if self.reference.median else None

    @property
    def status(self) -> Status:
        row, figures = self.row, (self.ours.median, self.reference.median)
        if row.goal.is_met(*figures):
            return Status.MET
        return Status.WITHIN if row.goal.is_met(*figures, row.tolerance) else Status.MISSED

    def cells(self) -> list[str]:
        ratio = "" if self.ratio is None or self.row.fixed is not None else shown(self.ratio)
        told = f"[bold]{self.status}[/bold]" if self.status is Status.MISSED else str(self.status)
        beside = "" if self.row.fixed is not None else str(self.reference)
        return [str(self.ours), beside, ratio, self.row.wish, told]

    def as_json(self) -> dict[str, Any]:
        return {
            "ours": self.ours.as_json(),
            "measured_reference": self.reference.as_json(),
            "ratio": self.ratio,
        }


@dataclass(frozen=True, slots=True)
class NoResult:
    """A row without figures, and why it has none."""

    row: Row
    error: Exception

    @property
    def status(self) -> Status:
        is_lacking = isinstance(innermost(self.error), Unmeasurable)
        return Status.NOT_MEASURED if is_lacking else Status.FAILED

    def cells(self) -> list[str]:
        told = f"[bold]{self.status}[/bold]: {escape(reason(self.error))}"
        return ["", "", "", self.row.wish, told]

    def as_json(self) -> dict[str, Any]:
        return {"why": reason(self.error)}


def results(rows: Iterable[Row], measured: Rounds) -> list[Result | NoResult]:
    """Put the figures next to each other as the rows say."""
    return [_result(row, measured) for row in rows]


def _result(row: Row, measured: Rounds) -> Result | NoResult:
    ours, reference = measured[OURS], measured[row.reference] if row.fixed is None else ()
    for rounds in (ours, reference):
        if isinstance(rounds, Exception):
            return NoResult(row, rounds)
    beside = _spread(row, reference) if row.fixed is None else Spread((row.fixed,))
    return Result(row, _spread(row, ours), beside)


def _spread(row: Row, rounds: Sequence[Figures]) -> Spread:
    return Spread(tuple(figures[row.what] for figures in rounds))


def without_results(benchmark: Benchmark, error: Exception) -> list[Result | NoResult]:
    return [NoResult(row, error) for row in benchmark.rows]


def exit_status(
    found: Iterable[Result | NoResult], environment: Mapping[str, str] = os.environ
) -> int:
    """Return 1 if a row failed, 2 if a goal is missed by more than its tolerance, else 0.

    Where the environment says that nothing may be missing, what was not measured has failed.
    """
    statuses = {each.status for each in found}
    failing = {Status.FAILED, Status.NOT_MEASURED} if NEEDED in environment else {Status.FAILED}
    if statuses & failing:
        return 1
    return 2 if Status.MISSED in statuses else 0


def as_table(found: Sequence[Result | NoResult]) -> Table:
    table = Table("what", "ours", "beside", "reference", "ratio", "goal", "")
    for each in found:
        ours, reference, *rest = each.cells()
        table.add_row(each.row.title, ours, each.row.reference, reference, *rest)
    return table


def as_json(found: Sequence[Result | NoResult]) -> list[dict[str, Any]]:
    return [
        {
            "what": each.row.what,
            "unit": each.row.unit,
            "reference": each.row.reference,
            "goal": each.row.wish,
            "tolerance": each.row.tolerance,
            "status": each.status,
            **each.as_json(),
        }
        for each in found
    ]


def shown(figure: float) -> str:
    """Write a figure with what can be believed of it."""
    if abs(figure) >= 100 or figure == 0:
        return f"{figure:,.0f}"
    if abs(figure) >= 10:
        return f"{figure:.1f}"
    return f"{figure:.2f}" if abs(figure) >= 0.1 else f"{figure:.2g}"
