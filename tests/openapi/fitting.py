"""Lets a request that was drawn at random be about what there is, and leaves the rest of it.

What is drawn names nobody: a uuid at random is of no delivery, an address at random is perhaps
somebody's already. The service is right to refuse that, and then shows nothing of what it does.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass
from itertools import count, cycle
from typing import Any

from tests.openapi.stage import COURIER, WITHOUT_NUMBER

Staged = Mapping[str, Any]

_STATES = {
    "accepted": "Awaiting Pickup",
    "in_transit": "Order Accepted",
    "delivered": "In Transit",
}
_CODES = {"in_transit": "pickup_otp", "delivered": "dropoff_otp"}
_LONGEST_EMAIL = 254


@dataclass(frozen=True)
class Place:
    """A field anywhere in a body: `name` is its own, whatever brackets or objects it is in."""

    name: str
    within: MutableMapping[str, Any]
    key: str

    @property
    def value(self) -> Any:
        return self.within[self.key]

    @property
    def is_of_new_item(self) -> bool:
        """Whether the item that the field is of has no uuid."""
        return not self.within.get(self.key.replace("item_quantity", "item_uuid"))

    def put(self, fit: Callable[[Any], Any]) -> None:
        """Change the value, or each of an array's."""
        values = self.value
        self.within[self.key] = (
            [fit(value) for value in values] if isinstance(values, list) else fit(values)
        )


def places(body: MutableMapping[str, Any]) -> Iterator[Place]:
    """Yield the fields of a body, JSON or form, from the outside to the inside."""
    for key, value in body.items():
        elements = value if isinstance(value, list) else [value]
        nested = [element for element in elements if isinstance(element, dict)]
        if not nested:
            yield Place(_own_name(key), body, key)
        for element in nested:
            yield from places(element)


def _own_name(key: str) -> str:
    """Return `item_uuid` for `receivers[0][items][0][item_uuid]`, `delivery_uuid` for its array."""
    steps = [step for step in re.split(r"[\[\]]+", key) if step and not step.isdigit()]
    return steps[-1] if steps else key


class Fitting:
    """Puts what there is in the place of what there is not."""

    def __init__(
        self, stage: Callable[[str], Staged], courier: str, riders: Iterable[str], link_code: str
    ) -> None:
        self._stage = stage
        self._courier = courier
        self._riders = cycle(riders)
        self._link_code = link_code
        self._numbers = count(1)

    def fit(self, name: str, path: dict[str, Any], query: dict[str, Any], body: object) -> None:
        """Change a request in place; `name` is its operation's."""
        fields = [*places(body)] if isinstance(body, dict) else []
        if path.get("delivery_uuid") or any(_values(fields, "delivery_uuid")):
            lacks_number = name == "updateDelivery" and not any(_numbers(fields))
            self._name_delivery(path, body, fields, lacks_number=lacks_number)
        self._name_people(name, path, query, fields)
        if "link_code" in path:
            path["link_code"] = self._link_code

    def _name_delivery(
        self, path: dict[str, Any], body: object, fields: list[Place], *, lacks_number: bool
    ) -> None:
        status = next(iter(_values(fields, "status")), "")
        state = WITHOUT_NUMBER if lacks_number else _STATES.get(status, "Pending")
        staged = self._stage(state)
        items = iter(staged["item_uuids"])
        fits: Mapping[str, Callable[[Any], Any]] = {
            "delivery_uuid": lambda value: staged["delivery_uuid"] if value else value,
            "customer_detail_id": lambda _: staged["customer_detail_id"],
            "item_uuid": lambda _: next(items, ""),
        }
        for place in fields:
            if fit := fits.get(place.name):
                place.put(fit)
        for place in fields:
            if place.name == "item_quantity" and place.is_of_new_item:
                place.put(lambda quantity: 1 if _is_none(quantity) else quantity)
        if "delivery_uuid" in path:
            path["delivery_uuid"] = staged["delivery_uuid"]
        if isinstance(body, dict) and (code := _CODES.get(status)):
            body[code] = staged[code]

    def _name_people(
        self, name: str, path: dict[str, Any], query: dict[str, Any], fields: list[Place]
    ) -> None:
        rider = next(self._riders) if name == "changeRiderStatus" else self._courier
        for where, key in ((path, "rider_uuid"), (query, "rider_id")):
            if where.get(key):
                where[key] = rider
        for place in fields:
            if place.name in {"riderid", "rider_uuids"}:
                place.put(lambda value: value and rider)
            elif place.name in {"rider_emails", "rider_email"}:
                place.put(self._new_address)
        if name == "assignDeliveries" or any(_values(fields, "riderid")):
            self._stage(COURIER)

    def _new_address(self, address: Any) -> Any:
        """Make an address nobody's: two of them that were drawn are often the same."""
        fresh = f"{next(self._numbers)}.{address.strip()}" if isinstance(address, str) else ""
        return fresh if fresh and len(fresh) <= _LONGEST_EMAIL else address


def _numbers(fields: Iterable[Place]) -> Iterator[bool]:
    """Yield whether each of the receivers' phone numbers has something in it."""
    for value in _values(fields, "customer_phone_number"):
        yield re.search(r"\d", str(value)) is not None


def _is_none(quantity: object) -> bool:
    """Tell whether it is a quantity of nought: there is nothing of what is new."""
    return re.fullmatch(r"\s*[+-]?0+(\.0*)?\s*", str(quantity)) is not None


def _values(fields: Iterable[Place], name: str) -> Iterator[Any]:
    for place in fields:
        if place.name == name:
            yield from place.value if isinstance(place.value, list) else [place.value]
