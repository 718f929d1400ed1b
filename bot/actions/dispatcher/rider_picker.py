"""The riders among whom dispatchers choose, and whom of them no message reaches."""

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
    """Return the active riders: who has least to do first, and of those who is nearest.

    How far somebody is from a point shows where they share their place. Behind them stand who is
    off duty, and behind those whom no message reaches.

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
            # Two points of one town lie as on a flat map, and as the crow flies is near enough.
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
    """Return who is invited and cannot be chosen before they are active, by name or address.

    Raises:
        FleetError: the fleet service did not answer.
    """
    riders = await context.riders.everyone()
    return [called(rider) for rider in riders if rider.is_invited and rider.active is False]


async def everyone(context: Context) -> list[Candidate]:
    """Return every rider, also those who get nothing new: they may have work in hand.

    Raises:
        FleetError: the fleet service did not answer.
    """
    return await _listed(context, await context.riders.everyone())


async def caveat(context: Context, rider: RiderUuid) -> Caveat | None:
    """Return what must be said of a rider who is chosen: that nothing reaches them, or rings.

    `None` for everybody else, and where nobody has said yet who it is. What was listed before is
    good enough: a press must not wait for a fleet service that is down.
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
