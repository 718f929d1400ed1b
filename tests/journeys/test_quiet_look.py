"""The look every few minutes: two requests while nothing has changed, and all of it otherwise."""

from collections.abc import Awaitable, Callable

import pytest

from bot.demo.town import ENVIRONMENT
from bot.fleet import Delivery, DeliveryEdit, StatusToken
from bot.service.operations.webhook_administration import set_webhook
from tests.support.business import SENDER, Business, sees
from tests.support.recorder import Recorder

Change = Callable[[Business, Delivery], Awaitable[object]]


@pytest.fixture
def fleet_door() -> Recorder:
    return Recorder()


async def looked(business: Business, door: Recorder, *, minutes: int = 5) -> int:
    """Let a look pass; return how much it has asked."""
    before = len(door.requests)
    await business.later(minutes=minutes)
    return len(door.requests) - before


async def test_two_requests_show_that_nothing_has_changed(business: Business, fleet_door: Recorder):
    await business.accepted()
    await looked(business, fleet_door)
    assert [await looked(business, fleet_door) for _ in range(3)] == [2] * 3


async def test_once_an_hour_all_is_looked_at(business: Business, fleet_door: Recorder):
    await business.accepted()
    await looked(business, fleet_door)
    asked = [await looked(business, fleet_door) for _ in range(12)]
    assert sorted(asked)[:11] == [2] * 11
    assert max(asked) > 2


async def test_what_no_rider_has_is_looked_at_each_time(business: Business, fleet_door: Recorder):
    await business.order()
    await looked(business, fleet_door)
    assert await looked(business, fleet_door) > 2


async def moves(business: Business, delivery: Delivery) -> None:
    edit = DeliveryEdit.of(await business.town.shop.get_delivery(delivery.uuid))
    receiver = edit.receiver.model_copy(update={"address": "9 Creek Road"})
    moved = edit.model_copy(update={"receiver": receiver})
    await business.town.shop.update_delivery(delivery.uuid, moved)


async def is_called_off(business: Business, delivery: Delivery) -> None:
    await business.town.shop.update_status(delivery.uuid, StatusToken.CANCELLED, note="No goods")


async def is_fetched(business: Business, delivery: Delivery) -> None:
    code = business.code(delivery.order_number, SENDER)
    await business.town.shop.update_status(delivery.uuid, StatusToken.IN_TRANSIT, pickup_code=code)


async def is_joined(business: Business, _delivery: Delivery) -> None:
    await business.town.shop.create_delivery(business.new_order())


@pytest.mark.parametrize(
    ("change", "seen_by", "sight"),
    [
        (moves, "musa", "9 Creek Road"),
        (is_called_off, "musa", "No goods"),
        (is_fetched, "musa", "At the door, ask for the code"),
        (is_joined, "owner", "Order 1002"),
    ],
)
async def test_what_webhooks_do_not_tell_is_seen_at_the_next_look(
    business: Business, fleet_door: Recorder, change: Change, seen_by: str, sight: str
):
    delivery = await business.accepted()
    await looked(business, fleet_door)
    assert await looked(business, fleet_door) == 2
    await set_webhook(business.town.service.environment(ENVIRONMENT), None)
    await change(business, delivery)
    await business.later(minutes=5)
    assert sees(getattr(business, seen_by), sight)
