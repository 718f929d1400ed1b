"""What the image is locked to: `deploy/docker/constraints.txt`."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
CONSTRAINTS = ROOT / "deploy" / "docker" / "constraints.txt"
_OURS = {"handover-bot", "pip", "setuptools"}
"""The project, and what Python puts into an environment by itself."""


def locked() -> Mapping[str, str]:
    """Return the version of each distribution that is locked for this platform, by its name."""
    lines = CONSTRAINTS.read_text().splitlines()
    named = [Requirement(line.removesuffix("\\")) for line in lines if line[:1].isalpha()]
    return {
        canonicalize_name(each.name): str(each.specifier).removeprefix("==")
        for each in named
        if each.marker is None or each.marker.evaluate()
    }


def without_ours(told: Iterable[Mapping[str, str]]) -> Mapping[str, str]:
    """Return versions by name, of distributions as programs tell of them in JSON."""
    found = {canonicalize_name(each["name"]): each["version"] for each in told}
    return {name: version for name, version in found.items() if name not in _OURS}


def differences(wanted: Mapping[str, str], found: Mapping[str, str], place: str) -> Iterator[str]:
    """Yield a line for each distribution that is found otherwise than it is wanted."""
    for name in sorted(wanted.keys() | found.keys()):
        locked_to, there = wanted.get(name, "nothing"), found.get(name, "nothing")
        if locked_to != there:
            yield f"{name}: {locked_to} is locked, {there} is {place}"
