"""Values that are found again wherever they are shown, another one for every field of a place."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any

from tests.contract.kinds import INTEGER, NUMBER, PLACE, TEXT, TIMESTAMP, URL, Either, Kind
from tests.contract.table.fields import Field

AMOUNTS = frozenset(
    {
        "delivery_fee",
        "total_delivery_amount",
        "rider_commission",
        "service_charge",
        "item_value",
        "price",
        "total_revenue_by_rider",
        "total_revenue",
        "per_km_amount",
        "delivery_total_order_value",
    }
)
FLIPS: Mapping[str, Mapping[Any, Any]] = {
    "status": {"Pending": "In Transit", "In Transit": "Delivered", "Delivered": "Cancelled"},
    "order_number": {},
    "creation_mode": {"Manual": "Imported"},
    "delivery_type": {"intra_state": "state_to_state"},
    "phone_code": {"234": "233"},
    "customer_phone_code": {"234": "233"},
    "sender_phonecode": {"234": "233"},
    "currency": {"NGN": "GHS"},
    "active": {True: False, False: True},
    "is_paid": {True: False, False: True},
    "business_owned": {True: False, False: True},
    "pricing_model_slug": {"per_km": "flat"},
    "riderid": {},
    "total": {},
    "last_page": {},
    "current_page": {},
    "created_at": {},
    "pickup_at": {},
    "dropoff_at": {},
}
"""What no canary can stand for, as it is one of a few words, or what things are found by."""
_KEPT = frozenset(FLIPS) - {"pickup_at", "dropoff_at", "created_at"} | {
    "status_label",
    "event",
    "timestamp",
    "payment_status",
    "link_code",
}
_OWNERS_KEPT = frozenset({"Pagination envelope", "Page link"})
CANARY = "Zq"
"""How texts begin that are canaries."""
PICTURES = "pictures.example"
"""The host of the addresses that are."""

_INVISIBLE = dict.fromkeys(map(ord, "\u2068\u2069\u2060\u00a0"))


@dataclass(frozen=True)
class Canary:
    """What a field says in place of its value, and what of it can be found in a message."""

    value: Any
    needles: tuple[str, ...]

    def is_in(self, texts: Iterable[str]) -> bool:
        return any(needle in text for text in texts for needle in self.needles)


class Canaries:
    """A canary for every field, the same whenever it is asked for."""

    def __init__(self) -> None:
        self._numbers = count(1)
        self._minutes = count(61)
        self.known: dict[Field, Canary] = {}

    def instead(self, field: Field, kind: Kind, value: Any) -> Any:
        """Return the canary for a field's value, or the value where none can stand for it."""
        if field.last in _KEPT or field.owner in _OWNERS_KEPT or value == []:
            return value
        if field not in self.known:
            made = self._made(field.last, _plain(kind), value)
            if made is None:
                return value
            self.known[field] = made
        return self.known[field].value

    def _made(self, name: str, kinds: tuple[Kind, ...], value: Any) -> Canary | None:
        number = next(self._numbers)
        if name in AMOUNTS:
            return _amount(number, value)
        if TIMESTAMP in kinds:
            return _moment(next(self._minutes))
        makers = (make for kind, make in _MAKERS if kind in kinds)
        make = next(makers, None)
        return make(name, number) if make else None


def _plain(kind: Kind) -> tuple[Kind, ...]:
    return kind.kinds if isinstance(kind, Either) else (kind,)


def _amount(number: int, value: Any) -> Canary:
    amount = 600_000 + number
    needles = (f"{amount}", f"{amount:,}")
    if isinstance(value, str):
        written = f"NGN {amount:,}.00" if re.search("[A-Z]", value) else f"{amount}.00"
        return Canary(written if re.search("[A-Z.]", value) else str(amount), needles)
    return Canary(amount, needles)


def _text(name: str, number: int) -> Canary:
    word = _word(number)
    if "phone" in name:
        return Canary(f"0809{number:07}", (f"809{number:07}",))
    if "email" in name:
        return Canary(f"{word.lower()}@example.com", (word.lower(),))
    return Canary(word, (word,))


def _moment(minute_of_day: int) -> Canary:
    clock = "{:02}:{:02}".format(*divmod(minute_of_day, 60))
    return Canary(f"2026-03-02T{clock}:00.000000Z", (clock,))


def _degrees(_name: str, number: int) -> Canary:
    degrees = f"{6 + number / 10_000:.4f}"
    return Canary(degrees, (degrees,))


def _picture(_name: str, number: int) -> Canary:
    return Canary(f"https://{PICTURES}/{_word(number)}.jpg", (_word(number),))


def _count(_name: str, number: int) -> Canary:
    return Canary(300_000 + number, (f"{300_000 + number}", f"{300_000 + number:,}"))


def _word(number: int) -> str:
    """Write a number in letters: a word that nobody shortens."""
    return CANARY + "".join("bcdfghjkmn"[int(digit)] for digit in f"{number:04}") + "x"


_MAKERS: tuple[tuple[Kind, Callable[[str, int], Canary]], ...] = (
    (PLACE.kinds[0], _degrees),
    (URL, _picture),
    (TEXT, _text),
    (INTEGER, _count),
    (NUMBER, _count),
)


def as_read(text: str) -> Iterator[str]:
    """Yield a text as people read it, and once more as a telephone dials it."""
    bare = text.translate(_INVISIBLE)
    yield bare
    yield re.sub(r"[\s().-]", "", bare)
