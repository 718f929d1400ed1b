"""A copy of a business that has opened is like it, and what happens in one is not in the other."""

import pytest

from bot.demo.certificates import Certificates
from bot.demo.town import Town
from bot.fleet import State
from tests.support.business import Business, told
from tests.support.clock import ManualClock
from tests.support.opening import Opening


def seen(business: Business) -> list[list[str]]:
    return [told(person) for person in (business.owner, business.musa, business.sani)]


async def test_a_copy_is_like_it_and_goes_its_own_way(
    business: Business, certificates: Certificates, tmp_path_factory: pytest.TempPathFactory
):
    opening = Opening.of(business, tmp_path_factory.mktemp("opening"))
    folder, clock = tmp_path_factory.mktemp("copy"), ManualClock()
    opening.begin(folder, clock)
    async with Town(folder, clock=clock, certificates=certificates, record=opening.record) as town:
        town.account.webhook_set_at = None
        await town.start_bot()
        copy = Business(town, clock)
        copy.riders.update(opening.riders)
        await town.idle()
        assert seen(copy) == seen(business)
        assert town.account.menus == business.town.account.menus
        delivery = await copy.on_the_way()
        assert await copy.state(delivery) is State.IN_TRANSIT
        assert not await business.deliveries()
        assert seen(copy) != seen(business)
