"""Hold the service to its own OpenAPI page.

    python -m tests.openapi.fuzz --examples 1000

Schemathesis reads the page of a running service with data in it, and asks every operation what
the page allows and what it forbids, along the links, too; all of its checks judge the answers.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import tomlkit
import typer

from bot.service.api.docs import booking_operations, delivery_operations, rider_operations
from tests.openapi.service import Filled, filled
from tests.openapi.shares import HEADING, Share, added, read

_ROOT = Path(__file__).parents[2]
_LINK_CODE = "handover-couriers-dev"

STAGE = "HANDOVER_FUZZ_STAGE"
"""The variable that tells the hooks what there is, and where to have more made."""
SHARES = "HANDOVER_FUZZ_SHARES"
"""The variable that tells them the file for their counts."""

SWITCHED_OFF = {
    # The contract has one failure status, 422, for what is malformed and for what is not possible
    # now, such as a rider who is not there. hooks.py has the check that tells the two apart.
    "positive_data_acceptance": False,
}

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@dataclass(frozen=True)
class Part:
    """What one run of schemathesis does: some of its phases, at all operations or at one."""

    phases: str
    operation: str | None = None

    def __str__(self) -> str:
        return f"{self.phases}: {self.operation or 'all operations'}"


_OPERATIONS = [
    operation.name
    for operations in (delivery_operations, rider_operations, booking_operations)
    for operation in operations.ALL
]
# Drawn for all operations in turn, many would be left with a few dozen examples of their thousand.
PARTS = (
    Part("examples,coverage,stateful"),
    *(Part("fuzzing", operation) for operation in _OPERATIONS),
)


@app.command()
def main(
    examples: Annotated[int, typer.Option(min=1, help="Examples per operation.")] = 1000,
    seed: Annotated[int | None, typer.Option(help="What they are drawn from.")] = None,
    jobs: Annotated[int, typer.Option(min=1, help="How many are asked at once.")] = 2,
) -> None:
    """Run once; exit with 0 if every answer was as the page says and every operation was asked and
    accepted a third at least of what its page allows, with 1 if not.
    """
    with (
        tempfile.TemporaryDirectory(prefix="handover-fuzz-") as folder,
        ProcessPoolExecutor(jobs) as pool,
    ):
        asked = partial(run, Path(folder), examples=examples, seed=seed)
        outcomes = [_told(outcome) for outcome in pool.map(asked, PARTS)]
    shares = added(share for outcome in outcomes for share in outcome.shares)
    typer.echo("\n".join((HEADING, *map(str, shares))))
    enough = {share.operation for share in shares if share.enough}
    good = all(outcome.passed for outcome in outcomes) and enough.issuperset(_OPERATIONS)
    raise typer.Exit(0 if good else 1)


@dataclass(frozen=True)
class Outcome:
    """What schemathesis says of a part, and how much each operation has accepted."""

    part: Part
    process: subprocess.CompletedProcess[str]
    shares: Sequence[Share]

    @property
    def passed(self) -> bool:
        return self.process.returncode == 0

    def __str__(self) -> str:
        said = self.process.stdout
        if self.passed:
            said = said.partition("Test cases:\n")[2].partition("\n")[0].strip()
        return f"{self.part}: {said}"


def _told(outcome: Outcome) -> Outcome:
    typer.echo(outcome)
    return outcome


def run(folder: Path, part: Part, *, examples: int, seed: int | None) -> Outcome:
    """Start a service below `folder` and let schemathesis ask it."""
    place = folder / (part.operation or "all")
    place.mkdir()
    shares = place / "shares.json"
    with filled(place) as service:
        config = place / "schemathesis.toml"
        config.write_text(tomlkit.dumps(_settings(service, examples)))
        command = [
            *(Path(sys.executable).with_name("schemathesis"), "--config-file", config),
            *("run", f"{service.url}/openapi.json", "--continue-on-failure"),
            *("--phases", part.phases),
            *(("--include-operation-id", part.operation) if part.operation else ()),
            *(("--seed", str(seed)) if seed is not None else ()),
        ]
        process = subprocess.run(
            command,
            cwd=place,
            env=os.environ | _hooks(service, shares),
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
    return Outcome(part, process, read(shares))


def _hooks(service: Filled, shares: Path) -> dict[str, str]:
    told = {
        "url": service.stage,
        "courier": service.courier,
        "riders": service.riders,
        "link_code": _LINK_CODE,
    }
    return {
        "PYTHONPATH": str(_ROOT),
        "SCHEMATHESIS_HOOKS": "tests.openapi.hooks",
        STAGE: json.dumps(told),
        SHARES: str(shares),
    }


def _settings(service: Filled, examples: int) -> dict[str, Any]:
    """Return schemathesis's own settings."""
    return {
        "headers": {"x-api-key": service.key},
        "generation": {"max-examples": examples},
        # Links are followed that the page has. Those that schemathesis infers from names put a
        # rider's number where the page asks for a uuid, and call that allowed.
        "phases": {"stateful": {"inference": {"algorithms": []}}},
        "checks": {name: {"enabled": on} for name, on in SWITCHED_OFF.items()},
        "cache": {"enabled": False},
    }


if __name__ == "__main__":
    app()
