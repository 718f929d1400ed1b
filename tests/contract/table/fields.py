"""The rows of the table: every field of the contract, wherever a request or an answer has it."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tests.contract.events import PAYLOAD_SHAPES
from tests.contract.kinds import Array, Either, Kind, Record
from tests.contract.reads import READS
from tests.contract.rows import Row, bracketed
from tests.contract.shapes import SHAPES
from tests.contract.writes import WRITES

ROWS = (*READS, *WRITES)
_NO_FIELDS_OF_THE_CONTRACT = {"page"}
"""The links of a list name it, and no table of parameters does."""


@dataclass(frozen=True, order=True)
class Field:
    """A field in its place: an endpoint's path, query, body or answer, or a webhook's payload.

    `name` is written as forms write it in requests, with dots in answers; `owner` is the table of
    the contract's that an answer's field stands in.
    """

    place: str
    name: str
    owner: str = ""

    @property
    def last(self) -> str:
        """The field's own name, without what it is in."""
        return re.split(r"[.\[]", self.name.removesuffix("[]"))[-1].strip("[]")

    @property
    def same(self) -> tuple[str, str]:
        """What is equal where two places have the same field of one table."""
        return self.owner, self.last


def asked() -> list[Field]:
    """Return the fields of all requests, in the contract's order, each once."""
    return [*dict.fromkeys(field for row in ROWS for field in asked_by(row))]


def asked_by(row: Row) -> Iterator[Field]:
    for name in re.findall(r"\{(\w+)\}", row.endpoint.path):
        yield Field(f"{row.endpoint.name}: path", name)
    yield from sent(row.endpoint.name, row.query, row.body or {})


def sent(endpoint: str, query: Iterable[str], body: Mapping[str, Any]) -> Iterator[Field]:
    """Yield the fields of one request's query and body."""
    for name in query:
        if name not in _NO_FIELDS_OF_THE_CONTRACT:
            yield Field(f"{endpoint}: query", name)
    for name in body_names(body):
        yield Field(f"{endpoint}: body", name)


def body_names(body: Mapping[str, Any]) -> Iterator[str]:
    for name, _ in bracketed(body):
        yield re.sub(r"\[[0-9]+\]", "[n]", name)


def answered() -> Mapping[Field, Kind]:
    """Return the fields of all answers, endpoint by endpoint, those of all its shapes together."""
    return {field: kind for row in ROWS for field, kind in answer_kinds(row).items()}


def answer_kinds(row: Row) -> Mapping[Field, Kind]:
    return {
        Field(f"{row.endpoint.name}: answer", path, owner): kind
        for path, owner, kind in leaves(SHAPES[row.shape])
    }


def open_fields() -> set[Field]:
    """Return the fields of which the contract leaves open whether an answer has them."""
    return {
        Field(f"{row.endpoint.name}: answer", path, owner)
        for row in ROWS
        for path, owner, _ in _leaves_left_open(SHAPES[row.shape])
    }


def _leaves_left_open(kind: Kind, path: str = "") -> Iterator[tuple[str, str, Kind]]:
    for each in _kinds(kind):
        if isinstance(each, Array):
            yield from _leaves_left_open(each.of, path)
        elif isinstance(each, Record):
            for name, inner in each.fields.items():
                below = f"{path}.{name}" if path else name
                if name in each.perhaps:
                    yield from leaves(inner, below, each.name)
                else:
                    yield from _leaves_left_open(inner, below)


def told() -> Mapping[Field, Kind]:
    """Return the fields of the webhooks, in both shapes of the payload."""
    return {
        Field(f"webhook, {shape}", path, owner): kind
        for shape, payload in PAYLOAD_SHAPES.items()
        for path, owner, kind in leaves(payload)
    }


def leaves(kind: Kind, path: str = "", owner: str = "") -> Iterator[tuple[str, str, Kind]]:
    """Yield what has no fields of its own, with its path and the record that it is a field of."""
    records = [each for each in _kinds(kind) if isinstance(each, Record | Array)]
    if not records:
        yield path, owner, kind
    for each in records:
        if isinstance(each, Array):
            yield from leaves(each.of, path, owner)
        else:
            for name, inner in each.fields.items():
                yield from leaves(inner, f"{path}.{name}" if path else name, each.name)


def _kinds(kind: Kind) -> tuple[Kind, ...]:
    return kind.kinds if isinstance(kind, Either) else (kind,)


def values(document: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield what stands at each path of a document; an empty array is nothing at its path."""
    if isinstance(document, Mapping):
        for name, inner in document.items():
            yield from values(inner, f"{path}.{name}" if path else name)
    elif isinstance(document, list) and document:
        for each in document:
            yield from values(each, path)
    else:
        yield path, document
