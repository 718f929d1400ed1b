"""The roster: riders as dispatchers choose among them."""

from collections.abc import Sequence

from bot.actions.desk import Desk
from bot.fleet import Rider
from bot.store import people
from bot.store.people import Role
from bot.texts.dispatching.roster import Candidate


async def candidates(desk: Desk) -> list[Candidate]:
    """Return the active riders, who has least to do first, and behind them who is off duty.

    Raises:
        FleetError: the fleet service did not answer.
    """
    return await _listed(desk, await desk.riders.available())


async def everyone(desk: Desk) -> list[Candidate]:
    """Return every rider, also those who get nothing new: they may have work in hand.

    Raises:
        FleetError: the fleet service did not answer.
    """
    return await _listed(desk, await desk.riders.everyone())


async def _listed(desk: Desk, riders: Sequence[Rider]) -> list[Candidate]:
    async with desk.database.read() as tx:
        resting = {p.rider for p in await people.with_role(tx, [Role.RIDER]) if p.off_duty}
    listed = [
        Candidate(rider.uuid, rider.name, rider.ongoing_count or 0, rider.uuid in resting)
        for rider in riders
    ]
    return sorted(listed, key=lambda candidate: candidate.off_duty)
