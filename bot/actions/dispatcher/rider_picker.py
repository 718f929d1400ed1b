"""The riders among whom dispatchers choose, and whom of them no message reaches."""

from collections.abc import Sequence
from contextlib import suppress

from bot.actions.context import Context
from bot.fleet import FleetError, Rider
from bot.identifiers import RiderUuid
from bot.store import people
from bot.store.people import Person
from bot.texts.dispatcher.rider_picker import Candidate


async def candidates(context: Context) -> list[Candidate]:
    """Return the active riders, who has least to do first.

    Behind them stand who is off duty, and behind those whom no message reaches.

    Raises:
        FleetError: the fleet service did not answer.
    """
    return await _listed(context, await context.riders.available())


async def everyone(context: Context) -> list[Candidate]:
    """Return every rider, also those who get nothing new: they may have work in hand.

    Raises:
        FleetError: the fleet service did not answer.
    """
    return await _listed(context, await context.riders.everyone())


async def unreached(context: Context, rider: RiderUuid) -> Rider | None:
    """Return a rider whom no message reaches: who has not joined, or has stopped or blocked us.

    `None` for everybody else, and where nobody has said yet who it is. What was listed before is
    good enough: whoever has just pressed does not wait for a fleet service that is down.
    """
    person = await context.database.read(people.rider_person, rider)
    if person is not None and person.reachable:
        return None
    with suppress(FleetError):
        return context.riders.remembered(rider) or await context.riders.named(rider)
    return None


async def _listed(context: Context, riders: Sequence[Rider]) -> list[Candidate]:
    joined = await context.database.read(people.by_rider)
    listed = [_candidate(rider, joined.get(rider.uuid)) for rider in riders]
    return sorted(listed, key=lambda candidate: (not candidate.reachable, candidate.off_duty))


def _candidate(rider: Rider, person: Person | None) -> Candidate:
    return Candidate(
        rider.uuid,
        rider.name,
        rider.ongoing_count or 0,
        off_duty=person is not None and person.off_duty,
        reachable=person is not None and person.reachable,
    )
