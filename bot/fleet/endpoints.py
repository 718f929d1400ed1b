"""The contract's twelve endpoints as a table: method, path, and how the fields travel.

The endpoints of an operator's door, which only our own fleet service has, follow them.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from string import Formatter
from urllib.parse import urlencode

from pydantic_core import to_json

from bot.fleet.errors import NotFound
from bot.fleet.fields import is_uuid

Body = Mapping[str, object]
"""Fields by name: texts, numbers, booleans, lists and further bodies; None is not sent."""

# The characters allowed in a path. Others could reach another endpoint ("../") or another host.
_PARAMETERS: Mapping[str, Callable[[str], object]] = {
    "delivery_uuid": is_uuid,
    "rider_uuid": is_uuid,
    "link_code": re.compile(r"[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,199}").fullmatch,
}


class Encoding(StrEnum):
    """The encoding of an endpoint's fields; for bodies the contract leaves it open (Endpoints)."""

    QUERY = "query"
    JSON = "json"
    FORM = "form"
    JPEG = "jpeg"


def as_json(body: Body) -> bytes:
    return to_json(_given(body))


def as_form(body: Body) -> bytes:
    """Return the body as URL-encoded fields named `a`, `a[]`, `a[0][b]`."""
    return urlencode(bracketed(body)).encode()


def bracketed(body: Body) -> list[tuple[str, str]]:
    """Flatten a body to pairs of name and text, booleans as `true` and `false`."""
    return [pair for name, value in body.items() for pair in _pairs(name, value)]


def _given(value: object) -> object:
    """Return a body without the fields that are None, at every depth."""
    if isinstance(value, Mapping):
        return {name: _given(inner) for name, inner in value.items() if inner is not None}
    return [_given(inner) for inner in value] if isinstance(value, list | tuple) else value


def _pairs(name: str, value: object) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _pairs(f"{name}[{key}]", inner)
    elif isinstance(value, list | tuple):
        for index, inner in enumerate(value):
            element = f"{name}[{index}]" if isinstance(inner, Mapping) else f"{name}[]"
            yield from _pairs(element, inner)
    elif isinstance(value, bool):
        yield name, "true" if value else "false"
    elif value is not None:
        yield name, str(value)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One endpoint; its path holds at most one parameter."""

    method: str
    template: str
    encoding: Encoding

    def path(self, parameter: str = "") -> str:
        for _, name, _, _ in Formatter().parse(self.template):
            if name and not _PARAMETERS[name](parameter):
                raise NotFound
        return re.sub(r"\{\w+\}", parameter, self.template)


CREATE_DELIVERY = Endpoint("POST", "/deliveries/create", Encoding.JSON)
UPDATE_DELIVERY = Endpoint("POST", "/deliveries/update/{delivery_uuid}", Encoding.FORM)
ASSIGN = Endpoint("POST", "/deliveries/assign/{rider_uuid}", Encoding.FORM)
GET_DELIVERY = Endpoint("GET", "/deliveries/get/{delivery_uuid}", Encoding.QUERY)
LIST_DELIVERIES = Endpoint("GET", "/deliveries", Encoding.QUERY)
UPDATE_STATUS = Endpoint("POST", "/deliveries/update_status", Encoding.FORM)
CREATE_RIDER = Endpoint("POST", "/riders/create", Encoding.JSON)
LIST_RIDERS = Endpoint("GET", "/riders", Encoding.QUERY)
GET_RIDER = Endpoint("GET", "/riders/get/{rider_uuid}", Encoding.QUERY)
RIDER_HISTORY = Endpoint("GET", "/riders/delivery/history/{rider_uuid}", Encoding.QUERY)
CHANGE_RIDER_STATUS = Endpoint("POST", "/riders/change_status/{rider_uuid}", Encoding.FORM)
GET_BOOKING_LINK = Endpoint(
    "GET", "/booking-inbound/get_booking_link_detail/{link_code}", Encoding.QUERY
)

LOOK_AT_DOOR = Endpoint("GET", "", Encoding.QUERY)
PUT_PICKUP_PHOTO = Endpoint("PUT", "/deliveries/{delivery_uuid}/photos/pickup", Encoding.JPEG)
PUT_DROPOFF_PHOTO = Endpoint("PUT", "/deliveries/{delivery_uuid}/photos/dropoff", Encoding.JPEG)
PUT_PLACES = Endpoint("PUT", "/deliveries/{delivery_uuid}/places", Encoding.JSON)
PUT_PAYMENT = Endpoint("PUT", "/deliveries/{delivery_uuid}/payment", Encoding.JSON)
PUT_TAKER = Endpoint("PUT", "/deliveries/{delivery_uuid}/taker", Encoding.JSON)
LIST_COMMISSIONS = Endpoint("GET", "/commissions", Encoding.QUERY)
SET_RIDER = Endpoint("PUT", "/riders/{rider_uuid}", Encoding.JSON)

WRITES: Mapping[str, Endpoint] = {
    "create_delivery": CREATE_DELIVERY,
    "update_delivery": UPDATE_DELIVERY,
    "assign": ASSIGN,
    "update_status": UPDATE_STATUS,
    "create_rider": CREATE_RIDER,
    "change_rider_status": CHANGE_RIDER_STATUS,
}
"""The endpoints with a body, by the names of the client's methods, which settings use as well. The
encodings above are those in which the contract shows each body."""
