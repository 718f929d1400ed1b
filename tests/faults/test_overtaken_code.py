"""A code that is overtaken on its way to the fleet service."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.demo.town import ENVIRONMENT, Town
from bot.fleet import StatusToken
from bot.service.operations.webhook_administration import set_webhook
from tests.faults.interloper import Interloper
from tests.support.business import Business, sees
from tests.support.clock import ManualClock


@pytest.fixture
def interloper() -> Interloper:
    return Interloper()


@pytest.fixture
async def business(tmp_path: Path, interloper: Interloper) -> AsyncIterator[Business]:
    clock = ManualClock()
    async with Town(tmp_path, clock=clock, around_fleet=interloper.around) as town:
        await town.start_bot()
        business = Business(town, clock)
        await business.open()
        yield business


async def test_a_right_code_for_what_was_just_cancelled_is_no_wrong_guess(
    business: Business, interloper: Interloper
):
    delivery = await business.accepted()
    await business.presses(business.musa, "Picked up")
    await set_webhook(business.town.service.environment(ENVIRONMENT), None)  # nobody tells the bot
    interloper.act = lambda: business.town.shop.update_status(
        delivery.uuid, StatusToken.CANCELLED, note="Changed their mind"
    )
    await business.says(business.musa, business.pickup_code)
    assert sees(business.musa, "is not an open job of yours any more")
    assert not sees(business.musa, "tries left")
    assert not sees(business.musa, "type the pickup code")
