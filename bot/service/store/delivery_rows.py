"""Deliveries by uuid: written, changed, read with their rider and items."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import fields

from sqlalchemy import RowMapping, delete, insert, select, update

from bot.base.database import Transaction
from bot.service.records import Contact, Delivery, Item, Rider
from bot.service.rules import OPEN
from bot.service.store.counts import count_finished
from bot.service.store.rider_rows import riders_by_uuid
from bot.service.store.tables import Values, deliveries, items
from bot.service.vocabulary import CreationMode, Stage, State

_DIGESTS = {Stage.PICKUP: "pickup_digest", Stage.DROPOFF: "dropoff_digest"}
_DELIVERY = [field.name for field in fields(Delivery) if field.name in deliveries.c]
_CONTACT = [field.name for field in fields(Contact)]
_ITEM = [field.name for field in fields(Item)]
_MISSES = {Stage.PICKUP: "pickup_misses", Stage.DROPOFF: "dropoff_misses"}


async def add_delivery(
    tx: Transaction, row: Values, contents: Iterable[Mapping[str, object]]
) -> None:
    await tx.connection.execute(insert(deliveries).values(**row))
    await _add_items(tx, row["uuid"], contents)


async def replace_items(
    tx: Transaction, uuid: str, contents: Iterable[Mapping[str, object]]
) -> None:
    await tx.connection.execute(delete(items).where(items.c.delivery_uuid == uuid))
    await _add_items(tx, uuid, contents)


async def _add_items(
    tx: Transaction, uuid: object, contents: Iterable[Mapping[str, object]]
) -> None:
    rows = [
        {**item, "delivery_uuid": uuid, "position": position}
        for position, item in enumerate(contents)
    ]
    if rows:
        await tx.connection.execute(insert(items), rows)


async def change_delivery(tx: Transaction, uuid: str, **columns: object) -> None:
    """Set columns of one delivery; one that gets a final state is counted as finished."""
    await tx.connection.execute(
        update(deliveries).where(deliveries.c.uuid == uuid).values(**columns)
    )
    if columns.get("state", State.PENDING) not in OPEN:
        await count_finished(tx, uuid)


async def set_digest(tx: Transaction, uuid: str, stage: Stage, digest: bytes | None) -> None:
    """Remember the hash of a delivery's code, which nobody has tried yet, or forget it."""
    await change_delivery(tx, uuid, **{_DIGESTS[stage]: digest, _MISSES[stage]: 0})


async def set_misses(tx: Transaction, uuid: str, stage: Stage, count: int) -> None:
    await change_delivery(tx, uuid, **{_MISSES[stage]: count})


async def find_deliveries(
    tx: Transaction,
    environment: str,
    uuids: Collection[str],
    *,
    for_change: bool = False,
) -> dict[str, Delivery]:
    """Return those of the deliveries that exist; `for_change` keeps other writers off them."""
    wanted = (
        select(deliveries)
        .where(deliveries.c.environment == environment, deliveries.c.uuid.in_(uuids))
        # In one order for all, so that two requests never wait for each other.
        .order_by(deliveries.c.uuid)
    )
    if for_change:
        wanted = wanted.with_for_update()
    rows = (await tx.connection.execute(wanted)).mappings().all()
    return {delivery.uuid: delivery for delivery in await complete(tx, rows)}


async def uuid_of_order(tx: Transaction, environment: str, number: int) -> str | None:
    wanted = select(deliveries.c.uuid).where(
        deliveries.c.environment == environment, deliveries.c.number == number
    )
    uuid: str | None = await tx.connection.scalar(wanted)
    return uuid


async def complete(tx: Transaction, rows: Sequence[RowMapping]) -> list[Delivery]:
    """Turn rows of deliveries into records, with two queries for all riders and all items."""
    contents = await _items_by_delivery(tx, [row["uuid"] for row in rows])
    riders = await riders_by_uuid(tx, {row["rider_uuid"] for row in rows if row["rider_uuid"]})
    return [
        _delivery_of(row, rider=riders.get(row["rider_uuid"]), items=contents[row["uuid"]])
        for row in rows
    ]


async def _items_by_delivery(tx: Transaction, uuids: Collection[str]) -> Mapping[str, list[Item]]:
    found: defaultdict[str, list[Item]] = defaultdict(list)
    wanted = select(items).where(items.c.delivery_uuid.in_(uuids)).order_by(items.c.position)
    for row in (await tx.connection.execute(wanted)).mappings():
        found[row["delivery_uuid"]].append(_item_of(row))
    return found


def _delivery_of(row: RowMapping, *, rider: Rider | None, items: Sequence[Item]) -> Delivery:
    words = {"state": State(row["state"]), "creation_mode": CreationMode(row["creation_mode"])}
    return Delivery(
        **{name: row[name] for name in _DELIVERY} | words,
        sender=_contact_of(row, "sender"),
        receiver=_contact_of(row, "receiver") if row["receiver_uuid"] else None,
        rider=rider,
        items=tuple(items),
    )


def _item_of(row: RowMapping) -> Item:
    return Item(**{name: row[name] for name in _ITEM})


def _contact_of(row: RowMapping, role: str) -> Contact:
    return Contact(**{name: row[f"{role}_{name}"] for name in _CONTACT})


def contact_columns(role: str, contact: Contact) -> dict[str, object]:
    return {f"{role}_{name}": getattr(contact, name) for name in _CONTACT}
