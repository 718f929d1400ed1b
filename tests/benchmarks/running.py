"""Benchmarks are run, each by itself: one that fails leaves the others theirs."""

import asyncio
import os
import sys
import time
import traceback
from collections.abc import Sequence

from tests.benchmarks.benchmark import Benchmark, Scale, Stage
from tests.benchmarks.failures import Unmeasurable, reason
from tests.benchmarks.results import NoResult, Result, results, without_results

Found = Sequence[Result | NoResult]


async def all_measured(chosen: Sequence[Benchmark], scale: Scale, patience: float) -> Found:
    """Return the rows of all of them, in their order; who takes more seconds is given up."""
    together = [each for each in chosen if scale.is_quick and each.goes_by_the_clock]
    found: dict[Benchmark, Found] = {}

    async def measure(benchmark: Benchmark) -> None:
        began = time.perf_counter()
        found[benchmark] = await _measured(benchmark, scale, stage, patience)
        _say(f"{benchmark.name}: {time.perf_counter() - began:.1f} s")

    try:
        async with Stage() as stage:
            for each in chosen:
                if each not in together:
                    await measure(each)
            await asyncio.gather(*map(measure, together))
    except Exception as error:  # noqa: BLE001 - what was measured stands, however the rest ends
        _say(f"what several of them worked with did not end well: {reason(error)}")
    return [result for each in chosen for result in found[each]]


async def _measured(benchmark: Benchmark, scale: Scale, stage: Stage, patience: float) -> Found:
    if (cores := len(os.sched_getaffinity(0))) < benchmark.cores:
        lacking = Unmeasurable(f"it needs {benchmark.cores} cores, and here are {cores}")
        return without_results(benchmark, lacking)
    measuring = asyncio.create_task(benchmark.measure(scale, stage))
    try:
        async with asyncio.timeout(patience):
            return results(benchmark.rows, await measuring)
    except Unmeasurable as error:
        return without_results(benchmark, error)
    except asyncio.CancelledError as error:
        if (own := asyncio.current_task()) is None or own.cancelling():
            raise
        return without_results(benchmark, RuntimeError(f"it was cancelled {error}"))
    except Exception as error:  # noqa: BLE001 - whatever it is, the other benchmarks stand
        traceback.print_exception(error)
        return without_results(benchmark, error)


def _say(words: str) -> None:
    sys.stderr.write(f"{words}\n")
    sys.stderr.flush()
