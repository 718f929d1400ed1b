"""Lists: which deliveries and riders a question selects, one page at a time, newest first."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from operator import attrgetter
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Date,
    Select,
    String,
    and_,
    cast,
    func,
    or_,
    select,
    true,
)

from bot.base.database import Transaction
from bot.service.records import Delivery, Rider
from bot.service.rules import OPEN
from bot.service.store.counts import count_by_state
from bot.service.store.delivery_rows import complete
from bot.service.store.rider_rows import rider_of
from bot.service.store.tables import deliveries, riders
from bot.service.vocabulary import CreationMode, State

_SEARCHED = (
    cast(deliveries.c.number, String),
    deliveries.c.sender_name,
    deliveries.c.sender_phone_number,
    deliveries.c.receiver_name,
    deliveries.c.receiver_phone_number,
    deliveries.c.receiver_address,
)


HISTORY_DAY = "history"
"""A `Window` over this looks at the day that a delivery has in its rider's history."""

_DAYS: Mapping[str, ColumnElement[Any]] = {
    **deliveries.c,
    # Without a drop-off the day is the one on which the rider got it.
    HISTORY_DAY: func.coalesce(deliveries.c.dropoff_at, deliveries.c.assigned_at),
}


@dataclass(frozen=True, slots=True)
class Window:
    """A span of UTC days, both included, over one of the delivery's dates; None is unbounded."""

    column: str
    first: date | None
    last: date | None


@dataclass(frozen=True, slots=True)
class DeliverySearch:
    """What is wished of a delivery list; None is no wish."""

    states: Sequence[State] | None = None
    rider_uuid: str | None = None
    creation_mode: CreationMode | None = None
    text: str | None = None
    window: Window | None = None


@dataclass(frozen=True, slots=True)
class RiderSearch:
    """What is wished of a rider list; None is no wish."""

    active: bool | None = None
    pending_invite: bool | None = None


@dataclass(frozen=True, slots=True)
class Slice:
    """Which part of a list is wanted: `page` counts from 1."""

    page: int
    size: int

    @property
    def offset(self) -> int:
        return (self.page - 1) * self.size


async def search_deliveries(
    tx: Transaction, environment: str, search: DeliverySearch, part: Slice
) -> tuple[list[Delivery], int]:
    """Return one page of the deliveries that match, and how many match in all."""
    matching = _matching(environment, search)
    page = matching.order_by(deliveries.c.number.desc()).limit(part.size).offset(part.offset)
    rows = (await tx.connection.execute(page)).mappings().all()
    return await complete(tx, rows), await _total(tx, environment, search)


async def _total(tx: Transaction, environment: str, search: DeliverySearch) -> int:
    """Count what matches: row by row only where there is no figure for it."""
    if search.text is not None or search.window is not None:
        return await _count(tx, _matching(environment, search))
    by_state = await count_by_state(
        tx,
        environment,
        rider_uuid=search.rider_uuid,
        creation_mode=search.creation_mode,
    )
    states = by_state if search.states is None else search.states
    return sum(by_state.get(state, 0) for state in states)


def _matching(environment: str, search: DeliverySearch) -> Select[*tuple[Any, ...]]:
    return select(deliveries).where(deliveries.c.environment == environment, *_conditions(search))


async def search_riders(
    tx: Transaction, environment: str, search: RiderSearch, part: Slice
) -> tuple[list[Rider], int]:
    wishes = ((riders.c.active, search.active), (riders.c.pending_invite, search.pending_invite))
    matching = select(riders).where(
        riders.c.environment == environment,
        *(column.is_(wish) for column, wish in wishes if wish is not None),
    )
    page = matching.order_by(riders.c.number.desc()).limit(part.size).offset(part.offset)
    rows = (await tx.connection.execute(page)).mappings().all()
    return [rider_of(row) for row in rows], await _count(tx, matching)


async def ongoing_deliveries(
    tx: Transaction, environment: str, rider_uuids: Collection[str]
) -> dict[str, list[Delivery]]:
    open_ones = select(deliveries).where(
        deliveries.c.environment == environment,
        deliveries.c.rider_uuid.in_(rider_uuids),
        deliveries.c.state.in_(OPEN),
    )
    rows = (await tx.connection.execute(open_ones)).mappings().all()
    # Sorted here: asked for this order, a database goes through everything that ever was in it.
    newest_first = sorted(await complete(tx, rows), key=attrgetter("number"), reverse=True)
    found: dict[str, list[Delivery]] = {uuid: [] for uuid in rider_uuids}
    for delivery in newest_first:
        if delivery.rider:
            found[delivery.rider.uuid].append(delivery)
    return found


async def _count(tx: Transaction, matching: Select[*tuple[object, ...]]) -> int:
    total = await tx.connection.scalar(select(func.count()).select_from(matching.subquery()))
    return total or 0


def _conditions(search: DeliverySearch) -> list[ColumnElement[bool]]:
    equal = {"rider_uuid": search.rider_uuid, "creation_mode": search.creation_mode}
    conditions = [deliveries.c[name] == wish for name, wish in equal.items() if wish is not None]
    if search.states is not None:
        conditions.append(deliveries.c.state.in_(search.states))
    if search.text is not None:
        conditions.append(_contains(search.text))
    if search.window is not None:
        conditions.append(_within(search.window))
    return conditions


def _contains(text: str) -> ColumnElement[bool]:
    return or_(
        *(
            column.icontains(spelling, autoescape=True)
            for column in _SEARCHED
            for spelling in _spellings(text)
        )
    )


def _spellings(text: str) -> set[str]:
    """Return a text in the cases that names are written in.

    Databases, SQLite at least, know the two cases of ASCII letters alone.
    """
    if text.isascii():
        return {text}
    return {text, text.lower(), text.upper(), text.capitalize(), text.title()}


def _within(window: Window) -> ColumnElement[bool]:
    column = _DAYS[window.column]
    whole_days = isinstance(column.type, Date)
    conditions = []
    if window.first:
        conditions.append(column >= (window.first if whole_days else _at(window.first, time.min)))
    if window.last:
        conditions.append(column <= (window.last if whole_days else _at(window.last, time.max)))
    return and_(true(), *conditions)


def _at(day: date, moment: time) -> datetime:
    return datetime.combine(day, moment, UTC)
