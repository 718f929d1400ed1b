"""Lock what the image installs, list it, and hold it against what is known to be unsafe.

python -m tests.supply            writes `constraints.txt` and `sbom.cdx.json` into `deploy/docker`
python -m tests.supply --check    installs the first, and compares it and a new list with that
python -m tests.supply --audit    asks for known vulnerabilities of what is locked

The tools come into an environment of their own, which is gone afterwards.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from tests.supply.locked import CONSTRAINTS, ROOT, differences, locked, without_ours

SBOM = CONSTRAINTS.with_name("sbom.cdx.json")
_TOOLS = ("cyclonedx-bom>=7.5,<8", "pip-audit>=2.10,<3", "uv>=0.9,<1")
_WRONG, _NOT_KNOWN = 1, 2

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


class Environment:
    """A new Python environment in a folder."""

    def __init__(self, folder: Path) -> None:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        self._programs = folder / "bin"
        self._pip = (self.program("python"), "-m", "pip", "--disable-pip-version-check")

    def program(self, name: str) -> str:
        return str(self._programs / name)

    def install(self, *what: str) -> None:
        subprocess.run([*self._pip, "install", "--quiet", *what], check=True)

    def distributions(self) -> Mapping[str, str]:
        """Return the version of each distribution that is installed, by its name."""
        subprocess.run([*self._pip, "check"], check=True, stdout=subprocess.DEVNULL)
        told = subprocess.run(
            [*self._pip, "list", "--format=json"], check=True, capture_output=True
        )
        return without_ours(json.loads(told.stdout))


@app.command()
def main(
    *,
    check: Annotated[bool, typer.Option("--check", help="Compare, and change nothing.")] = False,
    audit: Annotated[bool, typer.Option("--audit", help="Ask for known vulnerabilities.")] = False,
) -> None:
    """Exit with 0 if all is well, 1 if something differs or is unsafe, 2 if nobody could tell."""
    with tempfile.TemporaryDirectory(prefix="handover-supply-") as folder:
        try:
            code = _run(Path(folder), check=check, audit=audit)
        except subprocess.CalledProcessError as error:
            typer.echo(f"`{Path(error.cmd[0]).name}` ended with {error.returncode}: see above.")
            code = _NOT_KNOWN
    raise typer.Exit(code)


def _run(folder: Path, *, check: bool, audit: bool) -> int:
    tools = Environment(folder / "tools")
    tools.install(*_TOOLS)
    if audit:
        return _audit(tools, folder / "audit.json")
    if not check:
        _lock(tools)
    image = Environment(folder / "image")
    image.install("--require-hashes", "--requirement", str(CONSTRAINTS))
    image.install("--no-deps", str(ROOT))
    sbom = folder / SBOM.name if check else SBOM
    _list(tools, image, sbom)
    return _compare(image, sbom)


def _lock(tools: Environment) -> None:
    """Write the newest versions that the project allows, each with the hashes of its files."""
    wanted = ("--universal", "--python-version", "3.11", "--generate-hashes", "--upgrade")
    bare = ("--quiet", "--no-header", "--no-annotate", "--native-tls")
    extras = ("--extra", "demo", "--extra", "postgres")
    files = (ROOT / "pyproject.toml", *extras, "--output-file", CONSTRAINTS)
    subprocess.run([tools.program("uv"), "pip", "compile", *bare, *wanted, *files], check=True)


def _list(tools: Environment, image: Environment, sbom: Path) -> None:
    """Write a CycloneDX list of what is installed, with its licences."""
    options = ("--output-reproducible", "--short-PURLs", "--output-file", sbom)
    about = ("--pyproject", ROOT / "pyproject.toml", image.program("python"))
    subprocess.run([tools.program("cyclonedx-py"), "environment", *options, *about], check=True)


def _compare(image: Environment, sbom: Path) -> int:
    wanted, listed = locked(), without_ours(json.loads(sbom.read_text())["components"])
    lines = [
        *differences(wanted, image.distributions(), "installed"),
        *differences(wanted, listed, f"in {sbom.name}"),
    ]
    typer.echo("\n".join(lines) or f"{len(wanted)} distributions are as they are locked.")
    return _WRONG if lines else 0


def _audit(tools: Environment, report: Path) -> int:
    what = ("--disable-pip", "--require-hashes", "--requirement", CONSTRAINTS)
    how = ("--progress-spinner=off", "--format=json", "--output", report)
    ended = subprocess.run(
        [tools.program("pip-audit"), *what, *how], capture_output=True, text=True, check=False
    )
    if not report.exists():
        typer.echo(f"The list of known vulnerabilities cannot be reached:\n{ended.stderr}")
        return _NOT_KNOWN
    told = json.loads(report.read_text())["dependencies"]
    holes = [(each, hole) for each in told for hole in each.get("vulns", ())]
    for each, hole in holes:
        mended = ", ".join(hole["fix_versions"]) or "no version yet"
        typer.echo(f"{each['name']} {each['version']}: {hole['id']}, mended in {mended}")
    unknown = sum("skip_reason" in each for each in told)
    if unknown:
        typer.echo(
            f"The list of known vulnerabilities does not name {unknown} of {len(told)}"
            " distributions, or cannot be reached from here."
        )
    if not (holes or unknown):
        typer.echo(f"{len(told)} distributions, and no vulnerability is known of any.")
    return _WRONG if holes else _NOT_KNOWN if unknown else 0


if __name__ == "__main__":
    app()
