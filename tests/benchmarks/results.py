"""What came out: medians and spreads, ratios, and whether the goals are met."""

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rich.table import Table

from tests.benchmarks.benchmark import Benchmark, Rounds
from tests.benchmarks.goals import OURS, Row


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
    def is_met(self) -> bool:
        return self.row.goal.is_met(self.ours.median, self.reference.median)

    def cells(self) -> list[str]:
        ratio = "" if self.ratio is None or self.row.fixed is not None else shown(self.ratio)
        met = "met" if self.is_met else "[bold]not met[/bold]"
        beside = "" if self.row.fixed is not None else str(self.reference)
        return [str(self.ours), beside, ratio, self.row.wish, met]

    def as_json(self) -> dict[str, Any]:
        return {
            "ours": self.ours.as_json(),
            "measured_reference": self.reference.as_json(),
            "ratio": self.ratio,
            "is_met": self.is_met,
        }


@dataclass(frozen=True, slots=True)
class NoResult:
    """A row that could not be measured, and why."""

    row: Row
    why: str

    is_met = False

    def cells(self) -> list[str]:
        return ["", "", "", self.row.wish, f"not measured: {self.why}"]

    def as_json(self) -> dict[str, Any]:
        return {"is_met": None, "not_measured": self.why}


def results(rows: Iterable[Row], measured: Rounds) -> list[Result]:
    """Put the figures beside each other as the rows say."""
    return [Result(row, _spread(row, measured, OURS), _reference(row, measured)) for row in rows]


def unmeasured(benchmark: Benchmark, why: str) -> list[NoResult]:
    return [NoResult(row, why) for row in benchmark.rows]


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


def _reference(row: Row, measured: Rounds) -> Spread:
    if row.fixed is not None:
        return Spread((row.fixed,))
    return _spread(row, measured, row.reference)


def _spread(row: Row, measured: Rounds, side: str) -> Spread:
    return Spread(tuple(figures[row.what] for figures in measured[side]))
