"""A JSON body's schema and examples as form fields: `receivers[0][customer_name]`.

Arrays are described by their first element; `1`, `2` and so on name the others.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

Schema = dict[str, Any]

_NULL = {"type": "null"}


@dataclass(slots=True)
class _Fields:
    """Form fields by name, and groups of names of which one at least must be there."""

    schemas: dict[str, Schema] = field(default_factory=dict)
    groups: list[list[str]] = field(default_factory=list)
    dependent: dict[str, list[str]] = field(default_factory=dict)

    def add(self, other: "_Fields", *, required: bool) -> None:
        """Take another's fields in; where they are optional, one of them wants its companions."""
        self.schemas |= other.schemas
        self.dependent |= other.dependent
        if required:
            self.groups += other.groups or [list(other.schemas)]
        elif companions := [group[0] for group in other.groups if len(group) == 1]:
            self.dependent |= dict.fromkeys(other.schemas, companions)


def form_schema(schema: Schema, definitions: Mapping[str, Schema]) -> Schema:
    if "properties" not in schema:
        variants = [_resolved(variant, definitions) for variant in schema["oneOf"]]
        return {"anyOf": [form_schema(variant, definitions) for variant in variants]}
    fields = _object_fields(schema, definitions, "")
    demands = [_one_of("anyOf", group) for group in fields.groups if len(group) > 1]
    for demand in schema.get("allOf", ()):
        for keyword, choices in demand.items():
            roots = {name for choice in choices for name in choice["required"]}
            named = [name for name in fields.schemas if name.partition("[")[0] in roots]
            demands.append(_one_of(keyword, named))
    # Without brackets the name of a group is not a field.
    groups = dict.fromkeys(name.partition("[0]")[0] for name in fields.schemas if "[0]" in name)
    found = {
        "type": "object",
        "properties": fields.schemas,
        "required": [group[0] for group in fields.groups if len(group) == 1],
        "dependentRequired": fields.dependent,
        "allOf": demands,
        "additionalProperties": True,
        "propertyNames": {"not": {"enum": list(groups)}} if groups else {},
    }
    return {keyword: value for keyword, value in found.items() if value}


def form_fields(value: object, name: str = "") -> Iterator[tuple[str, object]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from form_fields(inner, f"{name}[{key}]" if name else key)
    elif isinstance(value, list) and not any(isinstance(element, dict) for element in value):
        yield f"{name}[]", value
    elif isinstance(value, list):
        for place, element in enumerate(value):
            yield from form_fields(element, f"{name}[{place}]")
    else:
        yield name, "" if value is None else value


def _one_of(keyword: str, names: Iterable[str]) -> Schema:
    return {keyword: [{"required": [name]} for name in names]}


def _resolved(schema: Schema, definitions: Mapping[str, Schema]) -> Schema:
    return definitions[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema


def _fields(schema: Schema, definitions: Mapping[str, Schema], name: str) -> _Fields:
    schema = _resolved(schema, definitions)
    if "properties" in schema:
        return _object_fields(schema, definitions, name)
    variants = [_resolved(variant, definitions) for variant in schema.get("anyOf", [schema])]
    choices = [choice for choice in variants if choice != _NULL]
    for array in choices:
        if array.get("type") == "array":
            element = _resolved(array["items"], definitions)
            if "properties" in element:
                return _object_fields(element, definitions, f"{name}[0]")
            # An empty array leaves no field behind.
            return _Fields({f"{name}[]": {"minItems": 1} | array})
    kept = {key: value for key, value in schema.items() if key in {"title", "description"}}
    return _Fields({name: kept | (choices[0] if len(choices) == 1 else {"anyOf": choices})}, [])


def _object_fields(schema: Schema, definitions: Mapping[str, Schema], name: str) -> _Fields:
    found = _Fields()
    required = schema.get("required", ())
    for key, inner in schema["properties"].items():
        path = f"{name}[{key}]" if name else key
        found.add(_fields(inner, definitions, path), required=key in required)
    return found
