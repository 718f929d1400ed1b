"""The three ways in which fields travel: in the query, as JSON, as bracketed form fields."""

from collections.abc import Iterator, Mapping
from enum import Enum, auto
from urllib.parse import urlencode

from pydantic_core import to_json

Body = Mapping[str, object]
"""Fields by name: texts, numbers, booleans, lists and further bodies; None is not sent."""


class Encoding(Enum):
    """How an endpoint takes its fields; the contract leaves it open (Endpoints)."""

    QUERY = auto()
    JSON = auto()
    FORM = auto()


def as_json(body: Body) -> bytes:
    return to_json(_given(body))


def as_form(body: Body) -> bytes:
    """Return the body as URL-encoded fields named `a`, `a[]`, `a[0][b]`."""
    return urlencode(bracketed(body)).encode()


def bracketed(body: Body) -> list[tuple[str, str]]:
    """Flatten a body to pairs of name and text, booleans as `true` and `false`."""
    return [pair for name, value in body.items() for pair in _pairs(name, value)]


def _given(value: object) -> object:
    """Leave out what is None, at every depth."""
    if isinstance(value, Mapping):
        return {name: _given(inner) for name, inner in value.items() if inner is not None}
    return [_given(inner) for inner in value] if isinstance(value, list | tuple) else value


def _pairs(name: str, value: object) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _pairs(f"{name}[{key}]", inner)
    elif isinstance(value, list | tuple):
        for index, inner in enumerate(value):
            yield from _pairs(_element(name, index, inner), inner)
    elif isinstance(value, bool):
        yield name, "true" if value else "false"
    elif value is not None:
        yield name, str(value)


def _element(name: str, index: int, inner: object) -> str:
    return f"{name}[{index}]" if isinstance(inner, Mapping) else f"{name}[]"
