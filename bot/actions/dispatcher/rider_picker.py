"""The roster: riders as dispatchers choose among them."""

from collections.abc import Sequence

from bot.actions.context import Context
from bot.fleet import Rider
from bot.store import people
from bot.store.people import Role
from bot.texts.dispatcher.rider_picker import Candidate


async def candidates(context: Context) -> list[Candidate]:
    """Return the active riders, who has least to do first, and behind them who is off duty.

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


async def _listed(context: Context, riders: Sequence[Rider]) -> list[Candidate]:
    async with context.database.read() as tx:
        resting = {p.rider for p in await people.with_role(tx, [Role.RIDER]) if p.off_duty}
    listed = [
        Candidate(rider.uuid, rider.name, rider.ongoing_count or 0, rider.uuid in resting)
        for rider in riders
    ]
    return sorted(listed, key=lambda candidate: candidate.off_duty)
