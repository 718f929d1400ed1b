"""What an installation without extras puts on a disk, as it is in this environment."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.counted.kept import Figures

ROOT = Path(__file__).parents[2]


async def count() -> Figures:
    """Count the distributions that the project requires, and what all of them do."""
    found = required()
    ours = sum(_size(path) for path in (ROOT / "bot").rglob("*"))
    installed = ours + sum(map(_size_of, found.values()))
    counted: dict[str, int | list[str]] = {
        "requirements": len(_requirements()),
        "distributions": sorted(found),
        "MB": round(installed / 1e6),
        "MB of ours": round(ours / 1e6),
    }
    return {(): counted}


def _requirements(*extras: str) -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    lines = [*project["dependencies"]]
    for extra in extras:
        lines += project["optional-dependencies"][extra]
    return [Requirement(line) for line in lines]


@cache
def required(*extras: str) -> Mapping[str, Distribution]:
    """Return what the requirements lead to, those of these extras too, as installed here."""
    found: dict[str, Distribution] = {}
    seen: set[tuple[str, str]] = set()
    waiting = [(each, "") for each in _requirements(*extras)]
    while waiting:
        requirement, extra_of_who_requires = waiting.pop()
        marker = requirement.marker
        if marker is not None and not marker.evaluate({"extra": extra_of_who_requires}):
            continue
        name = canonicalize_name(requirement.name)
        each = found[name] = distribution(name)
        for extra in ("", *requirement.extras):
            if (name, extra) not in seen:
                seen.add((name, extra))
                waiting += [(Requirement(line), extra) for line in each.requires or ()]
    return found


def _size_of(each: Distribution) -> int:
    return sum(_size(Path(str(file.locate()))) for file in each.files or ())


def _size(path: Path) -> int:
    """Return the bytes of a file; what Python compiles by itself is not meant."""
    return path.stat().st_size if path.is_file() and path.suffix != ".pyc" else 0
