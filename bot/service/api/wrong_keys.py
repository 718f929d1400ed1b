"""Requests without a valid key: counted for operators, slowed for who goes on with them."""

from starlette.datastructures import Address

from bot.base.clock import Clock
from bot.base.http.auth_throttle import RefusalBrake
from bot.service.errors import HungUpError, UnauthenticatedError
from bot.service.metrics import ServiceMetrics


class WrongKeys:
    """What is refused in all environments."""

    def __init__(self, clock: Clock, metrics: ServiceMetrics) -> None:
        self._brake = RefusalBrake(clock, "no key or a wrong one")
        self._metrics = metrics

    async def refusal(self, environment: str, client: Address | None) -> UnauthenticatedError:
        """Return the error to raise, as soon as it may be answered."""
        self._metrics.key_was_wrong(environment)
        is_kept = await self._brake.slow_down(client.host if client else "")
        return UnauthenticatedError() if is_kept else HungUpError()
