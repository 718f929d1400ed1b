"""The log of texts: those that wait and those that failed, never their words."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Integer, Text, cast, select

from bot.base.database.prepared import Query, among, columns_of, given
from bot.base.database.transaction import Transaction
from bot.service.store.tables import deliveries, texts


@dataclass(frozen=True, slots=True)
class LoggedText:
    """A text without its words; `phone` is empty once it no longer waits.

    `receipt` is the gateway's later report, if there is one.
    """

    id: int
    about: str
    order_number: str
    delivery_uuid: str
    phone: str
    state: str
    attempts: int
    created_at: datetime
    finished_at: datetime | None
    receipt: str | None


_LOGGED = select(*columns_of(LoggedText, texts, order_number=cast(deliveries.c.number, Text))).join(
    deliveries, deliveries.c.uuid == texts.c.delivery_uuid
)
_NEWEST = (texts.c.id.desc(),)
_IN_STATES = Query(
    _LOGGED.where(texts.c.environment == given("environment"), among(texts.c.state, "states"))
    .order_by(*_NEWEST)
    .limit(given("at_most", Integer)),
    LoggedText,
)
_OF_DELIVERY = Query(
    _LOGGED.where(
        texts.c.environment == given("environment"), texts.c.delivery_uuid == given("uuid")
    ).order_by(*_NEWEST),
    LoggedText,
)


def texts_in(
    tx: Transaction, environment: str, states: Collection[str], limit: int
) -> Sequence[LoggedText]:
    """Return the newest texts in any of some states."""
    return tx.all(_IN_STATES, environment=environment, states=states, at_most=limit)


def texts_of(tx: Transaction, environment: str, delivery_uuid: str) -> Sequence[LoggedText]:
    """Return all texts of a delivery, newest first."""
    return tx.all(_OF_DELIVERY, environment=environment, uuid=delivery_uuid)
