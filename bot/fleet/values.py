"""The values of several shapes: money and places, and what all shapes have in common."""

import re
from decimal import Decimal

from pydantic import BaseModel, ConfigDict, field_validator

from bot.fleet.fields import Fields, decimal_of, text_of

_FORMATTED = re.compile(
    r"(?P<prefix>[^0-9\-]*)(?P<number>-?[0-9][0-9,.]*)\s*(?P<suffix>[^0-9\s\-]{0,3})"
)
_WITH_DECIMAL_COMMA = re.compile(r"-?(?:[0-9]{1,3}(?:\.[0-9]{3})+|[0-9]+),[0-9]{1,2}")
_CURRENCY_CODE = re.compile(r"[A-Z]{3}")
_MAX_LATITUDE = 90
_MAX_LONGITUDE = 180
_ZERO = 0.01
"""Degrees, about a kilometre, within which a place is what some program has left at zero."""


class Frozen(BaseModel):
    """A value that does not change, survives JSON unchanged, and ignores fields of later days."""

    model_config = ConfigDict(frozen=True, extra="ignore", allow_inf_nan=False)


class RequestFields(Frozen):
    """The fields of a request: a field that does not exist is refused, not passed over.

    Raises:
        ValidationError: a field is misspelt, missing or wrong.
    """

    model_config = ConfigDict(extra="forbid")


class Money(Frozen):
    """`text` as the service wrote it; `amount` is None where that is not a number."""

    text: str
    amount: Decimal | None
    currency: str | None


def read_money(raw: object, currency: str | None = None) -> Money | None:
    """Read `1500`, `"1500"`, `"NGN 1,500.00"` or `"1.500,00 EUR"`; None for nothing at all.

    A currency code written with the number wins over the one handed in.
    """
    text = text_of(raw)
    if not text:
        return None
    match = _FORMATTED.fullmatch(text)
    if match is None:
        return Money(text=text, amount=None, currency=currency)
    beside = (match["prefix"].strip(), match["suffix"].strip())
    code = next(filter(_CURRENCY_CODE.fullmatch, beside), currency)
    number = match["number"]
    if _WITH_DECIMAL_COMMA.fullmatch(number):
        number = number.replace(".", "").replace(",", ".")
    return Money(text=text, amount=decimal_of(number), currency=code)


class Point(Frozen):
    latitude: float
    longitude: float


class Coordinates(Frozen):
    """Both ends of a delivery, each None where the service does not know it."""

    sender: Point | None = None
    receiver: Point | None = None

    @field_validator("sender", "receiver")
    @classmethod
    def _somewhere(cls, point: Point | None) -> Point | None:
        """Take a place at the zero of both degrees for none: there is nothing but the sea."""
        is_meant = point and max(abs(point.latitude), abs(point.longitude)) > _ZERO
        return point if is_meant else None


def read_coordinates(fields: Fields) -> Coordinates:
    return Coordinates(
        sender=_read_point(fields, "sender"), receiver=_read_point(fields, "customer")
    )


def _read_point(fields: Fields, end: str) -> Point | None:
    latitude = fields.decimal(f"{end}_latitude")
    longitude = fields.decimal(f"{end}_longitude")
    if latitude is None or longitude is None:
        return None
    if abs(latitude) > _MAX_LATITUDE or abs(longitude) > _MAX_LONGITUDE:
        return None
    return Point(latitude=float(latitude), longitude=float(longitude))
