"""Deliveries as last seen: what the bot knows when the fleet service is not asked."""

from dataclasses import fields, replace
from datetime import datetime

from sqlalchemy import String, case, delete, func, insert, select, update

from bot.base.database.prepared import (
    Change,
    Query,
    among,
    as_row,
    as_value,
    each_given,
    given,
    values_of,
)
from bot.base.database.transaction import Transaction
from bot.base.phone_numbers import writings
from bot.domain.known_delivery import DeliveryRow
from bot.identifiers import DeliveryUuid, OrderNumber, RiderUuid
from bot.store.tables.chats import new_orders
from bot.store.tables.deliveries import (
    delays,
    deliveries,
    door_amounts,
    handovers,
    order_pictures,
    phones,
    ready_times,
    takers,
    undelivered,
)

_MOST_WITH_PHONE = 50
_LOOKED_THROUGH = 500
"""Deliveries of one phone number that are looked through at most."""


_BESIDE_IT = (
    handovers.c.holder,
    ready_times.c.question,
    ready_times.c.ready_at,
    ready_times.c.trouble,
    delays.c.minutes.label("late_by"),
    order_pictures.c.file_id.label("picture"),
    # What a former rider has said of it is not the present one's word.
    case((undelivered.c.rider == deliveries.c.rider, undelivered.c.outcome)).label("outcome"),
    undelivered.c.again_at,
    undelivered.c.left_with,
    undelivered.c.attempt,
    door_amounts.c.goods,
    door_amounts.c.pays_with,
    case((takers.c.rider == deliveries.c.rider, takers.c.words)).label("taken_by"),
)
_OF_ITSELF = [f.name for f in fields(DeliveryRow) if f.init][: -len(_BESIDE_IT)]
_ROWS = (
    select(*(deliveries.c[name] for name in _OF_ITSELF), *_BESIDE_IT)
    .outerjoin(handovers, handovers.c.delivery == deliveries.c.uuid)
    .outerjoin(ready_times, ready_times.c.delivery == deliveries.c.uuid)
    .outerjoin(
        delays,
        (delays.c.delivery == deliveries.c.uuid) & (delays.c.rider == deliveries.c.rider),
    )
    .outerjoin(order_pictures, order_pictures.c.delivery == deliveries.c.uuid)
    .outerjoin(undelivered, undelivered.c.delivery == deliveries.c.uuid)
    .outerjoin(door_amounts, door_amounts.c.delivery == deliveries.c.uuid)
    .outerjoin(takers, takers.c.delivery == deliveries.c.uuid)
)
NEWEST_FIRST = _ROWS.order_by(deliveries.c.seen_at.desc(), deliveries.c.uuid)
_BY_UUID = Query(_ROWS.where(deliveries.c.uuid == given("uuid")), DeliveryRow)
# No more than two: they tell as well as all that it is not the only one.
_BEGINNING = Query(
    _ROWS.where(deliveries.c.uuid >= given("first"), deliveries.c.uuid <= given("last")).limit(2),
    DeliveryRow,
)
_BY_ORDER = Query(
    NEWEST_FIRST.where(deliveries.c.order_number == given("order_number")), DeliveryRow
)
_OPEN_OF_RIDER = Query(
    NEWEST_FIRST.where(deliveries.c.rider == given("rider"), deliveries.c.is_open), DeliveryRow
)
_OPEN_AT_PICKUP = Query(
    NEWEST_FIRST.where(
        deliveries.c.rider == given("rider"),
        deliveries.c.is_open,
        deliveries.c.pickup == given("pickup"),
    ),
    DeliveryRow,
)
_ALL_OPEN = Query(NEWEST_FIRST.where(deliveries.c.is_open), DeliveryRow)
_WAITING = (deliveries.c.is_open, deliveries.c.rider.is_(None))
_NEW_IN_DIGEST = Query(
    NEWEST_FIRST.join(new_orders, new_orders.c.delivery == deliveries.c.uuid).where(
        new_orders.c.in_digest, *_WAITING
    ),
    DeliveryRow,
)
_WITHOUT_RIDER = Query(NEWEST_FIRST.where(*_WAITING), DeliveryRow)
_ENDED_SINCE = Query(
    NEWEST_FIRST.where(
        deliveries.c.state == given("state"), deliveries.c.seen_at >= given("since")
    ),
    DeliveryRow,
)
_OPEN_BY_STATE = Query(
    select(deliveries.c.state, func.count())
    .where(deliveries.c.is_open)
    .group_by(deliveries.c.state),
    as_row,
)
_SEEN = {
    column.name: given(column.name)
    for column in deliveries.c
    if column.name not in {"uuid", "revision"}
}
_NEXT = deliveries.c.revision + 1
_SAVE = Query(
    lambda insert: (
        insert(deliveries)
        .values(uuid=given("uuid"), revision=1, **_SEEN)
        .on_conflict_do_update(index_elements=["uuid"], set_={**_SEEN, "revision": _NEXT})
        .returning(deliveries.c.revision)
    ),
    as_value,
)
_TOUCH = Change(update(deliveries).where(deliveries.c.uuid == given("uuid")).values(revision=_NEXT))
_CONFIRM = Change(
    update(deliveries)
    .where(deliveries.c.uuid == given("uuid"), deliveries.c.as_of < given("as_of"))
    .values(as_of=given("as_of"))
)
_DROP_PHONES = Change(delete(phones).where(phones.c.delivery == given("delivery")))
_ADD_PHONE = Change(insert(phones).values(each_given("delivery", "party", "phone")))
_PHONES_OF = Query(
    select(phones.c.party, phones.c.phone).where(phones.c.delivery == given("delivery")), as_row
)
_OPEN_WITH_PHONE = Query(
    select(phones.c.delivery, phones.c.party)
    .join(deliveries, deliveries.c.uuid == phones.c.delivery)
    .where(among(phones.c.phone, "phones"), deliveries.c.is_open),
    as_row,
)
_WITH_PHONE = Query(
    NEWEST_FIRST.where(
        deliveries.c.uuid.in_(select(phones.c.delivery).where(among(phones.c.phone, "phones")))
    ).limit(_MOST_WITH_PHONE),
    DeliveryRow,
)
_NEWEST = Query(NEWEST_FIRST.limit(_LOOKED_THROUGH), DeliveryRow)
_LAST = Query(NEWEST_FIRST.limit(1), DeliveryRow)
_WITH_PHONE_LIKE = Query(
    NEWEST_FIRST.where(
        deliveries.c.uuid.in_(
            select(phones.c.delivery).where(phones.c.phone.like(given("pattern", String)))
        )
    ).limit(_MOST_WITH_PHONE),
    DeliveryRow,
)


def hold(tx: Transaction, uuid: DeliveryUuid) -> None:
    """Let nobody else change a delivery until this transaction ends."""
    tx.alone_with(f"delivery:{uuid}")


def get(tx: Transaction, uuid: DeliveryUuid) -> DeliveryRow | None:
    """Return one delivery by its uuid."""
    return tx.one(_BY_UUID, uuid=uuid)


def beginning_with(tx: Transaction, half: str) -> list[DeliveryRow]:
    """Return the deliveries whose uuid begins with this half: none, or one as good as ever."""
    return tx.all(_BEGINNING, first=f"{half}-0000-000000000000", last=f"{half}-ffff-ffffffffffff")


def save(tx: Transaction, row: DeliveryRow) -> DeliveryRow:
    """Keep a delivery as it is now, under the next revision; return it as it is kept."""
    (revision,) = tx.all(_SAVE, **values_of(row, seen_at=tx.now))
    return replace(row, revision=revision, seen_at=tx.now)


def touch(tx: Transaction, uuid: DeliveryUuid) -> None:
    """Take the next revision: its cards show something else now, and the delivery is the same."""
    tx.run(_TOUCH, uuid=uuid)


def confirm(tx: Transaction, uuid: DeliveryUuid, as_of: int) -> None:
    """Note that the answer to this question has told nothing else: earlier ones are older."""
    tx.run(_CONFIRM, uuid=uuid, as_of=as_of)


def by_order(tx: Transaction, order_number: OrderNumber) -> list[DeliveryRow]:
    """Return the deliveries with this order number, newest first."""
    return tx.all(_BY_ORDER, order_number=order_number)


def open_of_rider(tx: Transaction, rider: RiderUuid) -> list[DeliveryRow]:
    """Return the rider's open deliveries, oldest first."""
    return list(reversed(tx.all(_OPEN_OF_RIDER, rider=rider)))


def open_at_pickup(tx: Transaction, rider: RiderUuid, pickup: str) -> list[DeliveryRow]:
    """Return the rider's open deliveries that wait or waited at one place."""
    return tx.all(_OPEN_AT_PICKUP, rider=rider, pickup=pickup)


def all_open(tx: Transaction) -> list[DeliveryRow]:
    """Return every open delivery, newest first."""
    return tx.all(_ALL_OPEN)


def new_in_digest(tx: Transaction) -> list[DeliveryRow]:
    """Return what came without a card of its own and still waits for a rider, newest first."""
    return tx.all(_NEW_IN_DIGEST)


def without_rider(tx: Transaction) -> list[DeliveryRow]:
    """Return every open delivery that is nobody's, newest first."""
    return tx.all(_WITHOUT_RIDER)


def open_by_state(tx: Transaction) -> dict[str, int]:
    """Count the open deliveries by state."""
    return dict(tx.all(_OPEN_BY_STATE))


def ended_since(tx: Transaction, state: str, since: datetime) -> list[DeliveryRow]:
    """Return the deliveries that were first seen in a final state at a time or later."""
    return tx.all(_ENDED_SINCE, state=state, since=since)


def set_phones(tx: Transaction, uuid: DeliveryUuid, by_party: dict[str, str]) -> None:
    """Keep the phone numbers (E.164) of a delivery's parties: receiver uuids and `sender`."""
    tx.run(_DROP_PHONES, delivery=uuid)
    for party, phone in by_party.items():
        tx.run(_ADD_PHONE, delivery=uuid, party=party, phone=phone)


def phones_of(tx: Transaction, uuid: DeliveryUuid) -> dict[str, str]:
    """Return the phone numbers of a delivery's parties, by party."""
    return dict(tx.all(_PHONES_OF, delivery=uuid))


def open_with_phone(tx: Transaction, phone: str) -> list[tuple[DeliveryUuid, str]]:
    """Return the open deliveries that name this number: (delivery uuid, party)."""
    return tx.all(_OPEN_WITH_PHONE, phones=writings(phone))


def with_phone(tx: Transaction, phone: str) -> list[DeliveryRow]:
    """Return the deliveries, open or over, that name this number (E.164), newest first."""
    return tx.all(_WITH_PHONE, phones=writings(phone))


def last(tx: Transaction) -> DeliveryRow | None:
    """Return the delivery that was seen last."""
    return tx.one(_LAST)


def newest(tx: Transaction) -> list[DeliveryRow]:
    """Return the deliveries, open or over, that were seen last, in which somebody may look."""
    return tx.all(_NEWEST)


def with_phone_ending(tx: Transaction, digits: str) -> list[DeliveryRow]:
    """Return the deliveries, open or over, with a number that ends so, newest first."""
    return tx.all(_WITH_PHONE_LIKE, pattern=f"%{digits}")
