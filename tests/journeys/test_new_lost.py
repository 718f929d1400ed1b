"""/new while the fleet service loses answers: nothing is created twice, nobody is left in doubt."""

import pytest
from starlette.types import ASGIApp, Receive, Scope, Send

from tests.support.business import NEW_ORDER, Business, heard, sees
from tests.support.recorder import Recorder

FORM = f"{NEW_ORDER}\nItems: 2 x Jollof rice 3000\nFee: 1500\nRider: Musa"


class Gateway(Recorder):
    """A gateway before the fleet service that answers 502 to creations, after passing them on.

    `passes` says how often it passes on the next creations: not at all, or once too often.
    """

    def __init__(self) -> None:
        super().__init__()
        self.passes: list[int] = []

    def around(self, app: ASGIApp) -> ASGIApp:
        recorded = super().around(app)

        async def pass_on(scope: Scope, receive: Receive, send: Send) -> None:
            if not scope.get("path", "").endswith("/deliveries/create") or not self.passes:
                await recorded(scope, receive, send)
                return
            request = await receive()
            for _ in range(self.passes.pop(0)):
                await recorded(dict(scope), _once(request), _nowhere)
            await send({"type": "http.response.start", "status": 502, "headers": []})
            await send({"type": "http.response.body", "body": b"bad gateway"})

        return pass_on


def _once(request: dict) -> Receive:
    async def receive() -> dict:
        return request

    return receive


async def _nowhere(message: dict) -> None:
    """The answer is lost."""


@pytest.fixture
def fleet_door() -> Gateway:
    return Gateway()


async def test_a_lost_answer_is_looked_for_and_found(business: Business, fleet_door: Gateway):
    await business.order()  # another one with the same words
    fleet_door.passes = [1]
    await business.says(business.owner, FORM)
    await business.presses(business.owner, "Create")
    await business.later(seconds=15)
    assert heard(business.owner, "Order 1002 was created") == 1
    assert heard(business.owner, "📦 Order 1002") == 1
    await business.later(minutes=5)
    assert len(await business.deliveries()) == 2


async def test_the_same_order_from_before_is_not_taken_for_the_new_one(
    business: Business, fleet_door: Gateway
):
    await business.says(business.owner, FORM)
    await business.presses(business.owner, "Create")
    assert sees(business.owner, "Order 1001 was created")
    fleet_door.passes = [0]
    await business.says(business.owner, FORM)
    await business.presses(business.owner, "Create")
    await business.later(seconds=61)
    assert sees(business.owner, "I find no such delivery there")
    assert heard(business.owner, "Order 1001 was created") == 1


async def test_what_never_arrived_can_be_tried_again_by_the_person(
    business: Business, fleet_door: Gateway
):
    fleet_door.passes = [0]
    await business.says(business.owner, FORM)
    await business.presses(business.owner, "Create")
    await business.later(seconds=61)
    assert heard(business.owner, "I find no such delivery there") == 1
    assert not await business.deliveries()
    await business.presses(business.owner, "Create")
    assert sees(business.owner, "Order 1001 was created")


async def test_who_does_something_else_meanwhile_gets_the_draft_as_a_form(
    business: Business, fleet_door: Gateway
):
    fleet_door.passes = [0]
    await business.says(business.owner, FORM)
    await business.presses(business.owner, "Create")
    await business.says(business.owner, "/new")
    await business.later(seconds=61)
    form = business.owner.last.text
    assert "I find no such delivery there" in form
    await business.says(business.owner, form[form.index("/new") :])
    await business.presses(business.owner, "Create")
    assert sees(business.owner, "Order 1001 was created")
    (delivery,) = await business.deliveries()
    assert delivery.receivers[0].address == "5 Allen Avenue"


async def test_several_that_look_like_it_are_told(business: Business, fleet_door: Gateway):
    fleet_door.passes = [2]
    await business.says(business.owner, FORM)
    await business.presses(business.owner, "Create")
    await business.later(seconds=15)
    assert sees(business.owner, "2 deliveries like it have appeared since")
    await business.presses(business.owner, "Order 1002")
    assert sees(business.owner, "📦 Order 1002")


async def test_a_refusal_gives_the_draft_back(business: Business):
    await business.says(business.owner, FORM)
    await business.town.shop.change_rider_status(business.riders["Musa Bello"])
    await business.presses(business.owner, "Create")
    assert sees(business.owner, "Nothing was created. The rider is not active.")
    await business.later(minutes=1)
    await business.presses(business.owner, "Rider")
    await business.presses(business.owner, "Sani Ali")
    await business.presses(business.owner, "Create")
    assert sees(business.owner, "Order 1001 was created")


async def test_a_delivery_is_made_once_the_fleet_service_is_back(business: Business):
    await business.says(business.owner, FORM)
    await business.town.close_fleet()
    await business.presses(business.owner, "Create")
    await business.later(minutes=3)
    assert sees(business.owner, "Nothing is lost: I keep trying")
    await business.town.open_fleet()
    await business.later(minutes=2)
    assert heard(business.owner, "Order 1001 was created") == 1
    assert len(await business.deliveries()) == 1


async def test_after_half_an_hour_a_creation_is_given_up_with_its_form(business: Business):
    await business.says(business.owner, FORM)
    await business.town.close_fleet()
    await business.presses(business.owner, "Create")
    await business.later(minutes=31)
    assert sees(business.owner, "has not answered for 30 minutes")
    await business.town.open_fleet()
    await business.later(minutes=10)
    assert not await business.deliveries()
