"""One request of the contract as data, and how its names become those of a real fleet."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from tests.contract.contract import PATHS, Endpoint


class Encoding(StrEnum):
    """How a body travels; the contract leaves it open, so every body travels in every one."""

    JSON = "JSON"
    FORM = "form fields"
    MULTIPART = "multipart form fields"


@dataclass(frozen=True)
class Row:
    """One variant of a request, and what its answer must be.

    Texts may name parts of the scene, such as `{pending}`; `at` is the path's parameter. `finds`
    names the records that a list must have and no others, but for those in `perhaps`, which the
    contract leaves open. `count` is how many records an array must have, `status` a label
    that the contract shows.
    """

    name: str
    endpoint: Endpoint
    shape: str
    at: str = ""
    query: Mapping[str, str] = field(default_factory=dict)
    body: Mapping[str, Any] | None = None
    finds: frozenset[str] | None = None
    perhaps: frozenset[str] = frozenset()
    encodings: tuple[Encoding, ...] = tuple(Encoding)
    count: int | None = None
    status: str | None = None

    @property
    def path(self) -> str:
        return re.sub(r"\{\w+\}", self.at, self.endpoint.path)

    def __str__(self) -> str:
        return f"{self.endpoint.name}: {self.name}"


def endpoint(method: str, start: str) -> Endpoint:
    """Return the contract's endpoint by its method and the beginning of its path."""
    found = [each for each in PATHS if each.method == method and each.path.startswith(start)]
    return min(found, key=lambda each: len(each.path))


def filled(value: Any, names: Mapping[str, str]) -> Any:
    """Put the scene's names into every text of a value."""
    if isinstance(value, str):
        return value.format_map(names)
    if isinstance(value, Mapping):
        return {name: filled(inner, names) for name, inner in value.items()}
    if isinstance(value, list):
        return [filled(inner, names) for inner in value]
    return value


def bracketed(value: Any, name: str = "") -> list[tuple[str, str]]:
    """Flatten a body to form fields under the contract's bracketed names."""
    if isinstance(value, Mapping):
        inner = [(f"{name}[{key}]" if name else key, each) for key, each in value.items()]
    elif isinstance(value, list):
        nested = [isinstance(each, Mapping) for each in value]
        inner = [(f"{name}[{i}]" if nested[i] else f"{name}[]", v) for i, v in enumerate(value)]
    else:
        return [(name, str(value).lower() if isinstance(value, bool) else str(value))]
    return [pair for each_name, each in inner for pair in bracketed(each, each_name)]
