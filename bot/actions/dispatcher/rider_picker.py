"""The riders among whom dispatchers choose, and whom of them no message reaches."""

from collections.abc import Sequence
from contextlib import suppress

from bot.actions.context import Context
from bot.fleet import FleetError, Rider
from bot.identifiers import RiderUuid
from bot.store import people
from bot.store.people import Person, Standing
from bot.texts.dispatcher.rider_picker import Candidate, Caveat


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


async def caveat(context: Context, rider: RiderUuid) -> Caveat | None:
    """Return what must be said of a rider who is chosen: that nothing reaches them, or rings.

    `None` for everybody else, and where nobody has said yet who it is. What was listed before is
    good enough: whoever has just pressed does not wait for a fleet service that is down.
    """
    standing = people.standing_of(await context.database.read(people.rider_person, rider))
    if standing is Standing.READY:
        return None
    with suppress(FleetError):
        known = context.riders.remembered(rider) or await context.riders.named(rider)
        return Caveat(known, standing) if known else None
    return None


async def _listed(context: Context, riders: Sequence[Rider]) -> list[Candidate]:
    joined = await context.database.read(people.by_rider)
    listed = [_candidate(rider, joined.get(rider.uuid)) for rider in riders]
    return sorted(listed, key=lambda candidate: _order(candidate.standing))


def _order(standing: Standing) -> tuple[bool, bool]:
    return not standing.is_reached, standing is Standing.OFF_DUTY


def _candidate(rider: Rider, person: Person | None) -> Candidate:
    standing = people.standing_of(person)
    return Candidate(rider.uuid, rider.name, rider.ongoing_count or 0, standing)
