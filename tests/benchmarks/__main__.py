"""All benchmarks in one table, each figure next to the same one of a reference.

    python -m tests.benchmarks --quick
    python -m tests.benchmarks --only updates --only presses

What is compared is measured by turns in one run: only ratios of such figures say anything. It ends
with 1 if a row failed, with 2 if a goal is missed by more than its row's tolerance, else with 0.
What the machine lacks is told, and is a failure where HANDOVER_NEEDS_PROGRAMS is set.
"""

import json
import sys
from typing import Annotated

import typer
import uvloop
from rich.console import Console

from tests.benchmarks.benchmark import Benchmark, Scale
from tests.benchmarks.costs import costs_as_json, costs_table, measure_costs
from tests.benchmarks.registry import BENCHMARKS
from tests.benchmarks.results import as_json, as_table, exit_status
from tests.benchmarks.running import all_measured

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
_WIDE = 180
_PATIENCE, _QUICK_PATIENCE = 3600.0, 300.0
"""After how many seconds a benchmark is given up."""


@app.command()
def main(
    quick: Annotated[bool, typer.Option(help="As little of everything as says something.")] = False,
    as_data: Annotated[bool, typer.Option("--json", help="Print JSON, and nothing else.")] = False,
    only: Annotated[list[str] | None, typer.Option(help="One benchmark; can be repeated.")] = None,
    profile: Annotated[
        bool | None, typer.Option(help="Tell what costs most, as when everything is measured.")
    ] = None,
    large: Annotated[bool, typer.Option(help="Also 10,000,000 finished jobs: takes long.")] = False,
) -> None:
    """Measure, and print the table."""
    scale = Scale(is_quick=quick, is_large=large)
    chosen = _chosen(only, scale)
    # In a file there is room for every column.
    console = Console(width=None if sys.stdout.isatty() else _WIDE, quiet=as_data)
    found = uvloop.run(all_measured(chosen, scale, _QUICK_PATIENCE if quick else _PATIENCE))
    console.print(as_table(found))
    tells_costs = not (quick or only) if profile is None else profile
    costs = uvloop.run(measure_costs(scale)) if tells_costs else {}
    if costs:
        console.print(costs_table(costs))
    if as_data:
        told = {"rows": as_json(found), "costs": costs_as_json(costs)}
        sys.stdout.write(json.dumps(told, indent=2) + "\n")
    has_failed = any(isinstance(each, Exception) for each in costs.values())
    raise typer.Exit(1 if has_failed else exit_status(found))


def _chosen(names: list[str] | None, scale: Scale) -> list[Benchmark]:
    if not names:
        return [each for each in BENCHMARKS if not (scale.is_quick and each.takes_minutes)]
    known = {each.name: each for each in BENCHMARKS}
    if unknown := set(names) - known.keys():
        raise typer.BadParameter(f"{', '.join(unknown)}: there are {', '.join(known)}")
    return [known[name] for name in names]


if __name__ == "__main__":
    app()
