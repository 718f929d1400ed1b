"""One operation of the page: its words, its bodies, its answers, as FastAPI's routes take them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import TypeAdapter

from bot.service.api.docs.examples import Examples, refused
from bot.service.api.docs.forms import form_fields, form_schema
from bot.service.errors import (
    BodyTooLargeError,
    FieldErrors,
    NotFoundError,
    RefusedError,
    ServiceError,
    UnauthenticatedError,
)
from bot.service.responses.envelopes import Failure, RefusedFields
from bot.service.responses.fields import Shape

JSON = "application/json"
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


@dataclass(frozen=True, slots=True)
class RequestBody:
    """What a request carries: its model, and JSON examples; the form's are made from them."""

    model: object
    examples: Examples


@dataclass(frozen=True, slots=True)
class Operation:
    """What the page says of one operation.

    `refusal` is an example of the errors that a 422 names, empty where there are none; `names` says
    that the path names something, which may be unknown; `links` lead to what can be asked next;
    `raw` are the kinds of files of which a body is one, instead of fields.
    """

    name: str
    summary: str
    text: str
    answer: type[Shape]
    examples: Examples
    refusal: FieldErrors
    body: RequestBody | None = None
    names: bool = True
    links: Mapping[str, Any] = field(default_factory=dict)
    raw: Sequence[str] = ()

    def route(self) -> dict[str, Any]:
        file = {"schema": {"type": "string", "format": "binary"}}
        raw_body = {"required": True, "content": dict.fromkeys(self.raw, file)}
        return {
            "operation_id": self.name,
            "summary": self.summary,
            "description": self.text,
            "response_model": self.answer,
            "responses": {status: dict(answer) for status, answer, _ in self._answers()},
            "openapi_extra": {"requestBody": raw_body} if self.raw else None,
        }

    def complete(self, described: dict[str, Any]) -> None:
        """Add to FastAPI's description what it leaves out: examples with nulls, and forms."""
        for status, _, examples in self._answers():
            described["responses"][str(status)]["content"][JSON]["examples"] = _named(examples)
        if self.body:
            content = described["requestBody"]["content"]
            content[JSON]["examples"] = _named(self.body.examples)
            schema = TypeAdapter[Any](self.body.model).json_schema()
            forms = {
                name: dict(form_fields(example)) for name, example in self.body.examples.items()
            }
            as_form = {
                "schema": form_schema(schema, schema.get("$defs", {})),
                "examples": _named(forms),
            }
            content.update(dict.fromkeys(FORMS, as_form))

    def _answers(self) -> Iterator[tuple[int, Mapping[str, Any], Examples]]:
        text = (self.answer.__doc__ or "").partition("\n")[0]
        yield 200, {"description": text, "links": dict(self.links)}, self.examples
        for error, possible in (
            (UnauthenticatedError(), True),
            (BodyTooLargeError(), self.body is not None or bool(self.raw)),
        ):
            if possible:
                yield error.status, _failure(Failure, error), {"The answer": refused(error)}
        # An operation that takes nothing refuses nothing.
        if not self.refusal:
            return
        refusal = RefusedError(self.refusal)
        examples = {"Field by field": refused(refusal)}
        if self.names:
            examples["An unknown id"] = refused(NotFoundError())
        yield refusal.status, _failure(RefusedFields, refusal), examples


def _failure(model: type[Shape], error: ServiceError) -> Mapping[str, Any]:
    return {"model": model, "description": (type(error).__doc__ or "").partition("\n")[0]}


def _named(examples: Examples) -> dict[str, Any]:
    return {name: {"summary": name, "value": value} for name, value in examples.items()}
