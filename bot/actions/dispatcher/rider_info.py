"""The riders of the fleet service, combined with the people who ride as them here."""

from collections.abc import Sequence
from contextlib import suppress

from bot.actions.context import Context
from bot.actions.rider import pins
from bot.base.text_folds import folded
from bot.domain.person import Person
from bot.fleet import FleetError, Rider, RiderQuery, RiderTotals
from bot.identifiers import RiderUuid
from bot.store import people
from bot.texts.dispatcher.rider_info import RiderInfo


async def everyone(context: Context) -> list[RiderInfo]:
    """Return every rider by name; those whom no message reaches come last.

    Raises:
        FleetError: the fleet service did not answer.
    """
    riders = sorted(await context.riders.everyone(), key=lambda rider: rider.name.casefold())
    joined = await context.database.read(people.by_rider)
    listed = [_rider_info(rider, joined.get(rider.uuid), on_the_map=False) for rider in riders]
    return sorted(listed, key=lambda one: not one.standing.is_reached)


def called_like(listed: Sequence[RiderInfo], name: str) -> list[RiderInfo]:
    """Return the riders with exactly this name, or else those whose name contains it."""
    wanted = folded(name)
    exact = [one for one in listed if folded(one.rider.name) == wanted]
    return exact or [one for one in listed if wanted in folded(one.rider.name)]


async def totals(context: Context) -> RiderTotals:
    """Return the sums over all riders; empty ones if the fleet service does not tell them."""
    with suppress(FleetError):
        query = RiderQuery(per_page=1, with_ongoing=False)
        return (await context.fleet.list_riders(query)).totals
    return RiderTotals()


async def one(context: Context, uuid: RiderUuid) -> RiderInfo:
    """Return one rider as they are now, with their open work.

    Raises:
        FleetError: the fleet service did not answer, or does not know the rider.
    """
    rider = await context.fleet.get_rider(uuid)
    listed = await context.riders.named(uuid)
    if listed is not None:
        # The list has fields that the answer for one rider leaves out (contract: Rider).
        optional = ("active", "completed", "ongoing_count", "revenue", "email", "created_at")
        missing = [field for field in optional if getattr(rider, field) is None]
        listed_values = {field: getattr(listed, field) for field in (*missing, "is_invited")}
        rider = rider.model_copy(update=listed_values)
    person = await context.database.read(people.rider_person, uuid)
    on_the_map = await context.database.read(pins.is_on_offer, uuid)
    return _rider_info(rider, person, on_the_map=on_the_map)


def _rider_info(rider: Rider, person: Person | None, *, on_the_map: bool) -> RiderInfo:
    if person is None:
        return RiderInfo(rider)
    return RiderInfo(
        rider,
        user_id=person.user_id,
        called=person.first_name,
        standing=person.standing,
        on_the_map=on_the_map,
        until=person.duty_until,
    )
