"""The small parts that descriptions of answers are made of."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Uuid = Annotated[str, Field(json_schema_extra={"format": "uuid"})]
Timestamp = Annotated[
    str,
    Field(
        description="ISO 8601 in UTC, with microseconds.",
        pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z$",
    ),
]
Decimal = Annotated[
    str, Field(description="A decimal with two places.", pattern=r"^[0-9]+\.[0-9]{2}$")
]
Digits = Annotated[str, Field(description="A whole number in digits.", pattern=r"^[0-9]+$")]
Money = Annotated[
    str,
    Field(
        description="An amount for people, such as `NGN 1,500.00`.",
        pattern=r"^[A-Z]{3} [0-9]{1,3}(,[0-9]{3})*\.[0-9]{2}$",
    ),
]
Nothing = tuple[()]
"""An empty array, where the contract has one in place of an object."""


class Described(BaseModel):
    """An object that has exactly these fields, all of them always."""

    model_config = ConfigDict(extra="forbid")


class Success(Described):
    """What every answer with status 200 begins with."""

    status: Literal["success"]
