"""The business's own system, which asks again where the fleet service has a fault."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from bot.fleet import Delivery, FleetClient, NewDelivery, OutcomeUnknown, Temporary

T = TypeVar("T")

_PAUSE_SECONDS = 0.5


class PatientShop(FleetClient):
    """Repeats what was not answered; a delivery that it made twice so is nobody's in a trial."""

    async def create_delivery(self, new: NewDelivery) -> list[Delivery]:
        return await _until_answered(lambda: super(PatientShop, self).create_delivery(new))

    async def update_status(self, *change: Any, **more: Any) -> Delivery:
        return await _until_answered(
            lambda: super(PatientShop, self).update_status(*change, **more)
        )


async def _until_answered(ask: Callable[[], Awaitable[T]]) -> T:
    while True:
        try:
            return await ask()
        except (Temporary, OutcomeUnknown):
            await asyncio.sleep(_PAUSE_SECONDS)
