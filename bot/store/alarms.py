"""Alarms: troubles, the time since when they last, and whether people have been told."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import and_, delete, select, update

from bot.base.database.prepared import Change, Query, among, each_given, given
from bot.base.database.transaction import Transaction
from bot.identifiers import DeliveryUuid
from bot.store.tables.deliveries import alarms


class AlarmKind(StrEnum):
    """The kinds of trouble."""

    NO_RIDER = "no_rider"
    NOT_ACCEPTED = "not_accepted"
    LONG_ON_THE_WAY = "long_on_the_way"
    NOT_HANDED_OVER = "not_handed_over"
    SILENT_WEBHOOKS = "silent_webhooks"


@dataclass(frozen=True, slots=True)
class Alarm:
    """One trouble that lasts `since` a time.

    `delivery` is the delivery in trouble, empty if the trouble is not of one; `cause` tells two
    troubles of one kind apart, such as two riders who do not accept one after the other.
    """

    kind: AlarmKind
    delivery: DeliveryUuid
    cause: str
    since: datetime
    raised_at: datetime | None = None

    @property
    def key(self) -> tuple[str, str, str]:
        """The key by which the same alarm is recognised."""
        return self.kind, self.delivery, self.cause


def _alarm(kind: str, *others: Any) -> Alarm:  # noqa: ANN401 - the other columns, in their order
    return Alarm(AlarmKind(kind), *others)


_RECORD = Change(
    lambda insert: (
        insert(alarms)
        .values(each_given("kind", "delivery", "cause", "since"))
        .on_conflict_do_nothing()
    )
)
_SAME = and_(
    alarms.c.kind == given("kind"),
    alarms.c.delivery == given("delivery"),
    alarms.c.cause == given("cause"),
)
_RAISED = Change(update(alarms).where(_SAME).values(raised_at=given("now")))
_END = Change(delete(alarms).where(_SAME))
_ALARMS = select(alarms).order_by(alarms.c.since, alarms.c.delivery)
_OF_KINDS = Query(_ALARMS.where(among(alarms.c.kind, "kinds")), _alarm)
_OF_DELIVERY = Query(_ALARMS.where(alarms.c.delivery == given("delivery")), _alarm)


def record(tx: Transaction, alarm: Alarm) -> None:
    """Note a trouble; one that is noted already keeps its time."""
    kind, delivery, cause = alarm.key
    tx.run(_RECORD, kind=kind, delivery=delivery, cause=cause, since=alarm.since)


def raised(tx: Transaction, alarm: Alarm) -> None:
    """Note that people have been told."""
    kind, delivery, cause = alarm.key
    tx.run(_RAISED, kind=kind, delivery=delivery, cause=cause, now=tx.now)


def end(tx: Transaction, alarm: Alarm) -> None:
    """Forget a trouble that is over: if it comes back, it is a new alarm."""
    kind, delivery, cause = alarm.key
    tx.run(_END, kind=kind, delivery=delivery, cause=cause)


def recorded(tx: Transaction, kinds: Collection[AlarmKind] = tuple(AlarmKind)) -> list[Alarm]:
    """Return the noted troubles, the longest first."""
    return tx.all(_OF_KINDS, kinds=kinds)


def of_delivery(tx: Transaction, delivery: DeliveryUuid) -> list[Alarm]:
    """Return the noted troubles of a delivery."""
    return tx.all(_OF_DELIVERY, delivery=delivery)
