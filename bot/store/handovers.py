"""Hand-overs: parcels that were given to another rider on the way, and are with the former one."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, select

from bot.base.database.prepared import Change, Query, columns_of, given, upsert, values_of
from bot.base.database.transaction import Transaction
from bot.identifiers import DeliveryUuid, RiderUuid
from bot.store.tables.deliveries import handovers


@dataclass(frozen=True, slots=True)
class StreetHandover:
    """A parcel that the `holder` carries and that `rider` is to take, and has not confirmed.

    The holder's name and phone number are as the fleet service wrote them: it names only the
    delivery's present rider.
    """

    delivery: DeliveryUuid
    holder: RiderUuid
    holder_name: str
    holder_phone: str
    rider: RiderUuid
    since: datetime


_RECORD = Change(upsert(handovers, *StreetHandover.__slots__))
_HANDOVERS = select(*columns_of(StreetHandover, handovers))
_OF_DELIVERY = Query(_HANDOVERS.where(handovers.c.delivery == given("delivery")), StreetHandover)
_BETWEEN = Query(
    _HANDOVERS.where(
        handovers.c.holder == given("holder"), handovers.c.rider == given("rider")
    ).order_by(handovers.c.since, handovers.c.delivery),
    StreetHandover,
)
_ALL = Query(_HANDOVERS.order_by(handovers.c.since, handovers.c.delivery), StreetHandover)
_END = Change(delete(handovers).where(handovers.c.delivery == given("delivery")))


def record(tx: Transaction, handover: StreetHandover) -> None:
    """Keep who has a parcel and who is to take it, in place of what was kept of it before."""
    tx.run(_RECORD, **values_of(handover))


def of_delivery(tx: Transaction, delivery: DeliveryUuid) -> StreetHandover | None:
    """Return the hand-over that a delivery waits for."""
    return tx.one(_OF_DELIVERY, delivery=delivery)


def between(tx: Transaction, holder: RiderUuid, rider: RiderUuid) -> list[StreetHandover]:
    """Return what one rider carries that another one is to take, the longest first."""
    return tx.all(_BETWEEN, holder=holder, rider=rider)


def everything(tx: Transaction) -> list[StreetHandover]:
    """Return what nobody has confirmed, the longest first."""
    return tx.all(_ALL)


def end(tx: Transaction, delivery: DeliveryUuid) -> bool:
    """Forget a hand-over; `False` if there was none."""
    return tx.run(_END, delivery=delivery) > 0
