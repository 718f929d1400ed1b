"""Ready times: when a shop was asked for an order, and when it says that it is ready."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import select, update

from bot.base.database.prepared import Change, Query, as_value, each_given, given
from bot.base.database.transaction import Transaction
from bot.identifiers import DeliveryUuid, RiderUuid
from bot.store.tables.deliveries import deliveries, ready_times


class Trouble(StrEnum):
    """Why an order will not be ready."""

    OUT_OF_STOCK = "stock"
    CLOSED = "closed"
    TOO_LATE = "late"


@dataclass(frozen=True, slots=True)
class ReadyTime:
    """A question to a shop about one delivery, and the shop's answer.

    `question` is the delivery whose uuid names the message, which may also ask about others that
    were given together with it. `trouble` is the name of the shop's trouble with the delivery.
    """

    delivery: DeliveryUuid
    question: DeliveryUuid
    asked_at: datetime
    ready_at: datetime | None = None
    trouble: str | None = None
    said_by: int | None = None
    said_name: str | None = None

    @property
    def is_answered(self) -> bool:
        return self.ready_at is not None or self.trouble is not None


_ASKED = each_given("delivery", "question", "asked_at")
_ASK = Change(
    lambda insert: (
        insert(ready_times).values(_ASKED).on_conflict_do_nothing(index_elements=["delivery"])
    )
)
_SAID = ("ready_at", "trouble", "said_by", "said_name")
_SAY = Change(
    update(ready_times)
    .where(ready_times.c.delivery == given("delivery"))
    .values(each_given(*_SAID))
)
_ALL = select(ready_times).order_by(ready_times.c.asked_at, ready_times.c.delivery)
_BY_QUESTION = Query(_ALL.where(ready_times.c.question == given("question")), ReadyTime)
_JUST_ASKED = Query(
    select(ready_times.c.question)
    .join(deliveries, deliveries.c.uuid == ready_times.c.delivery)
    .where(
        deliveries.c.rider == given("rider"),
        deliveries.c.pickup == given("pickup"),
        deliveries.c.is_open,
        ready_times.c.asked_at >= given("since"),
    )
    .order_by(ready_times.c.asked_at.desc())
    .limit(1),
    as_value,
)


def ask(tx: Transaction, delivery: DeliveryUuid, question: DeliveryUuid) -> None:
    """Note that a shop is asked, unless it was for this delivery."""
    tx.run(_ASK, delivery=delivery, question=question, asked_at=tx.now)


def say(tx: Transaction, answer: ReadyTime) -> None:
    """Keep what a shop says of a delivery, in place of what it said before."""
    tx.run(_SAY, delivery=answer.delivery, **{name: getattr(answer, name) for name in _SAID})


def of_question(tx: Transaction, question: DeliveryUuid) -> list[ReadyTime]:
    """Return what one message asks for, in the order in which it was asked."""
    return tx.all(_BY_QUESTION, question=question)


def just_asked(
    tx: Transaction, rider: RiderUuid, pickup: str, since: datetime
) -> DeliveryUuid | None:
    """Return the newest question for what this rider fetches at one place, if it is so new."""
    return tx.one(_JUST_ASKED, rider=rider, pickup=pickup, since=since)
