"""Deliveries as last seen: what the bot knows when the fleet service is not asked."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar, cast

from sqlalchemy import ColumnElement, delete, func, select, update

from bot.base.database import Transaction
from bot.identifiers import DeliveryUuid, OrderNumber, RiderUuid
from bot.store.tables import deliveries, phones

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class DeliveryRow:
    """One delivery as last seen.

    `snapshot` is the whole delivery as JSON; the other fields are what is searched and compared.
    `revision` grows with every change that a card could show.
    """

    uuid: DeliveryUuid
    order_number: OrderNumber
    state: str
    rank: int
    is_open: bool
    rider: RiderUuid | None
    updated_at: datetime | None
    snapshot: str
    revision: int = 0
    seen_at: datetime | None = None
    _parsed: list[object] = field(default_factory=list, init=False, repr=False, compare=False)

    def parsed(self, parse: Callable[[str], T]) -> T:
        """Return the snapshot as `parse` reads it, which it is asked for once."""
        if not self._parsed:
            self._parsed.append(parse(self.snapshot))
        return cast("T", self._parsed[0])


async def get(tx: Transaction, uuid: DeliveryUuid) -> DeliveryRow | None:
    """Return one delivery by its uuid."""
    found = await _load(tx, deliveries.c.uuid == uuid)
    return found[0] if found else None


async def save(tx: Transaction, row: DeliveryRow) -> None:
    """Keep a delivery as it is now, under the next revision."""
    values = {
        "order_number": row.order_number,
        "state": row.state,
        "rank": row.rank,
        "is_open": row.is_open,
        "rider": row.rider,
        "updated_at": row.updated_at,
        "snapshot": row.snapshot,
        "seen_at": tx.now,
    }
    insert = tx.insert(deliveries).values(uuid=row.uuid, revision=1, **values)
    changes = {**values, "revision": deliveries.c.revision + 1}
    await tx.connection.execute(insert.on_conflict_do_update(index_elements=["uuid"], set_=changes))


async def touch(tx: Transaction, uuid: DeliveryUuid) -> None:
    """Take the next revision: something that its cards show has changed beside the delivery."""
    changed = update(deliveries).where(deliveries.c.uuid == uuid)
    await tx.connection.execute(changed.values(revision=deliveries.c.revision + 1))


async def by_order(tx: Transaction, order_number: OrderNumber) -> list[DeliveryRow]:
    """Return the deliveries with this order number, newest first."""
    return await _load(tx, deliveries.c.order_number == order_number)


async def open_of_rider(tx: Transaction, rider: RiderUuid) -> list[DeliveryRow]:
    """Return the rider's open deliveries, oldest first."""
    mine = (deliveries.c.rider == rider) & deliveries.c.is_open
    return list(reversed(await _load(tx, mine)))


async def all_open(tx: Transaction) -> list[DeliveryRow]:
    """Return every open delivery, newest first."""
    return await _load(tx, deliveries.c.is_open)


async def open_by_state(tx: Transaction) -> dict[str, int]:
    """Count the open deliveries by state."""
    query = select(deliveries.c.state, func.count().label("number")).where(deliveries.c.is_open)
    counted = await tx.connection.execute(query.group_by(deliveries.c.state))
    return {row.state: row.number for row in counted}


async def ended_since(tx: Transaction, state: str, since: datetime) -> list[DeliveryRow]:
    """Return the deliveries that were first seen in a final state at a time or later."""
    return await _load(tx, (deliveries.c.state == state) & (deliveries.c.seen_at >= since))


async def set_phones(tx: Transaction, uuid: DeliveryUuid, by_party: dict[str, str]) -> None:
    """Keep the phone numbers (E.164) of a delivery's parties: receiver uuids and `sender`."""
    await tx.connection.execute(delete(phones).where(phones.c.delivery == uuid))
    if by_party:
        rows = [{"delivery": uuid, "party": party, "phone": n} for party, n in by_party.items()]
        await tx.connection.execute(phones.insert(), rows)


async def phones_of(tx: Transaction, uuid: DeliveryUuid) -> dict[str, str]:
    """Return the phone numbers of a delivery's parties, by party."""
    query = select(phones.c.party, phones.c.phone).where(phones.c.delivery == uuid)
    return {row.party: row.phone for row in await tx.connection.execute(query)}


async def open_with_phone(tx: Transaction, phone: str) -> list[tuple[DeliveryUuid, str]]:
    """Return the open deliveries that name this number: (delivery uuid, party)."""
    query = (
        select(phones.c.delivery, phones.c.party)
        .join(deliveries, deliveries.c.uuid == phones.c.delivery)
        .where(phones.c.phone == phone, deliveries.c.is_open)
    )
    return [(row.delivery, row.party) for row in await tx.connection.execute(query)]


async def _load(tx: Transaction, condition: ColumnElement[bool]) -> list[DeliveryRow]:
    query = (
        select(deliveries).where(condition).order_by(deliveries.c.seen_at.desc(), deliveries.c.uuid)
    )
    rows = await tx.connection.execute(query)
    return [DeliveryRow(**row._mapping) for row in rows]
