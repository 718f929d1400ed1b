"""The table of the benchmarks reckons rightly, whatever was measured."""

import json
from pathlib import Path

import pytest
from rich.console import Console

from tests.benchmarks.benchmark import Benchmark, by_turns
from tests.benchmarks.costs import Profile
from tests.benchmarks.goals import OURS, Row, at_least, at_most
from tests.benchmarks.registry import BENCHMARKS
from tests.benchmarks.results import Result, as_json, as_table, results, unmeasured

FAST = Row("fish caught", "a second", "a heron", at_least(0.5))
SMALL = Row("fish caught", "a second", "what may be caught", at_most(1.0), fixed=4.0)
MEASURED = {
    OURS: [{"fish caught": value} for value in (3.0, 1.0, 100.0, 4.0, 2.0)],
    "a heron": [{"fish caught": value} for value in (6.0, 9.0, 5.0)],
}


def result(row: Row) -> Result:
    (found,) = results([row], MEASURED)
    return found


def test_a_figure_is_the_median_of_its_rounds_with_their_spread():
    assert result(FAST).ours.median == 3
    assert str(result(FAST).ours) == "3.00 (1.00–100)"


def test_the_ratio_is_that_of_the_medians():
    assert result(FAST).ratio == 0.5


def test_what_is_fixed_is_a_reference_that_nobody_measures():
    assert result(SMALL).ratio == 0.75
    assert SMALL.wish == "≤ 4 a second"


@pytest.mark.parametrize(
    ("goal", "ours", "reference", "is_met"),
    [
        (at_least(0.5), 5, 10, True),
        (at_least(0.5), 4.9, 10, False),
        (at_most(2.0), 20, 10, True),
        (at_most(2.0), 20.1, 10, False),
        (at_most(1.0), 0, 0, True),
        (at_most(1.0), 1, 0, False),
    ],
)
def test_a_goal_is_met_at_its_bound_and_not_beyond(goal, ours, reference, is_met):
    assert goal.is_met(ours, reference) is is_met


def test_where_the_reference_is_nothing_there_is_no_ratio():
    nothing = Row("fish caught", "a second", "what may be caught", at_most(1.0), fixed=0.0)
    assert result(nothing).ratio is None


def test_the_json_says_what_the_table_says():
    (row,) = json.loads(json.dumps(as_json([result(FAST)])))
    assert row == {
        "what": "fish caught",
        "unit": "a second",
        "reference": "a heron",
        "goal": "≥ 0.50 ×",
        "ours": {"median": 3.0, "min": 1.0, "max": 100.0},
        "measured_reference": {"median": 6.0, "min": 5.0, "max": 9.0},
        "ratio": 0.5,
        "is_met": True,
    }


def test_what_could_not_be_measured_says_why():
    benchmark = Benchmark("fish", (FAST,), measure=None)
    (row,) = as_json(unmeasured(benchmark, "the lake is frozen"))
    assert row["is_met"] is None
    assert row["not_measured"] == "the lake is frozen"


def test_the_table_says_plainly_what_is_not_met():
    missed = Row("fish caught", "a second", "a heron", at_least(3.0))
    console = Console(width=200)
    with console.capture() as captured:
        console.print(as_table([result(missed)]))
    assert "≥ 3.00 ×" in captured.get()
    assert "not met" in captured.get()


def test_costs_are_told_for_each_thing_that_was_done_and_the_greatest_first(tmp_path: Path):
    profile = Profile(tmp_path, "bot")
    profile.seconds = {"a": 0.1, "b": 0.6, "c": 0.2, "d": 0.1}
    costs = profile.costs(100)
    assert [cost.place for cost in costs] == ["b", "c", "a"]
    assert costs[0].milliseconds == pytest.approx(6)
    assert costs[0].share == pytest.approx(0.6)


async def test_sides_take_turns_and_the_first_round_may_be_for_warming_up():
    order: list[str] = []

    def side(name: str):
        async def measure() -> dict[str, float]:
            order.append(name)
            return {"turn": float(len(order))}

        return measure

    sides = {name: side(name) for name in ("a", "b")}
    measured = await by_turns(2, sides, warm_up=True)
    assert order == ["a", "b"] * 3
    assert measured == {"a": [{"turn": 3}, {"turn": 5}], "b": [{"turn": 4}, {"turn": 6}]}


def test_every_row_has_a_goal_and_a_reference_and_every_benchmark_a_name_of_its_own():
    for benchmark in BENCHMARKS:
        assert benchmark.rows
        for row in benchmark.rows:
            assert row.reference
            assert row.goal.bound > 0
    assert len({benchmark.name for benchmark in BENCHMARKS}) == len(BENCHMARKS)
