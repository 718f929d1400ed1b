"""The table of the benchmarks reckons rightly, whatever was measured and whatever was not."""

import asyncio
import json
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from tests.benchmarks.benchmark import Benchmark, Scale, Stage, by_turns
from tests.benchmarks.costs import Profile
from tests.benchmarks.failures import Died, Unmeasurable, reason
from tests.benchmarks.goals import OURS, TIMED, Row, at_least, at_most
from tests.benchmarks.processes import ROOT, program
from tests.benchmarks.registry import BENCHMARKS
from tests.benchmarks.results import NoResult, Result, as_json, as_table, exit_status, results
from tests.benchmarks.running import all_measured
from tests.support.programs import NEEDED

FAST = Row("fish caught", "a second", "a heron", at_least(0.5), tolerance=TIMED)
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
        "tolerance": 0.25,
        "status": "met",
        "ours": {"median": 3.0, "min": 1.0, "max": 100.0},
        "measured_reference": {"median": 6.0, "min": 5.0, "max": 9.0},
        "ratio": 0.5,
    }


def test_the_table_says_plainly_what_is_not_met():
    missed = Row("fish caught", "a second", "a heron", at_least(3.0))
    console = Console(width=200)
    with console.capture() as captured:
        console.print(as_table([result(missed)]))
    assert "≥ 3.00 ×" in captured.get()
    assert "missed" in captured.get()


@pytest.mark.parametrize(
    ("bound", "status", "ends_with"),
    [(0.5, "met", 0), (0.6, "within tolerance", 0), (0.7, "missed", 2)],
)
def test_a_goal_may_be_missed_by_the_tolerance_of_its_row_and_no_more(bound, status, ends_with):
    found = result(Row("fish caught", "a second", "a heron", at_least(bound), tolerance=0.2))
    assert found.status == status
    assert exit_status([found], {}) == ends_with


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
            is_timed = any(unit in row.unit.split() for unit in ("second", "ms", "s"))
            assert not is_timed or row.tolerance == TIMED
    assert len({benchmark.name for benchmark in BENCHMARKS}) == len(BENCHMARKS)


def catching(name: str, error: Exception | None = None) -> Benchmark:
    """A benchmark that measures fish, or fails."""

    async def measure(_scale: Scale, _stage: Stage):
        if error is not None:
            raise error
        return MEASURED

    return Benchmark(name, (FAST,), measure)


async def run(*benchmarks: Benchmark, patience: float = 10.0):
    return await all_measured(benchmarks, Scale(is_quick=True), patience)


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (AssertionError("no fish"), "failed: AssertionError at test_benchmarks.py:"),
        (ExceptionGroup("two", [ExceptionGroup("one", [OSError("no water")])]), "no water"),
        (Died("the heron ended with 1: cold\nfeet"), "failed: the heron ended with 1: cold feet"),
        (KeyError("fish"), "KeyError"),
    ],
)
async def test_a_benchmark_that_fails_says_why_and_leaves_the_others_theirs(error, why):
    found = await run(catching("a"), catching("b", error), catching("c"))
    assert [each.status for each in found] == ["met", "failed", "met"]
    console = Console(width=250)
    with console.capture() as captured:
        console.print(as_table(found))
    assert why in captured.get()
    assert as_json(found)[1]["why"] in captured.get()
    assert exit_status(found, {}) == 1


async def test_figures_that_a_row_has_not_got_fail_this_benchmark_alone():
    (lost, kept) = await run(
        Benchmark("a", (Row("birds", "", "a heron", at_least(1.0)),), catching("a").measure),
        catching("b"),
    )
    assert (lost.status, kept.status) == ("failed", "met")


async def test_who_does_not_come_to_an_end_is_given_up():
    async def measure(_scale: Scale, _stage: Stage):
        await asyncio.Event().wait()

    found = await run(Benchmark("a", (FAST,), measure), catching("b"), patience=0.01)
    assert [each.status for each in found] == ["failed", "met"]
    assert "it did not come to an end" in reason(found[0].error)


async def test_who_is_cancelled_by_something_of_its_own_leaves_the_others_theirs():
    async def measure(_scale: Scale, _stage: Stage):
        own = asyncio.current_task()
        assert own is not None
        own.cancel()
        await asyncio.Event().wait()

    found = await run(Benchmark("a", (FAST,), measure), catching("b"))
    assert [each.status for each in found] == ["failed", "met"]


async def test_what_the_machine_lacks_is_listed_and_fails_only_where_nothing_may_be_missing():
    found = await run(catching("a", Unmeasurable("the lake is frozen")), catching("b"))
    assert [each.status for each in found] == ["not measured", "met"]
    assert as_json(found)[0]["why"] == "the lake is frozen"
    assert exit_status(found, {}) == 0
    assert exit_status(found, {NEEDED: "1"}) == 1


async def test_where_there_are_too_few_cores_it_is_said_how_many_it_takes():
    here = len(os.sched_getaffinity(0))
    enough = Benchmark("a", (FAST,), catching("a").measure, cores=here)
    found = await run(enough, replace(enough, name="b", cores=here + 1))
    assert [each.status for each in found] == ["met", "not measured"]
    assert reason(found[1].error) == f"it needs {here + 1} cores, and here are {here}"


async def test_a_failure_weighs_more_than_a_missed_goal():
    missed = result(Row("fish caught", "a second", "a heron", at_least(3.0)))
    assert exit_status([missed], {}) == 2
    assert exit_status([missed, NoResult(FAST, OSError())], {}) == 1


async def test_a_side_that_fails_takes_only_the_rows_beside_it_along():
    async def heron():
        return {"fish caught": 3.0}

    async def cormorant():
        raise OSError("dived")

    sides = {OURS: heron, "a heron": heron, "a cormorant": cormorant, "a gull": Unmeasurable("-")}
    beside = ("a heron", "a cormorant", "a gull")
    rows = [Row("fish caught", "a second", name, at_least(1.0)) for name in beside]
    found = results(rows, await by_turns(2, sides))
    assert [each.status for each in found] == ["met", "failed", "not measured"]


async def test_what_several_need_and_does_not_start_fails_those_that_need_it_and_is_tried_once():
    tries = []

    @asynccontextmanager
    async def pond() -> AsyncIterator[None]:
        tries.append(1)
        raise OSError("dry")
        yield

    async def measure(_scale: Scale, stage: Stage):
        await stage.shared("pond", pond)

    found = await run(
        Benchmark("a", (FAST,), measure), catching("b"), Benchmark("c", (FAST,), measure)
    )
    assert [each.status for each in found] == ["failed", "met", "failed"]
    assert all("dry" in reason(each.error) for each in (found[0], found[2]))
    assert len(tries) == 1


async def test_what_does_not_end_well_leaves_what_was_measured():
    @asynccontextmanager
    async def pond() -> AsyncIterator[None]:
        yield
        raise OSError("muddy")

    async def measure(_scale: Scale, stage: Stage):
        await stage.shared("pond", pond)
        return MEASURED

    (found,) = await run(Benchmark("a", (FAST,), measure))
    assert found.status == "met"


async def test_a_program_that_does_not_start_is_told_of_with_its_last_words():
    with pytest.raises(Died, match=r"ended with 1: .*No module named tests\.nowhere"):
        async with program("tests.nowhere"):
            pass


async def test_a_program_that_is_killed_under_way_is_told_of():
    with pytest.raises(Died, match="ended with -9: it said nothing"):
        async with program("tests.benchmarks.references.canned_fleet", port=0, answer="") as heron:
            os.kill(heron.pid, signal.SIGKILL)
            raise ConnectionError


async def test_a_reference_whose_library_is_not_installed_is_not_measured(tmp_path: Path):
    words = "No module named 'aiogram'"
    (tmp_path / "aiogram.py").write_text(f'raise ModuleNotFoundError("{words}")')
    path = {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    with pytest.raises(Unmeasurable, match="aiogram is not installed"):
        async with program("tests.benchmarks.references.aiogram_bot", environment=path):
            pass
