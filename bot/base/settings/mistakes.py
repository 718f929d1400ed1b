"""Mistakes in settings: each is a sentence in the operator's terms, without secrets."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, is_dataclass
from dataclasses import fields as fields_of
from enum import Enum
from pathlib import Path
from typing import Any, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails
from rapidfuzz import fuzz, process

_UNKNOWN = frozenset({"extra_forbidden", "unexpected_keyword_argument"})
_ALIKE = 60
"""How similar, in per cent, a name must be to a known one for that to be suggested."""

_NUMBER = "must be a number"
_WHOLE = "must be a whole number"
_LIST = "must be a list, such as [1, 2]"
_TEXT = "must be text in quotes"
_SECTION = "must be a section with settings in it"
_MOMENT = "must be a date and time with its zone, such as 2026-01-01T00:00:00Z"
_WORDS: Mapping[str, str] = {
    "int_type": _WHOLE,
    "int_parsing": _WHOLE,
    "int_parsing_size": _WHOLE,
    "int_from_float": _WHOLE,
    "float_type": _NUMBER,
    "float_parsing": _NUMBER,
    "finite_number": _NUMBER,
    "string_type": _TEXT,
    "path_type": _TEXT,
    "tuple_type": _LIST,
    "list_type": _LIST,
    "set_type": _LIST,
    "frozen_set_type": _LIST,
    "model_type": _SECTION,
    "model_attributes_type": _SECTION,
    "dataclass_type": _SECTION,
    "dict_type": _SECTION,
    "mapping_type": _SECTION,
    "timezone_aware": _MOMENT,
    "datetime_type": _MOMENT,
    "datetime_parsing": _MOMENT,
    "datetime_from_date_parsing": _MOMENT,
    "too_short": "must name at least one",
    "string_too_long": "must have at most {max_length} characters",
    "literal_error": "must be {expected}",
    "greater_than": "must be more than {gt}",
    "greater_than_equal": "must be at least {ge}",
    "less_than": "must be less than {lt}",
    "less_than_equal": "must be at most {le}",
}
"""The requirement for a value, by the library's type of mistake; our own checks state theirs."""

_OUT_OF_RANGE = frozenset({"greater_than", "greater_than_equal", "less_than", "less_than_equal"})


@dataclass(frozen=True, slots=True)
class Sources:
    """The sources of settings: a file, if any, and variables by the setting that they set."""

    path: Path | None
    variables: Mapping[str, str]

    def of(self, name: str) -> str:
        """Return where a setting is written, for the person who has to correct it."""
        variable = self.variables.get(name)
        if variable is not None:
            return f"the environment ({variable})"
        return str(self.path or "the environment")


class Flaw(Enum):
    """The kinds of mistakes in a setting."""

    UNKNOWN = "there is none of that name"
    MISSING = "it is needed, and is not there"
    WRONG = "it cannot hold that, or not together with the others"


@dataclass(frozen=True, slots=True)
class SettingMistake:
    """One mistake: the section and name of the setting, and the sentence about it.

    The name is empty if several settings do not go together. `meant` is the setting that was
    perhaps meant by an unknown name, and `why` is the fault of a value, without its place.
    """

    name: str
    flaw: Flaw
    sentence: str
    meant: str | None = None
    why: str = ""


def mistakes(error: ValidationError, kind: type[Any], sources: Sources) -> list[SettingMistake]:
    """Return the mistakes found in settings of a kind, at most one for each setting.

    If a name is misspelt, no other mistake is reported for the setting that is meant.
    """
    problems = error.errors(include_url=False)
    misspelt = [_name(problem) for problem in problems if problem["type"] in _UNKNOWN]
    others = [problem for problem in problems if problem["type"] not in _UNKNOWN]
    meant = {name: _meant(name, kind) for name in misspelt}
    all_mistakes = [unknown(name, meant[name], sources.of(name)) for name in misspelt]
    # Reversed twice: the first problem of each setting, in the order in which they were found.
    first = {_name(problem): problem for problem in reversed(others)}
    for name in reversed(first):
        if not (first[name]["type"] == "missing" and name in meant.values()):
            all_mistakes.extend(_mistakes_of(first[name], name, kind, sources))
    return all_mistakes


def unknown(name: str, meant: str | None, where: str) -> SettingMistake:
    perhaps = f" (perhaps {meant} is meant)" if meant else ""
    sentence = f"There is no setting {name}{perhaps}; please correct or remove it in {where}."
    return SettingMistake(name, Flaw.UNKNOWN, sentence, meant)


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that is most like another one, if any is."""
    match = process.extractOne(name, list(known), scorer=fuzz.ratio, score_cutoff=_ALIKE)
    return match[0] if match else None


def _mistakes_of(
    problem: ErrorDetails, name: str, kind: type[Any], sources: Sources
) -> Iterator[SettingMistake]:
    """Turn the library's problem at a setting into sentences; our own checks may give several."""
    where = sources.of(name)
    if problem["type"] == "missing":
        section = _inner(kind, name)
        sentence = f"The setting {name} is missing in {where}."
        if section:
            needed = " and ".join(key for key, field in section.items() if field.is_required())
            sentence = f"The section [{name}] is missing in {where}; it needs {needed}."
        yield SettingMistake(name, Flaw.MISSING, sentence)
        return
    if problem["type"] == "value_error":
        words = problem["msg"].removeprefix("Value error, ")
        words = words[:1].lower() + words[1:]
    else:
        words = _WORDS.get(problem["type"], "cannot be used as it stands")
        limits = {limit: _plain(value) for limit, value in problem.get("ctx", {}).items()}
        words = words.format_map(limits).replace("'", '"')
        # Show only numbers: any other value may hold a secret.
        if problem["type"] in _OUT_OF_RANGE and isinstance(problem["input"], int | float):
            words += f", and is {_plain(problem['input'])}"
    begins = f"The setting {name} in {where} is wrong" if name else f"In {where}"
    for line in words.splitlines():
        yield SettingMistake(name, Flaw.WRONG, f"{begins}: {line}.", why=line)


def _plain(limit: object) -> str:
    return f"{limit:g}" if isinstance(limit, float) else str(limit)


def _name(problem: ErrorDetails) -> str:
    return ".".join(part for part in problem["loc"] if isinstance(part, str))


def _meant(name: str, kind: type[Any]) -> str | None:
    """Return the setting that a misspelt name resembles most, or that belongs elsewhere."""
    section, _, key = name.rpartition(".")
    alike = nearest(key, _inner(kind, section) if section else kind.model_fields)
    if alike is not None:
        return f"{section}.{alike}" if section else alike
    elsewhere = (f"{each}.{key}" for each in kind.model_fields if key in _inner(kind, each))
    return next(elsewhere, None)


def _inner(kind: type[Any], name: str) -> Mapping[str, Any]:
    """Return the settings of a section by name; none if the setting is no section."""
    inner: Any = kind
    for part in name.split("."):
        if get_origin(inner) is Mapping:
            inner = get_args(inner)[1]
        else:
            # A model's field tells its type as `annotation`, a dataclass's as `type`.
            field = _fields(inner).get(part)
            inner = getattr(field, "annotation", None) or getattr(field, "type", None)
    return _fields(inner)


def _fields(kind: Any) -> Mapping[str, Any]:  # noqa: ANN401 - an annotation is anything
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return kind.model_fields
    return {field.name: field for field in fields_of(kind)} if is_dataclass(kind) else {}
