"""What every answer's models are made of: how a field finds its value, and the contract's forms."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AliasPath,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    ValidationInfo,
)
from pydantic_core import CoreSchema, core_schema

from bot.service import amounts
from bot.service.settings import OrganizationSettings


class Shape(BaseModel):
    """An object that has exactly these fields, all of them always."""

    model_config = ConfigDict(
        extra="forbid",
        serialize_by_alias=True,
        json_schema_serialization_defaults_required=True,
    )

    @classmethod
    def of(cls, record: object, business: OrganizationSettings) -> Self:
        """Read the fields from a record's attributes, and from the business that it belongs to."""
        return cls.model_validate(record, from_attributes=True, context=business)


def source(path: str, description: str | None = None) -> Any:  # noqa: ANN401  # as `Field` is
    """Say where in the record a field's value is, where it has another name there."""
    alias = AliasPath(*path.split("."))
    if description is None:
        return Field(validation_alias=alias)
    return Field(validation_alias=alias, description=description)


@dataclass(frozen=True, slots=True)
class OfBusiness:
    """Marks a field whose value the business has; without a name it is made of all of it."""

    name: str | None = None

    def __get_pydantic_core_schema__(
        self, annotated: object, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        def of_business(_nothing: object, info: ValidationInfo[OrganizationSettings]) -> object:
            return getattr(info.context, self.name) if self.name else info.context

        found = core_schema.with_info_before_validator_function(of_business, handler(annotated))
        # A record has no such field: the default lets the validator run all the same.
        return core_schema.with_default_schema(
            found, default_factory=lambda: None, validate_default=True
        )


def timestamp(moment: datetime) -> str:
    """Write a moment as ISO 8601 UTC with microseconds (contract: Resources)."""
    return f"{moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='microseconds')}Z"


def _form(pattern: str, description: str) -> Any:  # noqa: ANN401  # as `Field` is
    # Told and not checked: what a setting or an old row holds is answered as it is.
    return Field(description=description, json_schema_extra={"pattern": pattern})


Uuid = Annotated[str, Field(json_schema_extra={"format": "uuid"})]
Timestamp = Annotated[
    str,
    BeforeValidator(timestamp),
    _form(
        r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z$",
        "ISO 8601 in UTC, with microseconds.",
    ),
]
Decimal = Annotated[
    str,
    BeforeValidator(amounts.decimal),
    _form(r"^[0-9]+\.[0-9]{2}$", "A decimal with two places."),
]
Digits = Annotated[str, BeforeValidator(str), _form(r"^[0-9]+$", "A whole number in digits.")]
PlainAmount = Annotated[
    str,
    BeforeValidator(amounts.digits),
    _form(r"^[0-9]+(\.[0-9]{2})?$", "Digits, with two places only where there are hundredths."),
]
NumberAmount = Annotated[int | float, BeforeValidator(amounts.number)]
Money = Annotated[
    str,
    BeforeValidator(lambda amount, info: f"{info.context.currency} {amounts.grouped(amount)}"),
    _form(
        r"^[A-Z]{3} [0-9]{1,3}(,[0-9]{3})*\.[0-9]{2}$",
        "An amount for people, such as `NGN 1,500.00`.",
    ),
]
Nothing = Annotated[tuple[()], Field(json_schema_extra={"items": {}})]
"""An empty array, where the contract has one in place of an object."""


class Success(Shape):
    """What every answer with status 200 begins with."""

    status: Literal["success"] = "success"
