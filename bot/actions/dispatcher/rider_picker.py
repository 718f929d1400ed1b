"""The riders among whom dispatchers choose, and the caveats about those who hear nothing."""

import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from bot.actions.context import Context
from bot.domain.person import SILENT, Standing, standing_of
from bot.fleet import FleetError, Point, Rider
from bot.identifiers import RiderUuid
from bot.store import locations, people
from bot.texts.dispatcher.rider_picker import Candidate, Caveat
from bot.texts.names import called

_EARTH_KM = 6371.0


async def candidates(context: Context, near: Point | None = None) -> list[Candidate]:
    """Return the active riders, the least busy first, and of equally busy ones the nearest.

    The distance to `near` is known for riders who share their place. Riders who are off duty come
    behind the others, and those whom no message reaches come last.

    Raises:
        FleetError: the fleet service did not answer.
    """
    listed = await _listed(context, await context.riders.available())
    if near is None:
        return listed
    there = await context.database.read(locations.all_current)
    places = {each.rider: Point(latitude=each.latitude, longitude=each.longitude) for each in there}
    placed = []
    for candidate in listed:
        km = None
        place = places.get(candidate.uuid)
        if place is not None:
            # Within a town a flat map and the straight line are exact enough.
            north = math.radians(place.latitude - near.latitude)
            east = math.radians(place.longitude - near.longitude)
            km = _EARTH_KM * math.hypot(north, east * math.cos(math.radians(near.latitude)))
        placed.append(replace(candidate, km=km))
    return sorted(
        placed,
        key=lambda each: (
            *_order(each.standing),
            each.open_jobs,
            math.inf if each.km is None else each.km,
        ),
    )


async def not_active_yet(context: Context) -> list[str]:
    """Return the names or addresses of invited riders who are not active yet.

    Raises:
        FleetError: the fleet service did not answer.
    """
    riders = await context.riders.everyone()
    return [called(rider) for rider in riders if rider.is_invited and rider.active is False]


async def everyone(context: Context) -> list[Candidate]:
    """Return every rider, also inactive ones, who may still have open jobs.

    Raises:
        FleetError: the fleet service did not answer.
    """
    return await _listed(context, await context.riders.everyone())


async def caveat(context: Context, rider: RiderUuid) -> Caveat | None:
    """Return the caveat about a chosen rider whom no message reaches, or for whom nothing rings.

    Return `None` for other riders, and if the rider's name is unknown. An old list is good enough,
    because a press must not wait for a fleet service that is down.
    """
    standing = standing_of(await context.database.read(people.rider_person, rider))
    if standing is Standing.READY:
        return None
    with suppress(FleetError):
        listed = context.riders.remembered(rider) or await context.riders.named(rider)
        return Caveat(listed, standing) if listed else None
    return None


async def _listed(context: Context, riders: Sequence[Rider]) -> list[Candidate]:
    joined = await context.database.read(people.by_rider)
    listed = []
    for rider in riders:
        person = joined.get(rider.uuid)
        until = person.duty_until if person else None
        candidate = Candidate(
            rider.uuid,
            called(rider),
            rider.ongoing_count or 0,
            standing_of(person),
            is_invited=rider.is_invited,
            until=f"{until.astimezone(context.identity.zone):%H:%M}" if until else "",
        )
        listed.append(candidate)
    return sorted(listed, key=lambda candidate: _order(candidate.standing))


def _order(standing: Standing) -> tuple[bool, bool]:
    return not standing.is_reached, standing in SILENT
