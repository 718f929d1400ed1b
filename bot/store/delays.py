"""Delays: how much longer it takes, as the rider of a delivery has said last."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select

from bot.base.database.prepared import Change, Query, given, upsert
from bot.base.database.transaction import Transaction
from bot.identifiers import DeliveryUuid, RiderUuid
from bot.store.tables.deliveries import delays


@dataclass(frozen=True, slots=True)
class Delay:
    """So many minutes later than thought, as this rider has said."""

    delivery: DeliveryUuid
    rider: RiderUuid
    minutes: int
    at: datetime


_RECORD = Change(upsert(delays, *Delay.__slots__))
_OF_DELIVERY = Query(select(delays).where(delays.c.delivery == given("delivery")), Delay)


def record(tx: Transaction, delivery: DeliveryUuid, rider: RiderUuid, minutes: int) -> None:
    """Keep what a rider says, in place of what was said of the delivery before."""
    tx.run(_RECORD, delivery=delivery, rider=rider, minutes=minutes, at=tx.now)


def of_delivery(tx: Transaction, delivery: DeliveryUuid) -> Delay | None:
    """Return what was said last, by whichever rider."""
    return tx.one(_OF_DELIVERY, delivery=delivery)
