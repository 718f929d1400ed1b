"""Lists: which deliveries and riders a question selects, one page at a time, newest first."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from functools import cache
from operator import attrgetter
from typing import Any, Generic, TypeVar

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Date,
    Select,
    String,
    cast,
    func,
    or_,
    select,
)

from bot.base import days
from bot.base.database.prepared import Query, among, given
from bot.base.database.transaction import Transaction
from bot.base.text_folds import folded
from bot.service.records import Delivery, Rider
from bot.service.rules.lists import DATE_COLUMNS
from bot.service.rules.moves import OPEN
from bot.service.store.counts import count_by_state
from bot.service.store.delivery_rows import DELIVERIES, BareDelivery, complete
from bot.service.store.phones import PHONES, has_digits, possible_digits
from bot.service.store.rider_rows import RIDERS
from bot.service.store.tables import deliveries, items, riders
from bot.service.vocabulary import CreationMode, State

_SEARCHED = (
    cast(deliveries.c.number, String),
    deliveries.c.sender_sought,
    deliveries.c.sender_phone_number,
    deliveries.c.receiver_sought,
    deliveries.c.receiver_phone_number,
)

HISTORY_DAY = "history"
"""A `Window` over this looks at the day that a delivery has in its rider's history."""

_DAYS: Mapping[str, ColumnElement[Any]] = {
    **{name: deliveries.c[name] for name in DATE_COLUMNS.values()},
    # Without a drop-off the day is the one on which the rider got it.
    HISTORY_DAY: func.coalesce(deliveries.c.dropoff_at, deliveries.c.assigned_at),
}

_CONDITIONS: Mapping[str, ColumnElement[bool]] = {
    "rider_uuid": deliveries.c.rider_uuid == given("rider_uuid"),
    "creation_mode": deliveries.c.creation_mode == given("creation_mode"),
    "scheduled_on": deliveries.c.creation_date == given("scheduled_on"),
    "scheduled_after": deliveries.c.creation_date > given("scheduled_after"),
    "scheduled_until": deliveries.c.creation_date <= given("scheduled_until"),
    **{f"{name}_from": column >= given(f"{name}_from") for name, column in _DAYS.items()},
    **{f"{name}_until": column <= given(f"{name}_until") for name, column in _DAYS.items()},
}
"""What a wish asks for, by its name, which is the name of the wished value as well."""

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Window:
    """A span of a zone's days, both included, over one date of a delivery; None is unbounded."""

    column: str
    first: date | None
    last: date | None
    zone: tzinfo


@dataclass(frozen=True, slots=True)
class Schedule:
    """The day that the account gives a delivery; None means any."""

    on: date | None = None
    after: date | None = None
    until: date | None = None


@dataclass(frozen=True, slots=True)
class DeliverySearch:
    """Which deliveries a list has; None means any."""

    states: Sequence[State] | None = None
    rider_uuid: str | None = None
    creation_mode: CreationMode | None = None
    text: str | None = None
    window: Window | None = None
    schedule: Schedule = Schedule()


@dataclass(frozen=True, slots=True)
class RiderSearch:
    """Which riders a list has; None means any."""

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


class _List(Generic[R]):
    """The questions about what matches: for one page of it, and how many there are in all."""

    def __init__(
        self, matching: Select[*tuple[Any, ...]], number: Column[int], into: Callable[..., R]
    ) -> None:
        newest_first = matching.order_by(number.desc())
        part = newest_first.limit(given("size", BigInteger)).offset(given("offset", BigInteger))
        self.page = Query(part, into)
        self.total = Query(select(func.count()).select_from(matching.subquery()), int)


def search_deliveries(
    tx: Transaction,
    environment: str,
    search: DeliverySearch,
    part: Slice,
    overall: Mapping[State, int] | None = None,
) -> tuple[list[Delivery], int]:
    """Return one page of the deliveries that match, and how many match in all.

    A caller that has counted the deliveries in each state passes that as `overall`.
    """
    wishes = _wishes(search)
    # In one order and each once, so that no list of wishes makes a statement more to be kept.
    states = None if search.states is None else tuple(sorted(set(search.states)))
    if search.text is None:
        matching = _with_wishes(states, *wishes)
    else:
        # Hardly ever the same twice, and may be somebody's name: nothing to keep.
        matching = _delivery_list(states, wishes, _contains(search.text))
    rows = tx.all(
        matching.page, environment=environment, **wishes, size=part.size, offset=part.offset
    )
    if search.text is not None or search.window is not None or search.schedule != Schedule():
        (total,) = tx.all(matching.total, environment=environment, **wishes)
        return complete(tx, rows), total
    # Of these there is a figure: they are not counted row by row.
    rider_uuid, mode = search.rider_uuid, search.creation_mode
    by_state = overall if rider_uuid is None and mode is None else None
    if by_state is None:
        by_state = count_by_state(tx, environment, rider_uuid=rider_uuid, creation_mode=mode)
    total = sum(by_state.get(state, 0) for state in (by_state if states is None else states))
    return complete(tx, rows), total


@cache
def _with_wishes(states: tuple[State, ...] | None, *names: str) -> _List[BareDelivery]:
    return _delivery_list(states, names)


def _delivery_list(
    states: Collection[State] | None, names: Iterable[str], *more: ColumnElement[bool]
) -> _List[BareDelivery]:
    conditions = [deliveries.c.environment == given("environment"), *more]
    conditions += [_CONDITIONS[name] for name in names]
    if states is not None:
        # Part of the statement, since an index gives one state's deliveries in their order.
        conditions.append(deliveries.c.state.in_(states))
    return _List(DELIVERIES.where(*conditions), deliveries.c.number, BareDelivery.of)


def search_riders(
    tx: Transaction, environment: str, search: RiderSearch, part: Slice
) -> tuple[list[Rider], int]:
    matching = _riders(search)
    page = tx.all(matching.page, environment=environment, size=part.size, offset=part.offset)
    (total,) = tx.all(matching.total, environment=environment)
    return page, total


@cache
def _riders(search: RiderSearch) -> _List[Rider]:
    wishes = ((riders.c.active, search.active), (riders.c.pending_invite, search.pending_invite))
    matching = RIDERS.where(
        riders.c.environment == given("environment"),
        *(column.is_(wish) for column, wish in wishes if wish is not None),
    )
    return _List(matching, riders.c.number, Rider)


_ONGOING = Query(
    DELIVERIES.where(
        deliveries.c.environment == given("environment"),
        among(deliveries.c.rider_uuid, "rider_uuids"),
        deliveries.c.state.in_(OPEN),
    ),
    BareDelivery.of,
)


def ongoing_deliveries(
    tx: Transaction, environment: str, rider_uuids: Collection[str]
) -> dict[str, list[Delivery]]:
    rows = tx.all(_ONGOING, environment=environment, rider_uuids=rider_uuids)
    # Sorted here: asked for this order, a database goes through everything that ever was in it.
    newest_first = sorted(complete(tx, rows), key=attrgetter("number"), reverse=True)
    found: dict[str, list[Delivery]] = {uuid: [] for uuid in rider_uuids}
    for delivery in newest_first:
        if delivery.rider:
            found[delivery.rider.uuid].append(delivery)
    return found


def _wishes(search: DeliverySearch) -> dict[str, object]:
    """Return what is wished for, but for states and text, by the name of its condition."""
    wishes: dict[str, object] = {
        "rider_uuid": search.rider_uuid,
        "creation_mode": search.creation_mode,
        "scheduled_on": search.schedule.on,
        "scheduled_after": search.schedule.after,
        "scheduled_until": search.schedule.until,
    }
    window = search.window
    if window is not None:
        first: date | None = window.first
        last: date | None = window.last
        # A column of moments is held to where the first day begins and the last one ends.
        if not isinstance(_DAYS[window.column].type, Date):
            first = first and days.begin(first, window.zone)
            last = last and days.end(last, window.zone) - datetime.resolution
        wishes |= {f"{window.column}_from": first, f"{window.column}_until": last}
    return {name: wish for name, wish in wishes.items() if wish is not None}


def _contains(text: str) -> ColumnElement[bool]:
    of_rider = select(riders.c.uuid).where(
        riders.c.environment == given("environment"), _any_has(text, [riders.c.sought])
    )
    with_item = select(items.c.delivery_uuid).where(_any_has(text, [items.c.sought]))
    return or_(
        *(has_digits(column, number) for number in possible_digits(text) for column in PHONES),
        _any_has(text, _SEARCHED),
        deliveries.c.rider_uuid.in_(of_rider),
        deliveries.c.uuid.in_(with_item),
    )


def _any_has(text: str, columns: Iterable[ColumnElement[str]]) -> ColumnElement[bool]:
    return or_(*(column.contains(folded(text), autoescape=True) for column in columns))
