"""Rows to records: the one place that knows how columns become a delivery or a rider."""

from collections.abc import Mapping, Sequence
from dataclasses import fields

from sqlalchemy import RowMapping

from bot.service.records import Contact, Delivery, Item, Rider
from bot.service.store.tables import deliveries
from bot.service.vocabulary import CreationMode, State

Values = Mapping[str, object]
"""Columns that are written."""

_DELIVERY = [field.name for field in fields(Delivery) if field.name in deliveries.c]
_CONTACT = [field.name for field in fields(Contact)]
_RIDER = [field.name for field in fields(Rider)]
_ITEM = [field.name for field in fields(Item)]


def delivery_of(row: RowMapping, *, rider: Rider | None, items: Sequence[Item]) -> Delivery:
    """Build a delivery from its row and what belongs to it."""
    words = {"state": State(row["state"]), "creation_mode": CreationMode(row["creation_mode"])}
    return Delivery(
        **{name: row[name] for name in _DELIVERY} | words,
        sender=_contact_of(row, "sender"),
        receiver=_contact_of(row, "receiver") if row["receiver_uuid"] else None,
        rider=rider,
        items=tuple(items),
    )


def rider_of(row: RowMapping) -> Rider:
    """Build a rider from its row."""
    return Rider(**{name: row[name] for name in _RIDER})


def item_of(row: RowMapping) -> Item:
    """Build an item from its row."""
    return Item(**{name: row[name] for name in _ITEM})


def _contact_of(row: RowMapping, role: str) -> Contact:
    return Contact(**{name: row[f"{role}_{name}"] for name in _CONTACT})


def contact_columns(role: str, contact: Contact) -> dict[str, object]:
    """Return a contact as the columns of a delivery's row."""
    return {f"{role}_{name}": getattr(contact, name) for name in _CONTACT}
