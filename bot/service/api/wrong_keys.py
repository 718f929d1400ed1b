"""Requests without a valid key: counted for operators, slowed for who goes on with them."""

from prometheus_client import CollectorRegistry, Counter, generate_latest
from starlette.datastructures import Address
from starlette.requests import Request
from starlette.responses import Response

from bot.base.clock import Clock
from bot.base.refusal_brake import RefusalBrake
from bot.service.errors import HungUpError, UnauthenticatedError


class WrongKeys:
    """What is refused in all environments, and what /metrics shows of it."""

    def __init__(self, clock: Clock) -> None:
        self._brake = RefusalBrake(clock, "no key or a wrong one")
        self._registry = CollectorRegistry()
        self._refused = Counter(
            "handover_service_wrong_keys",
            "Requests without a valid key by environment",
            ["environment"],
            registry=self._registry,
        )

    async def refusal(self, environment: str, client: Address | None) -> UnauthenticatedError:
        """Return the error to raise, as soon as it may be answered."""
        self._refused.labels(environment).inc()
        is_kept = await self._brake.slow_down(client.host if client else "")
        return UnauthenticatedError() if is_kept else HungUpError()

    async def metrics(self, _request: Request) -> Response:
        page = generate_latest(self._registry)
        return Response(page, media_type="text/plain; version=0.0.4")
