"""Deliveries by uuid: written, changed, read with their rider and items."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from sqlalchemy import RowMapping, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.service.records import Delivery, Item
from bot.service.rules import OPEN
from bot.service.store.counts import count_finished
from bot.service.store.rider_rows import riders_by_uuid
from bot.service.store.row_mapping import Values, delivery_of, item_of
from bot.service.store.tables import deliveries, items
from bot.service.vocabulary import Stage, State

_DIGESTS = {Stage.PICKUP: "pickup_digest", Stage.DROPOFF: "dropoff_digest"}
_MISSES = {Stage.PICKUP: "pickup_misses", Stage.DROPOFF: "dropoff_misses"}


async def add_delivery(
    connection: AsyncConnection, row: Values, contents: Iterable[Mapping[str, object]]
) -> None:
    """Write a new delivery and its items, in their order."""
    await connection.execute(insert(deliveries).values(**row))
    await _add_items(connection, row["uuid"], contents)


async def replace_items(
    connection: AsyncConnection, uuid: str, contents: Iterable[Mapping[str, object]]
) -> None:
    """Let a delivery have these items and no others, in their order."""
    await connection.execute(delete(items).where(items.c.delivery_uuid == uuid))
    await _add_items(connection, uuid, contents)


async def _add_items(
    connection: AsyncConnection, uuid: object, contents: Iterable[Mapping[str, object]]
) -> None:
    rows = [
        {**item, "delivery_uuid": uuid, "position": position}
        for position, item in enumerate(contents)
    ]
    if rows:
        await connection.execute(insert(items), rows)


async def change_delivery(connection: AsyncConnection, uuid: str, **columns: object) -> None:
    """Set columns of one delivery; one that gets a final state is counted as finished."""
    await connection.execute(update(deliveries).where(deliveries.c.uuid == uuid).values(**columns))
    if columns.get("state", State.PENDING) not in OPEN:
        await count_finished(connection, uuid)


async def set_digest(
    connection: AsyncConnection, uuid: str, stage: Stage, digest: bytes | None
) -> None:
    """Remember the hash of a delivery's code, which nobody has tried yet, or forget it."""
    await change_delivery(connection, uuid, **{_DIGESTS[stage]: digest, _MISSES[stage]: 0})


async def set_misses(connection: AsyncConnection, uuid: str, stage: Stage, count: int) -> None:
    """Remember how many wrong codes were tried at a hand-over."""
    await change_delivery(connection, uuid, **{_MISSES[stage]: count})


async def find_deliveries(
    connection: AsyncConnection,
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
    rows = (await connection.execute(wanted)).mappings().all()
    return {delivery.uuid: delivery for delivery in await complete(connection, rows)}


async def uuid_of_order(connection: AsyncConnection, environment: str, number: int) -> str | None:
    """Return the uuid of the delivery with this order number, if there is one."""
    wanted = select(deliveries.c.uuid).where(
        deliveries.c.environment == environment, deliveries.c.number == number
    )
    uuid: str | None = await connection.scalar(wanted)
    return uuid


async def complete(connection: AsyncConnection, rows: Sequence[RowMapping]) -> list[Delivery]:
    """Turn rows of deliveries into records, with two queries for all riders and all items."""
    contents = await _items_by_delivery(connection, [row["uuid"] for row in rows])
    riders = await riders_by_uuid(
        connection, {row["rider_uuid"] for row in rows if row["rider_uuid"]}
    )
    return [
        delivery_of(row, rider=riders.get(row["rider_uuid"]), items=contents[row["uuid"]])
        for row in rows
    ]


async def _items_by_delivery(
    connection: AsyncConnection, uuids: Collection[str]
) -> Mapping[str, list[Item]]:
    found: defaultdict[str, list[Item]] = defaultdict(list)
    wanted = select(items).where(items.c.delivery_uuid.in_(uuids)).order_by(items.c.position)
    for row in (await connection.execute(wanted)).mappings():
        found[row["delivery_uuid"]].append(item_of(row))
    return found
