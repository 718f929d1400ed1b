"""A code is asked to be confirmed at once where webhooks keep what is known true."""

import pytest

from bot.demo.town import ENVIRONMENT
from bot.service.operations.webhook_administration import set_webhook
from tests.support.business import Business, sees
from tests.support.recorder import Recorder


@pytest.fixture
def fleet_door() -> Recorder:
    return Recorder()


async def test_a_code_costs_one_request(business: Business, fleet_door: Recorder):
    delivery = await business.accepted()
    before = len(fleet_door.requests)
    await business.says(business.musa, business.pickup_code)
    about_it = ("update_status", delivery.uuid)
    asked = [each for each in fleet_door.requests[before:] if each.endswith(about_it)]
    assert [request.rpartition("/")[2] for request in asked] == ["update_status"]
    assert sees(business.musa, "At the door, ask for the code")


@pytest.mark.parametrize("heard_before", [True, False])
async def test_without_webhooks_the_delivery_is_read_first(business: Business, heard_before: bool):
    delivery = await business.order()
    if not heard_before:
        await set_webhook(business.town.service.environment(ENVIRONMENT), None)
    await business.town.shop.assign(business.riders["Musa Bello"], [delivery.uuid])
    await business.later(minutes=5)
    await business.presses(business.musa, "Accept")
    code = business.pickup_code
    await business.town.shop.assign(business.riders["Sani Ali"], [delivery.uuid])
    await business.town.idle()
    await business.says(business.musa, code)
    assert (await business.town.shop.get_delivery(delivery.uuid)).pickup_at is None
    assert not sees(business.musa, "At the door, ask for the code")
