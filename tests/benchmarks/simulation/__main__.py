"""A day of as many deliveries as one likes, in simulated time.

    python -m tests.benchmarks.simulation day --deliveries 1000000
    python -m tests.benchmarks.simulation sizes
    python -m tests.benchmarks.simulation check

What the bot's work costs is measured first, for half a minute, or read from what an earlier
simulation has printed by `--json`. `check` plays a minute with the real bot, too.
"""

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
import uvloop
from rich.console import Console

from tests.benchmarks.simulation.business import ASSUMED
from tests.benchmarks.simulation.business_day import Machines
from tests.benchmarks.simulation.many_businesses import alike, shared, simulated, tokens_for
from tests.benchmarks.simulation.prices import Prices, measured
from tests.benchmarks.simulation.real_minute import beside_table, beside_the_real_bot
from tests.benchmarks.simulation.report import (
    as_json,
    delays_table,
    loads_table,
    sized_as_json,
    sizes_table,
)
from tests.benchmarks.simulation.sizes import by_scale, ladder

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
_progress = Console(stderr=True)
_WIDE = 180
_LARGEST = 4000
"""Deliveries a day of the largest business, where nobody says how many tokens there are."""

_PricesFile = Annotated[Path | None, typer.Option("--prices", help="JSON of an earlier run.")]
_AsData = Annotated[bool, typer.Option("--json", help="Print JSON, and nothing else.")]
_HasGroup = Annotated[bool, typer.Option("--group/--no-group", help="One that hears everything.")]


@app.command()
def day(
    deliveries: Annotated[int, typer.Option(min=1)] = 1_000_000,
    tokens: Annotated[int | None, typer.Option(min=1, help="Businesses.")] = None,
    replicas: Annotated[int, typer.Option(min=1, help="Processes for each token.")] = 1,
    databases: Annotated[
        int | None, typer.Option(min=1, help="Servers of PostgreSQL; else SQLite for each token.")
    ] = None,
    group: _HasGroup = True,
    prices_file: _PricesFile = None,
    as_data: _AsData = False,
) -> None:
    """Let a day go by: how long everything waited, and what was used of everything."""
    prices = _prices(prices_file)
    many = tokens or tokens_for(deliveries, _LARGEST, has_group=group)
    kinds = alike(deliveries, many, has_group=group)
    outcome = simulated(kinds, prices, Machines(replicas), _say)
    if databases:
        asked = outcome.databases
        if replicas == 1:
            asked *= prices.shared_transaction / prices.transaction
        outcome = shared(kinds, prices, asked / databases, replicas, _say)
    console = _console(as_data)
    console.print(ASSUMED)
    console.print(
        f"{deliveries:,} deliveries, {many:,} tokens, {outcome.messages:,.0f} requests,"
        f" of which Telegram answers {outcome.refused:,} with 429"
    )
    console.print(delays_table(outcome.delays), loads_table(outcome))
    console.print(f"All processes together use {outcome.cores:.1f} cores in that hour.")
    _print_json(as_data, prices, as_json(outcome))


@app.command()
def sizes(
    group: _HasGroup = True, prices_file: _PricesFile = None, as_data: _AsData = False
) -> None:
    """Find how large a business may be, and what a thousand to a million deliveries take."""
    prices = _prices(prices_file)
    console = _console(as_data)
    steps = list(ladder(prices, _say, has_group=group))
    console.print(ASSUMED)
    console.print("One business", sizes_table(steps))
    scales = list(by_scale(prices, steps, _say, has_group=group))
    console.print("Many, none larger than it may be", sizes_table(scales))
    found = {name: [*map(sized_as_json, each)] for name, each in (("one", steps), ("many", scales))}
    _print_json(as_data, prices, found)


@app.command()
def check(prices_file: _PricesFile = None, as_data: _AsData = False) -> None:
    """Play the same minute with the real bot and in simulated time, and compare the delays."""
    prices = _prices(prices_file)
    beside = uvloop.run(beside_the_real_bot(prices, _say))
    _console(as_data).print(beside_table(beside))
    _print_json(as_data, prices, {"beside": [each.as_json() for each in beside]})


def _prices(file: Path | None) -> Prices:
    return Prices.of_file(file) if file else uvloop.run(measured(_say))


def _say(what: str) -> None:
    _progress.print(what, style="dim")


def _console(as_data: bool) -> Console:
    # In a file there is room for every column.
    return Console(width=None if sys.stdout.isatty() else _WIDE, quiet=as_data)


def _print_json(as_data: bool, prices: Prices, found: dict[str, Any]) -> None:
    if as_data:
        told = {"prices": prices.as_json(), **found}
        sys.stdout.write(json.dumps(told, indent=2) + "\n")


if __name__ == "__main__":
    app()
