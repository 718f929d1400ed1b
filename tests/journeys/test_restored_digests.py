"""Digests that another run has sent after the copy that is put back: true, and heard by nobody."""

import pytest

from bot.fleet import StatusToken
from bot.local_telegram import LocalUser
from tests.journeys.test_busy_sender import HEADING, moves, picked_up, shop_of
from tests.journeys.test_digest import bound, digest, gives, orders
from tests.support.business import Business, bare, finds, labels, sees
from tests.support.old_copy import Backup, Since
from tests.support.recorder import Recorder

pytestmark = pytest.mark.runs_on

WITH_A_RIDER = "All of these have a rider"


def lists(person: LocalUser) -> list[str]:
    """The lists of new orders that stand in a chat."""
    said = map(bare, person.messages)
    return [
        each for each in said if "for a rider\n" in each and "🆕" in each and "Order" not in each
    ]


@pytest.fixture
def backup(business: Business) -> Backup:
    return Backup(business)


async def test_new_orders_are_listed_on_and_go_as_they_get_a_rider(
    business: Business, backup: Backup, fleet_door: Recorder
):
    group = await bound(business)
    backup.make()
    came = await orders(business, 6)
    await business.later(minutes=8)
    since = Since(business, fleet_door)
    await backup.is_put_back()
    assert since.sent == []
    assert "3 orders wait for a rider" in bare(digest(business.owner))
    await gives(business, came[3])
    await business.later(seconds=15)
    for reader in (business.owner, group):
        lines = bare(finds(reader, "for a rider\n"))
        assert "2 orders wait for a rider" in lines
        assert "1004" not in lines
    await gives(business, *came[4:])
    await business.later(seconds=15)
    assert sees(business.owner, WITH_A_RIDER)
    assert sees(group, WITH_A_RIDER)


async def test_an_order_stays_listed_whose_customer_follows_it_in_the_chat(
    business: Business, backup: Backup
):
    await business.joins_by_phone(business.bola)
    backup.make()
    await orders(business, 6)
    await business.later(minutes=2)
    await backup.is_put_back()
    await business.later(seconds=15)
    assert "3 orders wait for a rider" in bare(digest(business.owner))


async def test_lists_go_on_also_where_the_bot_was_started_twice_before_it_knew_how_things_are(
    business: Business, backup: Backup
):
    await business.joins_by_phone(business.bola)
    backup.make()
    came = await orders(business, 6)
    await business.later(minutes=8)
    await business.town.close_fleet()
    await backup.begins()
    await backup.begins_again()
    await business.town.open_fleet()
    await business.later(seconds=15)
    await gives(business, *came)
    await business.later(seconds=15)
    assert sees(business.owner, WITH_A_RIDER)
    assert lists(business.owner) == []


async def test_what_has_got_a_rider_while_nothing_ran_is_listed_no_more(
    business: Business, backup: Backup
):
    backup.make()
    came = await orders(business, 6)
    await business.later(minutes=8)
    await business.town.stop_bot()
    riders = business.riders
    await business.town.shop.assign(riders["Musa Bello"], [each.uuid for each in came[3:]])
    await backup.is_put_back()
    await business.later(seconds=15)
    assert sees(business.owner, WITH_A_RIDER)
    assert lists(business.owner) == []


async def test_what_comes_after_the_copy_joins_the_list_that_stands(
    business: Business, backup: Backup
):
    backup.make()
    await orders(business, 6)
    await business.later(minutes=2)
    await backup.is_put_back()
    await orders(business, 4)
    (stands,) = lists(business.owner)
    assert "7 orders wait for a rider" in stands


async def test_a_list_that_the_other_run_has_sent_again_stands_once(
    business: Business, backup: Backup, fleet_door: Recorder
):
    await orders(business, 6)
    backup.make()
    await business.later(minutes=16)
    await orders(business, 4)
    since = Since(business, fleet_door)
    await backup.is_put_back()
    await business.later(seconds=15)
    assert since.sent == []
    (stands,) = lists(business.owner)
    assert "4 orders wait for a rider" in stands


async def test_an_alarm_goes_when_it_is_solved_and_rings_no_more(
    business: Business, backup: Backup, fleet_door: Recorder
):
    order = await business.order()
    backup.make()
    await business.later(minutes=12)
    alarm = finds(business.owner, "⏰ Order 1001 has been waiting")
    since = Since(business, fleet_door)
    await backup.is_put_back()
    await business.later(minutes=2)
    assert since.sent == []
    assert sees(business.owner, "⏰ Order 1001 has been waiting")
    await gives(business, order)
    await business.later(seconds=15)
    assert not sees(business.owner, "has been waiting")
    assert labels(alarm) == []


async def test_what_nobody_accepts_stays_listed_though_the_copy_cannot_know_since_when(
    business: Business, backup: Backup, fleet_door: Recorder
):
    order = await business.order()
    backup.make()
    await gives(business, order)
    await business.later(minutes=12)
    assert sees(business.owner, "Musa has not accepted order 1001 since 09:00")
    since = Since(business, fleet_door)
    await backup.is_put_back()
    await business.later(minutes=20)
    assert since.sent == []
    assert sees(business.owner, "Musa has not accepted order 1001 since 09:0")
    await gives(business, order, rider="Sani Ali")
    assert not sees(business.owner, "Musa has not accepted order 1001")


async def test_a_shop_reads_of_its_orders_in_the_message_that_stands(
    business: Business, backup: Backup, fleet_door: Recorder
):
    shop, came = await shop_of(business, 3)
    backup.make()
    came += await orders(business, 3)
    await picked_up(business, came[0])
    await business.later(minutes=5)
    since = Since(business, fleet_door)
    await backup.is_put_back()
    await business.later(minutes=1)
    assert since.sent == []
    for order in came[1:]:
        await picked_up(business, order)
    for order in came:
        await moves(business, order, StatusToken.DELIVERED)
    assert sees(shop, "All of your orders are over.\n6 delivered today")
    assert not sees(shop, HEADING)
