"""Orders as people send them, and what a careful dispatcher enters: only what the text says.

A field that is not named must stay empty. Words in [brackets] may stand there or elsewhere; `or`
holds what an honest colleague might enter instead, by the name of the field ("" is nothing).
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

COUNTRIES = ("ng", "fr", "es", "br", "ae")
PARTY_FIELDS = tuple(
    f"{side}.{field}" for side in ("sender", "receiver") for field in ("name", "phone", "address")
)
_FOLDER = Path(__file__).parent / "orders"


@dataclass(frozen=True, slots=True)
class ExpectedItem:
    """`value` is that of one, in whole units; 0 where none is said."""

    quantity: int
    description: str
    value: int = 0


@dataclass(frozen=True, slots=True)
class ExpectedOrder:
    """What may stand in each field, the best first; each of `notes` must be kept as words."""

    texts: Mapping[str, tuple[str, ...]]
    items: tuple[tuple[ExpectedItem, ...], ...] = ((),)
    fee: tuple[Decimal | None, ...] = (None,)
    send_sms: bool | None = None
    notes: tuple[str, ...] = ()

    def words(self) -> list[str]:
        """All that is written here from the text, but for phone numbers and amounts."""
        fields = [
            text for name, texts in self.texts.items() for text in texts if "phone" not in name
        ]
        return [*fields, *self.notes, *(each.description for told in self.items for each in told)]


@dataclass(frozen=True, slots=True)
class Paste:
    """One message; without orders it is none. `ornament` may be dropped, as a chat's heads are."""

    id: str
    country: str
    text: str
    orders: tuple[ExpectedOrder, ...]
    ornament: tuple[str, ...] = ()


def pastes(country: str) -> list[Paste]:
    return pastes_of(_FOLDER / f"{country}.toml")


def pastes_of(path: Path) -> list[Paste]:
    """Read a file of pastes; one that names no country is from the file's."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return [
        Paste(
            told["id"],
            told.get("country", data.get("country", "")),
            told["text"],
            tuple(expected_order(order) for order in told.get("orders", ())),
            tuple(told.get("ornament", ())),
        )
        for told in data["paste"]
    ]


def expected_order(told: Mapping[str, Any]) -> ExpectedOrder:
    """Read one order as the files write it; unknown keys are refused."""
    fields = {"rider": told.get("rider", "")}
    for name in PARTY_FIELDS:
        side, field = name.split(".")
        fields[name] = told.get(side, {}).get(field, "")
    others = dict(told.get("or", {}))
    texts = {name: (text, *others.pop(name, ())) for name, text in fields.items()}
    items = (told.get("items", ()), *others.pop("items", ()))
    fees = (told.get("fee", ""), *others.pop("fee", ()))
    unknown = {*others, *told} - {
        "sender",
        "receiver",
        "rider",
        "items",
        "fee",
        "send_sms",
        "notes",
        "or",
    }
    if unknown:
        raise ValueError(f"unknown: {', '.join(unknown)}")
    return ExpectedOrder(
        texts,
        tuple(tuple(ExpectedItem(*item) for item in listed) for listed in items),
        tuple(Decimal(fee) if fee else None for fee in fees),
        told.get("send_sms"),
        tuple(told.get("notes", ())),
    )
