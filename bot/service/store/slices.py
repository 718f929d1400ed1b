"""All there is of something, a slice after another by number: none of it is held as a whole."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time

from sqlalchemy import ColumnElement, Integer, Table

from bot.base.database.prepared import Query, given
from bot.base.database.transaction import Transaction
from bot.service.records import Delivery, Rider
from bot.service.rules.lists import BEGINNING
from bot.service.store.delivery_rows import DELIVERIES, BareDelivery, complete
from bot.service.store.rider_rows import RIDERS
from bot.service.store.tables import deliveries, riders

AT_ONCE = 500


class MadeOn:
    """UTC days in which something was made, both bounds included; None is unbounded."""

    def __init__(self, first: date | None = None, last: date | None = None) -> None:
        self.start = datetime.combine(first or BEGINNING, time.min, UTC)
        self.end = datetime.combine(last or date.max, time.max, UTC)


def _slice(table: Table) -> tuple[ColumnElement[bool], ...]:
    return (
        table.c.environment == given("environment"),
        table.c.number > given("after"),
        table.c.created_at >= given("start"),
        table.c.created_at <= given("end"),
    )


_LIMIT = given("at_most", Integer)
_DELIVERIES = Query(
    DELIVERIES.where(*_slice(deliveries)).order_by(deliveries.c.number).limit(_LIMIT),
    BareDelivery.of,
)
_RIDERS = Query(RIDERS.where(*_slice(riders)).order_by(riders.c.number).limit(_LIMIT), Rider)


def deliveries_after(
    tx: Transaction, environment: str, number: int, period: MadeOn
) -> Sequence[Delivery]:
    """Return the deliveries of a period that follow a number, oldest first, some at most."""
    return complete(tx, tx.all(_DELIVERIES, **_values(environment, number, period)))


def riders_after(tx: Transaction, environment: str, number: int, period: MadeOn) -> Sequence[Rider]:
    """Do the same with riders."""
    return tx.all(_RIDERS, **_values(environment, number, period))


def _values(environment: str, number: int, period: MadeOn) -> dict[str, object]:
    return {
        "environment": environment,
        "after": number,
        "start": period.start,
        "end": period.end,
        "at_most": AT_ONCE,
    }
