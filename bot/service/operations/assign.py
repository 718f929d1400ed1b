"""Deliveries get a rider, or another one."""

from collections.abc import Sequence
from uuid import UUID

from bot.service.environment import UnitOfWork, operation
from bot.service.errors import NO_SUCH_DELIVERY, NO_SUCH_RIDER, NotFoundError, RefusedError
from bot.service.records import Delivery, Rider
from bot.service.rules.moves import ASSIGNED_FROM
from bot.service.store.delivery_rows import find_deliveries
from bot.service.store.rider_rows import find_rider
from bot.service.vocabulary import Event, State

_NOT_ACTIVE = "The rider is not active."


@operation
def assign(work: UnitOfWork, rider_uuid: str, uuids: Sequence[str]) -> list[Delivery]:
    """Give the deliveries to the rider, all or none; return them in the order asked for.

    Raises:
        NotFoundError: there is no such rider.
        RefusedError: the rider is not active, or a delivery is unknown or already final.
    """
    wanted = list(dict.fromkeys(uuids))

    rider = find_rider(work.tx, work.environment.name, rider_uuid)
    if rider is None:
        raise NotFoundError
    # All are held at once and in one order, so that two requests cannot wait for each other.
    deliveries = find_deliveries(work.tx, work.environment.name, wanted, for_change=True)
    if not rider.active:
        raise RefusedError({"rider_uuid": [_NOT_ACTIVE]})
    problems = {}
    for place, uuid in enumerate(wanted):
        delivery = deliveries.get(uuid)
        if delivery is None:
            problems[f"delivery_uuid.{place}"] = [NO_SUCH_DELIVERY]
        elif delivery.state not in ASSIGNED_FROM:
            problems[f"delivery_uuid.{place}"] = [delivery.cannot("be assigned")]
    if problems:
        raise RefusedError(problems)
    return [give(work, deliveries[uuid], rider) for uuid in wanted]


def active_rider(work: UnitOfWork, uuid: UUID) -> Rider:
    """Return the rider that a body's `riderid` names, who must be able to get deliveries.

    Raises:
        RefusedError: there is no such rider, or the rider is not active.
    """
    rider = find_rider(work.tx, work.environment.name, str(uuid))
    if rider is None:
        raise RefusedError({"riderid": [NO_SUCH_RIDER]})
    if not rider.active:
        raise RefusedError({"riderid": [_NOT_ACTIVE]})
    return rider


def give(work: UnitOfWork, delivery: Delivery, rider: Rider) -> Delivery:
    """Give an open delivery to an active rider and announce it; return it as it is then."""
    same = delivery.rider is not None and delivery.rider.uuid == rider.uuid
    # Pending with this rider: created so, and now assigned in state, too. Nobody hears it twice.
    if same and delivery.state is not State.PENDING:
        return delivery
    marks = {"state": ASSIGNED_FROM[delivery.state], "assigned_at": work.now}
    changed = work.change(delivery, marks, rider)
    work.announce(changed, [] if same else [Event.ASSIGNED])
    return changed
