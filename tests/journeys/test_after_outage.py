"""After an outage: what has waited for a service goes on as soon as that answers again."""

from datetime import timedelta

import pytest
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from bot.fleet import Delivery, State
from tests.support.business import SENDER, Business, heard, sees
from tests.support.recorder import Recorder

SAVED = "Pickup code saved, not confirmed yet"


class ClosableDoor(Recorder):
    """Answers some questions with 503: all of them, or those whose path has some words in it."""

    def __init__(self) -> None:
        super().__init__()
        self.refuses = ""
        self.headers: dict[str, str] = {}

    def around(self, app: ASGIApp) -> ASGIApp:
        async def refuse(scope: Scope, receive: Receive, send: Send) -> None:
            is_asked = scope["type"] == "http" and scope["method"] == "GET"
            if is_asked and self.refuses and self.refuses in scope["path"]:
                answer = JSONResponse({"status": "error"}, 503, self.headers)
                await answer(scope, receive, send)
            else:
                await app(scope, receive, send)

        return super().around(refuse)


@pytest.fixture
def fleet_door() -> ClosableDoor:
    return ClosableDoor()


async def codes_are_typed(business: Business, count: int) -> list[Delivery]:
    """So many jobs are Musa's, and the fleet service goes away while he types their codes."""
    came = [await business.assigned() for _ in range(count)]
    for delivery in came:
        await business.says(business.musa, f"/accept {delivery.order_number}")
    await business.town.close_fleet()
    for delivery in came:
        code = business.code(delivery.order_number, SENDER)
        await business.says(business.musa, f"/pickup {delivery.order_number} {code}")
    return came


async def test_codes_that_wait_are_confirmed_as_soon_as_the_fleet_service_answers(
    business: Business,
):
    came = await codes_are_typed(business, 3)
    for _ in range(20):
        await business.later(seconds=30)
    await business.town.open_fleet()
    await business.later(seconds=1)
    assert [await business.state(delivery) for delivery in came] == [State.IN_TRANSIT] * 3
    assert not sees(business.musa, "saved, not confirmed yet")


async def test_they_are_so_too_by_a_bot_that_was_started_again_and_again(business: Business):
    (delivery,) = await codes_are_typed(business, 1)
    for _ in range(10):
        await business.later(seconds=58)
        await business.town.stop_bot()
        business.clock.advance(timedelta(seconds=2))
        await business.town.start_bot()
    await business.town.stop_bot()
    business.clock.advance(timedelta(seconds=2))
    await business.town.open_fleet()
    await business.town.start_bot()
    await business.town.idle()
    assert await business.state(delivery) is State.IN_TRANSIT


async def test_an_event_that_needs_an_answer_waits_no_longer_either(
    business: Business, fleet_door: ClosableDoor
):
    fleet_door.refuses = "/"
    await business.order()
    for _ in range(10):
        await business.later(seconds=30)
    assert not sees(business.owner, "1001")
    fleet_door.refuses = ""
    await business.later(seconds=1)
    assert heard(business.owner, "📦 Order 1001") == 1


async def test_one_delivery_that_is_broken_is_not_asked_for_without_end(
    business: Business, fleet_door: ClosableDoor
):
    delivery = await business.accepted()
    fleet_door.refuses = delivery.uuid
    await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")
    await business.later(minutes=1)
    asked = fleet_door.count(delivery.uuid)
    for _ in range(30):
        await business.later(seconds=1)
    assert fleet_door.count(delivery.uuid) - asked <= 9  # three attempts, of three questions each


async def test_a_service_that_says_when_to_come_again_is_left_alone_until_then(
    business: Business, fleet_door: ClosableDoor
):
    delivery = await business.accepted()
    fleet_door.refuses, fleet_door.headers = "/", {"Retry-After": "45"}
    await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")
    asked = len(fleet_door.paths)
    fleet_door.refuses = ""
    for _ in range(44):
        await business.later(seconds=1)
    assert len(fleet_door.paths) == asked
    await business.later(seconds=2)
    assert await business.state(delivery) is State.IN_TRANSIT


@pytest.mark.parametrize("mode", ["webhook", "polling"], indirect=True)
async def test_messages_that_wait_for_telegram_come_as_soon_as_it_takes_one(business: Business):
    await business.joins_by_phone(business.bola)
    business.town.telegram.down = True
    await business.order()
    for _ in range(20):
        await business.later(seconds=30)
    business.town.telegram.down = False
    await business.later(seconds=2)
    assert heard(business.bola, "📦 Order 1001") == 1
    assert heard(business.owner, "📦 Order 1001") == 1
