"""A client for somebody who may lose the right to ask: then the service hears nothing of it."""

from collections.abc import Awaitable, Callable

import pytest

from bot.fleet import FleetClient, Unavailable
from tests.fleet.conftest import Connect
from tests.fleet.methods import METHODS
from tests.fleet.stand_in import StandIn, answer

Ask = Callable[[FleetClient], Awaitable[object]]


class NoRight(Exception):
    """Whoever asks has lost the right to."""


@pytest.mark.parametrize("ask", METHODS.values(), ids=METHODS.keys())
async def test_who_has_no_right_to_ask_is_not_heard(connect: Connect, ask: Ask) -> None:
    def check() -> None:
        raise NoRight

    async with StandIn(answer(200)) as service:
        with pytest.raises(NoRight):
            await ask(connect(service, attempts=3).guarded(check))
        assert service.asked == []


async def test_the_right_is_looked_at_again_before_each_attempt(connect: Connect) -> None:
    rights = iter([True, False])

    def check() -> None:
        if not next(rights):
            raise NoRight

    async with StandIn(answer(503)) as service:
        with pytest.raises(NoRight):
            await METHODS["get_delivery"](connect(service, attempts=2).guarded(check))
        assert len(service.asked) == 1


async def test_who_has_the_right_is_answered(connect: Connect) -> None:
    async with StandIn(answer(503)) as service:
        with pytest.raises(Unavailable):
            await METHODS["get_delivery"](connect(service).guarded(lambda: None))
        assert len(service.asked) == 1
