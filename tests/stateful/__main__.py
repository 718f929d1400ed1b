"""Drive the service at length next to its model, and count what was done.

python -m tests.stateful --runs 200 --steps 50
"""

import sys
import time
from typing import Annotated

import typer
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test
from rich.console import Console
from rich.table import Table

from tests.stateful.asking import tally
from tests.stateful.machine import Service
from tests.stateful.world import Ground

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def main(
    runs: Annotated[int, typer.Option(min=1, help="How many lives are lived.")] = 200,
    steps: Annotated[int, typer.Option(min=1, help="How many steps each one has at most.")] = 50,
) -> None:
    """Exit with 0 if the service did what the model says in every step of every run."""
    ground, began = Ground(), time.monotonic()
    chosen = settings(
        max_examples=runs,
        stateful_step_count=steps,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        print_blob=True,
    )
    try:
        run_state_machine_as_test(lambda: Service(ground), settings=chosen)
    finally:
        ground.clear()
        _report(time.monotonic() - began)


def _report(seconds: float) -> None:
    table = Table("what", "how often", title=f"{seconds:.0f} s")
    for what, count in sorted(tally.items()):
        table.add_row(what, str(count))
    Console(file=sys.stdout).print(table)


if __name__ == "__main__":
    app()
