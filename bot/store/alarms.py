"""Alarms: what is not as it should be, since when, and whether people have been told."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import ColumnElement, delete, select, update

from bot.base.database import Transaction
from bot.identifiers import DeliveryUuid
from bot.store.tables import alarms


class AlarmKind(StrEnum):
    """What can be wrong."""

    NO_RIDER = "no_rider"
    NOT_ACCEPTED = "not_accepted"
    LONG_ON_THE_WAY = "long_on_the_way"
    SILENT_WEBHOOKS = "silent_webhooks"


@dataclass(frozen=True, slots=True)
class Alarm:
    """One thing that lasts `since` a time.

    `delivery` is whose trouble it is, empty where it is everybody's; `cause` tells two troubles of
    one kind apart, such as two riders who do not accept one after the other.
    """

    kind: AlarmKind
    delivery: DeliveryUuid
    cause: str
    since: datetime
    raised_at: datetime | None = None

    @property
    def key(self) -> tuple[str, str, str]:
        """What makes it the same alarm again."""
        return self.kind, self.delivery, self.cause


async def record(tx: Transaction, alarm: Alarm) -> None:
    """Note that something is not as it should be; what is noted already keeps its time."""
    row = tx.insert(alarms).values(
        kind=alarm.kind, delivery=alarm.delivery, cause=alarm.cause, since=alarm.since
    )
    await tx.connection.execute(row.on_conflict_do_nothing())


async def raised(tx: Transaction, alarm: Alarm) -> None:
    """Note that people have been told."""
    await tx.connection.execute(update(alarms).where(_same(alarm)).values(raised_at=tx.now))


async def end(tx: Transaction, alarm: Alarm) -> None:
    """Forget what is in order again: if it comes back, it is a new alarm."""
    await tx.connection.execute(delete(alarms).where(_same(alarm)))


async def recorded(tx: Transaction, kinds: Collection[AlarmKind] = tuple(AlarmKind)) -> list[Alarm]:
    """Return what is not as it should be, the longest first."""
    return await _load(tx, alarms.c.kind.in_(kinds))


async def of_delivery(tx: Transaction, delivery: DeliveryUuid) -> list[Alarm]:
    """Return what is not as it should be with a delivery."""
    return await _load(tx, alarms.c.delivery == delivery)


def _same(alarm: Alarm) -> ColumnElement[bool]:
    one = (alarms.c.kind == alarm.kind) & (alarms.c.delivery == alarm.delivery)
    return one & (alarms.c.cause == alarm.cause)


async def _load(tx: Transaction, condition: ColumnElement[bool]) -> list[Alarm]:
    query = select(alarms).where(condition).order_by(alarms.c.since, alarms.c.delivery)
    return [
        Alarm(AlarmKind(row.kind), row.delivery, row.cause, row.since, row.raised_at)
        for row in await tx.connection.execute(query)
    ]
