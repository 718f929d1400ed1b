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
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from tests.openapi.service import Filled, filled

_ROOT = Path(__file__).parents[2]
_LINK_CODE = "handover-couriers-dev"

KNOWN = "HANDOVER_FUZZ_KNOWN"
"""The variable that tells the hooks what there is: uuids by the fields that name them."""

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
    """Run once; exit with 0 if every answer was as the page says, with 1 if not."""
    with tempfile.TemporaryDirectory(prefix="handover-fuzz-") as folder:
        process = run(Path(folder), examples=examples, seed=seed, capture=False)
    raise typer.Exit(process.returncode)


def run(
    folder: Path, *, examples: int, seed: int | None, capture: bool
) -> subprocess.CompletedProcess[str]:
    """Start a service in `folder` and let schemathesis ask it."""
    with filled(folder) as service:
        config = folder / "schemathesis.toml"
        config.write_text(_as_toml(_settings(service, examples)))
        command = [
            *(Path(sys.executable).with_name("schemathesis"), "--config-file", config),
            *("run", f"{service.url}/openapi.json", "--continue-on-failure"),
            *(("--seed", str(seed)) if seed is not None else ()),
        ]
        return subprocess.run(
            command,
            cwd=folder,
            env=os.environ | _hooks(service),
            capture_output=capture,
            text=True,
            check=False,
        )


def _hooks(service: Filled) -> dict[str, str]:
    known = {
        "delivery_uuid": service.deliveries,
        "rider_uuids": service.riders,
        "riderid": service.riders,
    }
    return {
        "PYTHONPATH": str(_ROOT),
        "SCHEMATHESIS_HOOKS": "tests.openapi.hooks",
        KNOWN: json.dumps(known),
    }


def _settings(service: Filled, examples: int) -> dict[str, Any]:
    """Return schemathesis's own settings; half of what parameters name exists."""
    known = {
        "path.delivery_uuid": service.deliveries,
        "path.rider_uuid": service.riders,
        "query.rider_id": service.riders,
        "path.link_code": [_LINK_CODE],
    }
    return {
        "headers": {"x-api-key": service.key},
        "dictionaries": {name: {"values": list(values)} for name, values in known.items()},
        "parameters": {name: {"dictionary": name, "probability": 0.5} for name in known},
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
