"""All benchmarks in one table, each figure beside the same one of a reference.

    python -m tests.benchmarks --quick
    python -m tests.benchmarks --only updates --only presses

What is compared is measured by turns in one run: only ratios of such figures say anything.
"""

import asyncio
import json
import sys
import time
from collections.abc import Sequence
from typing import Annotated

import typer
import uvloop
from rich.console import Console

from tests.benchmarks.benchmark import Benchmark, Scale, Stage, Unmeasurable
from tests.benchmarks.costs import costs_as_json, costs_table, measure_costs
from tests.benchmarks.registry import BENCHMARKS
from tests.benchmarks.results import NoResult, Result, as_json, as_table, results, unmeasured

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
_progress = Console(stderr=True)
_WIDE = 180


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
    chosen = _chosen(only)
    scale = Scale(is_quick=quick, is_large=large)
    # In a file there is room for every column.
    console = Console(width=None if sys.stdout.isatty() else _WIDE, quiet=as_data)
    found = uvloop.run(_all_measured(chosen, scale))
    console.print(as_table(found))
    tells_costs = not (quick or only) if profile is None else profile
    costs = uvloop.run(measure_costs(scale)) if tells_costs else {}
    if costs:
        console.print(costs_table(costs))
    if as_data:
        told = {"rows": as_json(found), "costs": costs_as_json(costs)}
        sys.stdout.write(json.dumps(told, indent=2) + "\n")


def _chosen(names: list[str] | None) -> list[Benchmark]:
    known = {each.name: each for each in BENCHMARKS}
    if unknown := set(names or ()) - known.keys():
        raise typer.BadParameter(f"{', '.join(unknown)}: there are {', '.join(known)}")
    return [known[name] for name in names or known]


async def _all_measured(chosen: list[Benchmark], scale: Scale) -> list[Result | NoResult]:
    found: dict[str, Sequence[Result | NoResult]] = {}

    async def measure(*together: Benchmark) -> None:
        measured = [_measured(each, scale, stage) for each in together]
        found.update(zip((b.name for b in together), await asyncio.gather(*measured), strict=True))

    async with Stage() as stage:
        together = [each for each in chosen if scale.is_quick and each.goes_by_the_clock]
        for each in chosen:
            if each not in together:
                await measure(each)
        await measure(*together)
    return [result for each in chosen for result in found[each.name]]


async def _measured(
    benchmark: Benchmark, scale: Scale, stage: Stage
) -> Sequence[Result | NoResult]:
    began = time.perf_counter()
    try:
        return results(benchmark.rows, await benchmark.measure(scale, stage))
    except Unmeasurable as error:
        return unmeasured(benchmark, str(error))
    except TimeoutError:
        return unmeasured(benchmark, "it did not come to an end")
    finally:
        _progress.print(f"{benchmark.name}: {time.perf_counter() - began:.1f} s", style="dim")


if __name__ == "__main__":
    app()
