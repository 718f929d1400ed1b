"""Deliveries by uuid: written, changed, read with their rider and items."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

from sqlalchemy import delete, insert, select, update

from bot.base.database.prepared import (
    Change,
    Query,
    among,
    as_row,
    columns_of,
    each_given,
    given,
    without_index,
)
from bot.base.database.transaction import Transaction
from bot.base.text_folds import folded
from bot.service.records import Contact, Delivery, Item, MapPlace, Rider
from bot.service.rules.moves import OPEN
from bot.service.store.counts import count_finished
from bot.service.store.rider_rows import riders_by_uuid
from bot.service.store.tables import Values, deliveries, items
from bot.service.vocabulary import CreationMode, Stage, State

_DIGESTS = {Stage.PICKUP: "pickup_digest", Stage.DROPOFF: "dropoff_digest"}
_MISSES = {Stage.PICKUP: "pickup_misses", Stage.DROPOFF: "dropoff_misses"}
_CONTACT = [field.name for field in fields(Contact)]
_SOUGHT = {"sender": ("name",), "receiver": ("name", "address")}
_SENDER = slice(0, len(_CONTACT))
_RECEIVER = slice(len(_CONTACT), 2 * len(_CONTACT))
_OTHERS = slice(2 * len(_CONTACT), None)

DELIVERIES = select(
    *(deliveries.c[f"{role}_{name}"] for role in ("sender", "receiver") for name in _CONTACT),
    deliveries.c.rider_uuid,
    *columns_of(Delivery, deliveries),
)
"""A row of it becomes a `BareDelivery`."""


@dataclass(frozen=True, slots=True)
class BareDelivery:
    """A delivery without its rider and items; `own` are the record's other fields, in order."""

    uuid: str
    rider_uuid: str | None
    own: Sequence[Any]
    sender: Contact
    receiver: Contact | None

    @classmethod
    def of(cls, *columns: Any) -> "BareDelivery":  # noqa: ANN401 - whatever the columns hold
        # The columns come in the order of `DELIVERIES`.
        sender, receiver = columns[_SENDER], columns[_RECEIVER]
        rider_uuid, uuid, number, state, fee, note, mode, *others = columns[_OTHERS]
        return cls(
            uuid,
            rider_uuid,
            (uuid, number, State(state), fee, note, CreationMode(mode), *others),
            Contact(*sender),
            Contact(*receiver) if receiver[0] else None,
        )

    @property
    def is_open(self) -> bool:
        _, _, state, *_ = self.own
        return state in OPEN

    @property
    def phones(self) -> set[str]:
        """The numbers of its people, as a network dials them."""
        return {person.phone for person in (self.sender, self.receiver) if person}

    def completed(self, rider: Rider | None, contents: Iterable[Item]) -> Delivery:
        return Delivery(*[*self.own, self.sender, self.receiver, rider, tuple(contents)])


_WANTED = (
    DELIVERIES.where(
        among(deliveries.c.uuid, "uuids"),
        without_index(deliveries.c.environment) == given("environment"),
    )
    # In one order for all, so that two requests never wait for each other.
    .order_by(deliveries.c.uuid)
)
_FIND = Query(_WANTED, BareDelivery.of)
_FIND_FOR_CHANGE = Query(_WANTED.with_for_update(), BareDelivery.of)
_UUID_BY_NUMBER = Query(
    select(deliveries.c.uuid).where(
        deliveries.c.environment == given("environment"), deliveries.c.number == given("number")
    ),
    str,
)
_CONTENTS = Query(
    select(items.c.delivery_uuid, *columns_of(Item, items))
    .where(among(items.c.delivery_uuid, "uuids"))
    .order_by(items.c.position),
    as_row,
)
_ADD_ITEM = Change(insert(items).values({column.name: given(column.name) for column in items.c}))
_REMOVE_ITEMS = Change(delete(items).where(items.c.delivery_uuid == given("of")))


def add_delivery(tx: Transaction, row: Values, contents: Iterable[Mapping[str, object]]) -> None:
    tx.run(_adding(*row), **row)
    _add_items(tx, row["uuid"], contents)


def replace_items(tx: Transaction, uuid: str, contents: Iterable[Mapping[str, object]]) -> None:
    tx.run(_REMOVE_ITEMS, of=uuid)
    _add_items(tx, uuid, contents)


def _add_items(tx: Transaction, uuid: object, contents: Iterable[Mapping[str, object]]) -> None:
    for position, item in enumerate(contents):
        sought = folded(str(item["description"]))
        tx.run(_ADD_ITEM, **item, sought=sought, delivery_uuid=uuid, position=position)


def change_delivery(tx: Transaction, uuid: str, **columns: object) -> None:
    """Set columns of one delivery; one that gets a final state is counted as finished.

    It may hold something of people from then on, and is wiped in its time, again if need be.
    """
    tx.run(_changing(*columns), of=uuid, **columns)
    if columns.get("state", State.PENDING) not in OPEN:
        count_finished(tx, uuid)


def digest_columns(digests: Mapping[Stage, bytes | None]) -> Values:
    """Return the columns that hold the hashes of codes, which nobody has tried yet, or none."""
    columns = {_DIGESTS[stage]: digest for stage, digest in digests.items()}
    return columns | {_MISSES[stage]: 0 for stage in digests}


def set_misses(tx: Transaction, uuid: str, stage: Stage, count: int) -> None:
    change_delivery(tx, uuid, **{_MISSES[stage]: count})


def find_deliveries(
    tx: Transaction,
    environment: str,
    uuids: Collection[str],
    *,
    for_change: bool = False,
) -> dict[str, Delivery]:
    """Return those of the deliveries that exist; `for_change` keeps other writers off them."""
    query = _FIND_FOR_CHANGE if for_change else _FIND
    rows = tx.all(query, environment=environment, uuids=uuids)
    return {delivery.uuid: delivery for delivery in complete(tx, rows)}


def uuid_of_order(tx: Transaction, environment: str, number: int) -> str | None:
    return tx.one(_UUID_BY_NUMBER, environment=environment, number=number)


def complete(tx: Transaction, rows: Sequence[BareDelivery]) -> list[Delivery]:
    """Turn rows of deliveries into records, with two queries for all riders and all items."""
    contents: defaultdict[str, list[Item]] = defaultdict(list)
    for delivery_uuid, *item in tx.all(_CONTENTS, uuids=[row.uuid for row in rows]):
        contents[delivery_uuid].append(Item(*item))
    riders = riders_by_uuid(tx, {row.rider_uuid for row in rows if row.rider_uuid})
    return [row.completed(riders.get(row.rider_uuid or ""), contents[row.uuid]) for row in rows]


def contact_columns(role: str, contact: Contact) -> dict[str, object]:
    return {
        **{f"{role}_{name}": getattr(contact, name) for name in _CONTACT},
        f"{role}_sought": folded("\n".join(getattr(contact, name) for name in _SOUGHT[role])),
    }


def place_columns(role: str, place: MapPlace | None) -> dict[str, Any]:
    """Return the columns that hold where the sender or the receiver is, or that nobody knows."""
    return {
        f"{role}_latitude": place.latitude if place else None,
        f"{role}_longitude": place.longitude if place else None,
    }


@cache
def _adding(*names: str) -> Change:
    return Change(insert(deliveries).values(each_given(*names)))


@cache
def _changing(*names: str) -> Change:
    changed = update(deliveries).where(deliveries.c.uuid == given("of"))
    return Change(changed.values(each_given(*names) | {"wiped_at": None}))
