"""Why a field is refused, in words for people: what it takes instead, and no more.

What was sent is never repeated: it can be a code.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from bot.service.errors import RefusedError
from bot.service.request_bodies.delivery_edit import NEWER, OLDER
from bot.service.request_bodies.fields import FORMS_OF_TEXT, NOT_WHOLE, too_long

Checked = TypeVar("Checked", bound=BaseModel)

_OWN_WORDS = "value_error"
_LOCATIONS = ("body", "query", "path", "header")
_Context = Mapping[str, Any]

_WORDS: Mapping[str, str | Callable[[_Context], str]] = {
    "string_type": "has to be a text",
    "string_too_long": lambda context: too_long(context["max_length"]),
    "string_too_short": "may not be empty",
    "string_pattern_mismatch": lambda context: FORMS_OF_TEXT.get(context["pattern"], _NOT_SO),
    "string_unicode": "holds characters that are not text",
    "int_type": NOT_WHOLE,
    "int_parsing": NOT_WHOLE,
    "int_parsing_size": "has to be a whole number, and not so large a one",
    "int_from_float": NOT_WHOLE,
    "greater_than_equal": lambda context: f"has to be {context['ge']} or more",
    "less_than_equal": lambda context: f"has to be {context['le']} or less",
    "bool_type": "has to be true or false",
    "bool_parsing": "has to be true or false",
    "uuid_type": "has to be a uuid",
    "uuid_parsing": "has to be a uuid",
    "enum": lambda context: f"has to be one of: {context['expected']}",
    "literal_error": lambda context: f"has to be one of: {context['expected']}",
    "list_type": "has to be an array",
    "tuple_type": "has to be an array",
    "too_long": lambda context: f"takes {context['max_length']} entries at most",
    "too_short": "may not be empty",
    "model_type": "has to be an object",
    "model_attributes_type": "has to be an object",
    "dict_type": "has to be an object",
}
_NOT_SO = "is not in a form that it takes"


def sentence(name: str, problem: ErrorDetails) -> str:
    """Return a sentence for one of pydantic's problems with the field of this name."""
    if problem["type"] == "missing":
        return f"The {name} field is required."
    if problem["type"] == _OWN_WORDS:
        return f"The {name} field {problem['msg'].removeprefix('Value error, ')}."
    words = _WORDS.get(problem["type"], _NOT_SO)
    if not isinstance(words, str):
        words = words(problem.get("ctx", {}))
    return f"The {name} field {words}."


def field_errors(problems: Sequence[ErrorDetails]) -> dict[str, list[str]]:
    """Turn pydantic's problems into texts per field, such as `receivers.0.customer_name`.

    What was sent is never repeated: it can be a code.
    """
    fields: defaultdict[str, list[str]] = defaultdict(list)
    for problem in problems:
        place, *steps = problem["loc"] or ("",)
        # Nobody has sent the names of places and of variants.
        if place not in _LOCATIONS:
            steps = []
        elif steps[:1] in ([NEWER], [OLDER]):
            steps = steps[1:]
        name = ".".join(map(str, steps)) or "body"
        fields[name].append(sentence(name, problem))
    return dict(fields)


def checked(kind: type[Checked], values: Mapping[str, object]) -> Checked:
    """Hold what a person has filled in to what the service takes of such, or raise `RefusedError`.

    The page and the command line refuse it in the same words as the API.
    """
    try:
        return kind.model_validate(values)
    except ValidationError as error:
        problems = error.errors(include_url=False, include_input=False)
        for problem in problems:
            problem["loc"] = ("body", *problem["loc"])
        raise RefusedError(field_errors(problems)) from None
