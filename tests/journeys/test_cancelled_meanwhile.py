"""A delivery is cancelled by the shop just when somebody's change of it has been made."""

from collections.abc import Awaitable, Callable
from functools import partial

import pytest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bot.fleet import Delivery, StatusToken
from tests.support.business import Business, heard, sees
from tests.support.recorder import Recorder

CANCELLED = "❌ Order 1001 was cancelled"


class Interrupts(Recorder):
    """Once a change is made, and before its answer is passed on, lets something else happen."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self.then: Callable[[], Awaitable[object]] | None = None
        self._path = path

    def around(self, app: ASGIApp) -> ASGIApp:
        recorded = super().around(app)

        async def interrupt(scope: Scope, receive: Receive, send: Send) -> None:
            answer: list[Message] = []
            then = self.then if self._path in scope.get("path", "") else None
            if then is None:
                await recorded(scope, receive, send)
                return

            async def keep(message: Message) -> None:
                answer.append(message)

            self.then = None
            await recorded(scope, receive, keep)
            await then()
            for message in answer:
                await send(message)

        return interrupt


async def cancel(business: Business, delivery: Delivery) -> None:
    """The shop cancels a delivery."""
    shop = business.town.shop
    await shop.update_status(delivery.uuid, StatusToken.CANCELLED, note="Closed today")


@pytest.fixture
def fleet_door(request: pytest.FixtureRequest) -> Interrupts:
    return Interrupts(request.param)


@pytest.mark.parametrize("fleet_door", ["/deliveries/update_status"], indirect=True)
async def test_a_rider_who_has_just_accepted_is_told_aloud(
    business: Business, fleet_door: Interrupts
):
    delivery = await business.assigned()
    fleet_door.then = partial(cancel, business, delivery)
    await business.presses(business.musa, "Accept")
    assert sees(business.musa, "Order 1001 · ❌ Cancelled")
    for person in (business.owner, business.musa):
        assert heard(person, CANCELLED) == 1


@pytest.mark.parametrize("fleet_door", ["/deliveries/assign/"], indirect=True)
async def test_a_dispatcher_who_has_just_given_it_to_somebody_is_told_aloud(
    business: Business, fleet_door: Interrupts
):
    delivery = await business.order()
    fleet_door.then = partial(cancel, business, delivery)
    await business.presses(business.owner, "Assign")
    await business.presses(business.owner, "Musa Bello")
    for person in (business.owner, business.musa):
        assert heard(person, CANCELLED) == 1


@pytest.mark.parametrize("fleet_door", ["/deliveries/assign/"], indirect=True)
async def test_a_dispatcher_who_has_just_given_several_is_told_aloud(
    business: Business, fleet_door: Interrupts
):
    delivery, _ = await business.order(), await business.order()
    fleet_door.then = partial(cancel, business, delivery)
    await business.says(business.owner, "/board")
    await business.presses(business.owner, "Give out")
    choice = business.owner.last
    for label in ("Choose one by one", "1001", "1002", "Give ", "Musa Bello"):
        await business.presses(business.owner, label, message=choice)
    for person in (business.owner, business.musa):
        assert heard(person, CANCELLED) == 1
