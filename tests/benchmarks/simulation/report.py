"""What a simulation says, as tables and as data."""

from collections.abc import Iterable
from typing import Any

from rich.table import Table

from tests.benchmarks.results import shown
from tests.benchmarks.simulation.delays import ANYWHERE, JOBS, DelayTable, Waited
from tests.benchmarks.simulation.many_businesses import Outcome
from tests.benchmarks.simulation.sizes import Sized

_ORDER = ("answer", "door", "alarm", "news", "refresh", "update", "webhook")
_QUANTILES = (0.5, 0.95, 0.99, 1.0)
_NAMES = ("median", "p95", "p99", "worst")


def delays_table(delays: DelayTable) -> Table:
    table = Table("waits", "in the chat of", "how many", *(f"{name}, s" for name in _NAMES))
    for waited in _rows(delays):
        found = delays.rows[waited]
        figures = (shown(each) for each in found.quantiles(*_QUANTILES))
        where = "" if waited.where == ANYWHERE else waited.where
        table.add_row(waited.what, where, f"{found.count:,.0f}", *figures)
    return table


def loads_table(outcome: Outcome) -> Table:
    table = Table("in its busiest hour", "used")
    for name, load in sorted(outcome.loads.items(), key=lambda each: -each[1]):
        table.add_row(name, f"{load:.1%}")
    return table


def sizes_table(sizes: Iterable[Sized]) -> Table:
    table = Table(
        "deliveries a day", "tokens, a process each", "PostgreSQL servers", "cores",
        "messages a delivery", "answers p99, s", "news p99, s", "cards change, p99, s",
        "saturates first", "",
    )  # fmt: skip
    for each in sizes:
        outcome = each.outcome
        first = outcome.first_to_saturate
        table.add_row(
            f"{each.deliveries:,}",
            f"{each.tokens:,}",
            "SQLite" if each.databases is None else f"{each.databases:,}",
            shown(outcome.cores),
            shown(outcome.messages / each.deliveries),
            *(shown(outcome.delays.worst(what, 0.99)) for what in ("answer", "news", "refresh")),
            f"{first}: {outcome.loads[first]:.0%}",
            "" if each.is_well else "too slow",
        )
    return table


def as_json(outcome: Outcome) -> dict[str, Any]:
    delays = [
        {
            "waits": waited.what,
            "where": waited.where,
            "count": outcome.delays.rows[waited].count,
            **dict(zip(_NAMES, outcome.delays.rows[waited].quantiles(*_QUANTILES), strict=True)),
        }
        for waited in _rows(outcome.delays)
    ]
    return {
        "delays": delays,
        "loads": outcome.loads,
        "cores": outcome.cores,
        "databases_busy": outcome.databases,
        "messages": outcome.messages,
        "refused": outcome.refused,
    }


def sized_as_json(sized: Sized) -> dict[str, Any]:
    return {
        "deliveries": sized.deliveries,
        "tokens": sized.tokens,
        "databases": sized.databases,
        "is_well": sized.is_well,
        **as_json(sized.outcome),
    }


def _rows(delays: DelayTable) -> list[Waited]:
    shown_once = (each for each in delays.rows if each.where != JOBS)
    return sorted(shown_once, key=lambda each: (_ORDER.index(each.what), each.where))
