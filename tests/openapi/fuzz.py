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
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from tests.openapi.service import Filled, filled
from tests.openapi.shares import HEADING, Share, read

_ROOT = Path(__file__).parents[2]
_SUMMARY = "= SUMMARY ="
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


@app.command()
def main(
    examples: Annotated[int, typer.Option(min=1, help="Examples per operation.")] = 1000,
    seed: Annotated[int | None, typer.Option(help="What they are drawn from.")] = None,
) -> None:
    """Run once; exit with 0 if every answer was as the page says and every operation accepted a
    third at least of what its page allows, with 1 if not.
    """
    typer.echo("Some minutes for 1000 examples; what is found is told at the end.", err=True)
    with tempfile.TemporaryDirectory(prefix="handover-fuzz-") as folder:
        outcome = run(Path(folder), examples=examples, seed=seed)
    typer.echo(outcome)
    raise typer.Exit(0 if outcome.good else 1)


@dataclass(frozen=True)
class Outcome:
    """What schemathesis says, and how much each operation has accepted."""

    process: subprocess.CompletedProcess[str]
    shares: Sequence[Share]

    @property
    def good(self) -> bool:
        return self.process.returncode == 0 and all(share.enough for share in self.shares)

    def __str__(self) -> str:
        told = self.process.stdout
        if self.process.returncode == 0:
            told = told[told.rindex(_SUMMARY) :].partition("\n")[2]
        return "\n".join((told.strip(), "", HEADING, *map(str, self.shares)))


def run(folder: Path, *, examples: int, seed: int | None) -> Outcome:
    """Start a service in `folder` and let schemathesis ask it."""
    shares = folder / "shares.json"
    with filled(folder) as service:
        config = folder / "schemathesis.toml"
        config.write_text(_as_toml(_settings(service, examples)))
        command = [
            *(Path(sys.executable).with_name("schemathesis"), "--config-file", config),
            *("run", f"{service.url}/openapi.json", "--continue-on-failure"),
            *(("--seed", str(seed)) if seed is not None else ()),
        ]
        process = subprocess.run(
            command,
            cwd=folder,
            env=os.environ | _hooks(service, shares),
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
    return Outcome(process, read(shares))


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
        "checks": {name: {"enabled": on} for name, on in SWITCHED_OFF.items()},
        "cache": {"enabled": False},
    }


def _as_toml(sections: Mapping[str, Mapping[str, Any]]) -> str:
    """Write settings; what JSON writes of strings, numbers and lists is TOML, too."""
    lines: list[str] = []
    for section, values in sections.items():
        lines.append(f"[{section}]")
        lines += [f"{json.dumps(name)} = {_value(value)}" for name, value in values.items()]
    return "\n".join(lines)


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name} = {_value(inner)}" for name, inner in value.items()) + "}"
    return json.dumps(value)


if __name__ == "__main__":
    app()
