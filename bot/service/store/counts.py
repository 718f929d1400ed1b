"""Numbers that people say, counts and sums.

Counts cost as much as there is to do today, however much was done before: what is open is counted
as it is. What is over never changes any more, and is counted once, when it ends, in a table with a
row per rider, mode and final state.
"""

from collections.abc import Collection, Mapping
from functools import cache
from typing import Any

from sqlalchemy import ClauseElement, func, literal, select, union_all

from bot.base.database.prepared import Change, Insert, Query, among, as_row, each_given, given
from bot.base.database.transaction import Transaction
from bot.service.records import Tally
from bot.service.rules.moves import OPEN
from bot.service.store.tables import counters, deliveries, finished, riders
from bot.service.vocabulary import CreationMode, State

_NEXT_NUMBER = Query(
    lambda insert: (
        insert(counters)
        .values(environment=given("environment"), name=given("name"), value=given("first"))
        .on_conflict_do_update(
            index_elements=["environment", "name"], set_={"value": counters.c.value + 1}
        )
        .returning(counters.c.value)
    ),
    int,
)
_HOLD = Query(
    select(counters.c.value)
    .where(counters.c.environment == given("environment"), counters.c.name == given("name"))
    .with_for_update(),
    int,
)


def next_number(tx: Transaction, environment: str, name: str, *, first: int) -> int:
    """Take the next number; it is given back when the transaction fails.

    Until the transaction ends, others who want a number of this sequence wait.
    """
    (number,) = tx.all(_NEXT_NUMBER, environment=environment, name=name, first=first)
    return number


def hold_numbers(tx: Transaction, environment: str, name: str) -> None:
    """Let those who want a number of this sequence wait, without taking one."""
    tx.all(_HOLD, environment=environment, name=name)


_NOBODY = ""


def _counting(insert: Insert) -> ClauseElement:
    """Add what has ended to the row that counts its like, or begin that."""
    ended = select(
        deliveries.c.environment,
        # The rider is a part of the primary key, which holds no NULL.
        func.coalesce(deliveries.c.rider_uuid, _NOBODY),
        deliveries.c.creation_mode,
        deliveries.c.state,
        literal(1),
        deliveries.c.fee,
    ).where(deliveries.c.uuid == given("uuid"))
    added = insert(finished).from_select(finished.c.keys(), ended)
    # `excluded` is the row that could not be added because there is one with its key.
    counted = {name: finished.c[name] + added.excluded[name] for name in ("deliveries", "fees")}
    keys = finished.primary_key.columns.keys()
    return added.on_conflict_do_update(index_elements=keys, set_=counted)


_COUNT_FINISHED = Change(_counting)


def count_finished(tx: Transaction, uuid: str) -> None:
    """Count a delivery that ends with this transaction."""
    tx.run(_COUNT_FINISHED, uuid=uuid)


def count_by_state(
    tx: Transaction,
    environment: str,
    *,
    rider_uuid: str | None = None,
    creation_mode: CreationMode | None = None,
) -> dict[State, int]:
    """Return how many deliveries there are in each state that occurs, of a rider or a mode."""
    wishes = {
        "environment": environment,
        "rider_uuid": rider_uuid,
        "creation_mode": creation_mode,
    }
    wanted = {name: wish for name, wish in wishes.items() if wish is not None}
    counted = tx.all(_by_state(*wanted), **wanted)
    return {State(state): int(count) for state, count in counted}


@cache
def _by_state(*names: str) -> Query[tuple[Any, ...]]:
    wanted = each_given(*names)
    open_ones = select(deliveries.c.state, func.count()).where(deliveries.c.state.in_(OPEN))
    ended = select(finished.c.state, func.sum(finished.c.deliveries))
    return Query(
        union_all(
            open_ones.filter_by(**wanted).group_by(deliveries.c.state),
            ended.filter_by(**wanted).group_by(finished.c.state),
        ),
        as_row,
    )


_DELIVERED = select(
    func.coalesce(func.sum(finished.c.deliveries), 0),
    func.coalesce(func.sum(finished.c.fees), 0),
).where(finished.c.environment == given("environment"), finished.c.state == State.DELIVERED)
_DELIVERED_BY_RIDER = Query(
    _DELIVERED.where(among(finished.c.rider_uuid, "uuids"))
    .add_columns(finished.c.rider_uuid)
    .group_by(finished.c.rider_uuid),
    as_row,
)
_DELIVERED_BY_ALL = Query(_DELIVERED.where(finished.c.rider_uuid != _NOBODY), as_row)
_ONGOING_BY_RIDER = Query(
    select(deliveries.c.rider_uuid, func.count())
    .where(
        deliveries.c.environment == given("environment"),
        among(deliveries.c.rider_uuid, "uuids"),
        deliveries.c.state.in_(OPEN),
    )
    .group_by(deliveries.c.rider_uuid),
    as_row,
)
_RIDERS_BY_ACTIVITY = Query(
    select(riders.c.active, riders.c.pending_invite, func.count())
    .where(riders.c.environment == given("environment"))
    .group_by(riders.c.active, riders.c.pending_invite),
    as_row,
)


def tallies(tx: Transaction, environment: str, uuids: Collection[str]) -> dict[str, Tally]:
    """Return what each of some riders has done and has in hand."""
    ongoing = dict(tx.all(_ONGOING_BY_RIDER, environment=environment, uuids=uuids))
    delivered = {
        uuid: (int(count), int(fees))
        for count, fees, uuid in tx.all(_DELIVERED_BY_RIDER, environment=environment, uuids=uuids)
    }
    found = {}
    for uuid in uuids:
        completed, revenue = delivered.get(uuid, (0, 0))
        found[uuid] = Tally(completed, ongoing.get(uuid, 0), revenue)
    return found


def summary(tx: Transaction, environment: str) -> Mapping[str, int]:
    """Return the sums over all riders of the environment (contract: Rider list summary)."""
    by_activity = {
        (active, invited): count
        for active, invited, count in tx.all(_RIDERS_BY_ACTIVITY, environment=environment)
    }
    ((completed, revenue),) = tx.all(_DELIVERED_BY_ALL, environment=environment)
    return {
        "total_number_of_riders": sum(by_activity.values()),
        "total_active_riders": sum(count for (active, _), count in by_activity.items() if active),
        "total_deactivated_riders": by_activity.get((False, False), 0),
        "total_number_of_fulfilled_orders": int(completed),
        "total_revenue": int(revenue),
    }
