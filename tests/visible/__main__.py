"""Look through every chat after every step, at length.

python -m tests.visible --examples 200
"""

import tempfile
from pathlib import Path
from typing import Annotated

import typer
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from bot.demo.certificates import Certificates
from tests.visible.visible_machine import Chats

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def main(
    examples: Annotated[int, typer.Option(min=1, help="How many days are lived.")] = 50,
    steps: Annotated[int, typer.Option(min=1, help="How many steps each has at most.")] = 40,
) -> None:
    """Exit with 0 if nobody saw after any step what was not theirs."""
    chosen = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        database=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
        print_blob=True,
    )
    with tempfile.TemporaryDirectory() as folder:
        certificates = Certificates.make(Path(folder))
        run_state_machine_as_test(lambda: Chats(certificates), settings=chosen)


if __name__ == "__main__":
    app()
