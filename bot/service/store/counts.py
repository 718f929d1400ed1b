"""Numbers that people say, counts and sums.

Counts cost as much as there is to do today, however much was done before: what is open is counted
as it is. What is over never changes any more, and is counted once, when it ends, in a table with a
row per rider, mode and final state.
"""

from collections.abc import Collection, Mapping

from sqlalchemy import Select, func, literal, select, union_all

from bot.base.database import Transaction
from bot.service.records import Tally
from bot.service.rules import OPEN
from bot.service.store.tables import counters, deliveries, finished, riders
from bot.service.vocabulary import CreationMode, State


async def next_number(tx: Transaction, environment: str, name: str, *, first: int) -> int:
    """Take the next number; it is given back when the transaction fails.

    Until the transaction ends, others who want a number of this sequence wait.
    """
    counted = (
        tx.insert(counters)
        .values(environment=environment, name=name, value=first)
        .on_conflict_do_update(
            index_elements=["environment", "name"], set_={"value": counters.c.value + 1}
        )
        .returning(counters.c.value)
    )
    value: int = (await tx.connection.execute(counted)).scalar_one()
    return value


_NOBODY = ""


async def count_finished(tx: Transaction, uuid: str) -> None:
    """Count a delivery that ends with this transaction."""
    ended = select(
        deliveries.c.environment,
        func.coalesce(deliveries.c.rider_uuid, _NOBODY),
        deliveries.c.creation_mode,
        deliveries.c.state,
        literal(1),
        deliveries.c.fee,
    ).where(deliveries.c.uuid == uuid)
    added = tx.insert(finished).from_select(finished.c.keys(), ended)
    counted = {name: finished.c[name] + added.excluded[name] for name in ("deliveries", "fees")}
    keys = finished.primary_key.columns.keys()
    await tx.connection.execute(added.on_conflict_do_update(index_elements=keys, set_=counted))


async def count_by_state(
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
    open_ones = select(deliveries.c.state, func.count()).where(deliveries.c.state.in_(OPEN))
    ended = select(finished.c.state, func.sum(finished.c.deliveries))
    both = union_all(
        open_ones.filter_by(**wanted).group_by(deliveries.c.state),
        ended.filter_by(**wanted).group_by(finished.c.state),
    )
    return {State(state): int(count) for state, count in (await tx.connection.execute(both)).all()}


async def tallies(tx: Transaction, environment: str, uuids: Collection[str]) -> dict[str, Tally]:
    of_rider = deliveries.c.rider_uuid
    open_ones = select(of_rider, func.count()).where(
        deliveries.c.environment == environment,
        of_rider.in_(uuids),
        deliveries.c.state.in_(OPEN),
    )
    delivered = _delivered(environment).where(finished.c.rider_uuid.in_(uuids))
    by_rider = delivered.add_columns(finished.c.rider_uuid).group_by(finished.c.rider_uuid)
    counted = await tx.connection.execute(open_ones.group_by(of_rider))
    ongoing: dict[str | None, int] = dict(counted.all())
    done = {
        uuid: (int(count), int(fees))
        for count, fees, uuid in (await tx.connection.execute(by_rider)).all()
    }
    return {
        uuid: Tally(completed, ongoing.get(uuid, 0), revenue)
        for uuid in uuids
        for completed, revenue in [done.get(uuid, (0, 0))]
    }


async def summary(tx: Transaction, environment: str) -> Mapping[str, int]:
    """Return the sums over all riders of the environment (contract: Rider list summary)."""
    people = (
        select(riders.c.active, func.count())
        .where(riders.c.environment == environment)
        .group_by(riders.c.active)
    )
    orders = _delivered(environment).where(finished.c.rider_uuid != _NOBODY)
    counted = await tx.connection.execute(people)
    by_activity: dict[bool, int] = dict(counted.all())
    completed, revenue = (await tx.connection.execute(orders)).one()
    return {
        "total_number_of_riders": sum(by_activity.values()),
        "total_active_riders": by_activity.get(True, 0),
        "total_deactivated_riders": by_activity.get(False, 0),
        "total_number_of_fulfilled_orders": int(completed),
        "total_revenue": int(revenue),
    }


def _delivered(environment: str) -> Select[int, int]:
    return select(
        func.coalesce(func.sum(finished.c.deliveries), 0),
        func.coalesce(func.sum(finished.c.fees), 0),
    ).where(finished.c.environment == environment, finished.c.state == State.DELIVERED)
