"""An hour-old copy of the database is put back: nobody hears old news, nothing is done twice."""

from datetime import timedelta

import pytest

from bot.fleet import State, StatusToken
from bot.local_telegram import LocalUser
from tests.journeys.test_goods import created
from tests.support.business import BOLA, SENDER, Business, bare, finds, heard, sees
from tests.support.old_copy import Backup, Since, brought, lasting
from tests.support.recorder import Recorder

pytestmark = pytest.mark.runs_on


@pytest.fixture
def backup(business: Business) -> Backup:
    return Backup(business)


def _cards(person: LocalUser) -> list[int]:
    return [each.message_id for each in person.messages if "Order 1001 ·" in bare(each)]


async def test_an_hour_that_was_told_is_not_told_again_and_the_cards_are_true(
    business: Business, backup: Backup, fleet_door: Recorder
):
    await business.joins_by_phone(business.bola)
    await business.accepted()
    cancelled = await business.order()
    backup.make()
    await brought(business, "1001")
    await business.town.shop.update_status(cancelled.uuid, StatusToken.CANCELLED, note="No goods")
    await business.town.idle()
    await business.order()
    await business.says(business.owner, "/assign 1003")
    await business.presses(business.owner, "Musa Bello")
    await business.later(hours=1)
    since = Since(business, fleet_door)
    before = lasting(business)

    await backup.is_put_back()
    await business.later(minutes=1)
    assert (since.sent, since.changes) == ([], [])
    assert lasting(business) == before
    for _ in range(12):
        await business.later(minutes=5)
    assert since.changes == []
    for person in (business.owner, business.musa, business.bola):
        for words in ("was delivered", "❌ Order 1002 was cancelled", "📦 Order 1003"):
            assert heard(person, words) <= 1


async def test_an_alarm_that_the_other_run_has_raised_does_not_ring_again(
    business: Business, backup: Backup, fleet_door: Recorder
):
    await business.order()
    backup.make()
    await business.later(minutes=11)
    assert heard(business.owner, "⏰ Order 1001 has been waiting") == 1
    since = Since(business, fleet_door)
    await backup.is_put_back()
    await business.later(minutes=2)
    assert since.sent == []


async def test_a_morning_on_which_the_other_run_has_cleared_the_chats_is_not_told_again(
    business: Business, backup: Backup, fleet_door: Recorder
):
    await business.accepted()
    await brought(business, "1001")
    backup.make()
    await business.later(hours=19, minutes=10)
    assert heard(business.musa, "🗂 Yesterday: 1 delivered") == 1
    since, calls = Since(business, fleet_door), len(business.town.telegram.calls)
    await backup.is_put_back()
    await business.later(minutes=10)
    assert since.sent == []
    assert not [c for c in business.town.telegram.calls[calls:] if c.method == "deleteMessage"]


async def test_a_card_that_the_copy_knows_shows_how_things_are(
    business: Business, backup: Backup, fleet_door: Recorder
):
    """The other run is cut off before it has edited the card."""
    await business.joins_by_phone(business.bola)
    delivery = await business.accepted()
    backup.make()
    await business.later(minutes=2)
    business.town.telegram.refuses_calls = True
    await brought(business, "1001")
    assert await business.state(delivery) is State.DELIVERED
    await business.later(minutes=20)
    await business.town.stop_bot()
    business.town.telegram.refuses_calls = False
    assert sees(business.bola, "Step 2 of 4")
    await backup.is_put_back()
    assert sees(business.bola, "Order 1001\n✅ Delivered")


async def test_what_the_other_run_could_not_say_is_told(business: Business, backup: Backup):
    await business.joins_by_phone(business.bola)
    await business.accepted()
    backup.make()
    await business.later(minutes=2)
    business.town.telegram.refuses_calls = True
    await brought(business, "1001")
    await business.later(minutes=20)
    await business.town.stop_bot()
    business.town.telegram.refuses_calls = False
    await backup.is_put_back()
    assert heard(business.bola, "Order 1001 was delivered") == 1


async def test_what_the_other_run_has_told_while_something_else_waited_is_not_told_again(
    business: Business, backup: Backup
):
    """And what waited is told: one chat took nothing for hours."""
    await business.joins_by_phone(business.bola)
    await business.accepted()
    backup.make()
    await business.later(minutes=2)
    wait, owner = 7200, business.owner.id
    business.town.telegram.fail("sendMessage", 429, "Too Many Requests", 1, wait, owner)
    await business.order()
    await brought(business, "1001")
    assert not sees(business.owner, "Order 1002")
    await business.later(minutes=20)
    await backup.is_put_back()
    await business.later(minutes=1)
    for words in ("Order 1001 was delivered", "Order 1001 is on the way"):
        assert heard(business.bola, words) == 1
    assert heard(business.owner, "📦 Order 1002") == 1


async def test_what_has_happened_after_the_other_run_is_told(business: Business, backup: Backup):
    await business.joins_by_phone(business.bola)
    delivery = await business.accepted()
    backup.make()
    await business.says(business.musa, f"/pickup 1001 {business.code('1001', SENDER)}")
    await business.later(hours=1)
    await business.town.stop_bot()
    business.clock.advance(timedelta(minutes=10))
    shop, code = business.town.shop, business.code("1001", BOLA)
    await shop.update_status(delivery.uuid, StatusToken.DELIVERED, dropoff_code=code)
    await business.later(minutes=30)
    await backup.is_put_back()
    assert heard(business.bola, "Order 1001 was delivered") == 1
    assert heard(business.bola, "Order 1001 is on the way") == 1


async def test_an_order_that_came_and_was_cancelled_after_the_other_run_is_told(
    business: Business, backup: Backup
):
    await business.joins_by_phone(business.bola)
    await business.order()
    backup.make()
    await business.later(hours=1)
    await business.town.stop_bot()
    business.clock.advance(timedelta(minutes=10))
    shop = business.town.shop
    (made,) = await shop.create_delivery(business.new_order())
    await shop.update_status(made.uuid, StatusToken.CANCELLED, note="No goods")
    await business.later(minutes=5)
    await backup.is_put_back()
    assert heard(business.owner, "Order 1002 was cancelled") == 1
    assert heard(business.bola, "Order 1002 was cancelled") == 1


async def test_a_request_that_waits_in_the_copy_is_not_made_again(
    business: Business, backup: Backup, fleet_door: Recorder
):
    await business.joins_by_phone(business.bola)
    await business.order()
    await business.presses(business.owner, "Assign")
    await business.town.close_fleet()
    await business.presses(business.owner, "Musa Bello")
    backup.make()
    await business.town.open_fleet()
    await business.later(seconds=2)
    await business.says(business.owner, "/assign 1001")
    await business.presses(business.owner, "Sani Ali")
    await business.later(hours=1)
    since = Since(business, fleet_door)
    await backup.is_put_back()
    await business.later(minutes=5)
    assert since.changes == []
    assert not any("not know what became" in text for text in since.sent)


async def test_a_code_that_waits_in_the_copy_and_was_never_sent_is_asked_for_again(
    business: Business, backup: Backup, fleet_door: Recorder
):
    delivery = await business.accepted()
    await business.town.close_fleet()
    await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")
    backup.make()
    await business.later(hours=1)
    await business.town.stop_bot()
    await business.town.open_fleet()
    since = Since(business, fleet_door)
    await backup.is_put_back()
    assert since.changes == []
    assert heard(business.musa, "type it again") >= 1
    await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")
    assert await business.state(delivery) is State.IN_TRANSIT


async def test_a_start_with_the_same_database_is_no_restore(business: Business):
    await business.joins_by_phone(business.bola)
    await business.town.stop_bot()
    await business.town.shop.create_delivery(business.new_order())
    await business.later(minutes=30)
    await business.town.start_bot()
    await business.town.idle()
    assert heard(business.owner, "📦 Order 1001") == 1
    assert heard(business.bola, "📦 Order 1001") == 1


async def test_nobody_speaks_before_the_fleet_service_has_told_how_things_are(
    business: Business, backup: Backup, fleet_door: Recorder
):
    await business.joins_by_phone(business.bola)
    await business.accepted()
    backup.make()
    await brought(business, "1001")
    await business.later(hours=1)
    await business.town.close_fleet()
    since = Since(business, fleet_door)
    await backup.begins()
    business.musa.write("/jobs")
    await business.town.telegram.idle()
    assert since.sent == []
    await business.town.open_fleet()
    await business.later(seconds=3)
    (answer,) = since.sent
    assert "You have no open jobs" in answer


async def test_what_was_said_while_it_looked_is_answered_also_after_another_start(
    business: Business, backup: Backup, fleet_door: Recorder
):
    await business.joins_by_phone(business.bola)
    await business.accepted()
    backup.make()
    await brought(business, "1001")
    await business.later(hours=1)
    await business.town.close_fleet()
    since = Since(business, fleet_door)
    await backup.begins()
    business.musa.write("/jobs")
    await business.town.telegram.idle()
    await backup.begins_again()
    await business.town.open_fleet()
    await business.later(seconds=3)
    (answer,) = since.sent
    assert "You have no open jobs" in answer


@pytest.mark.parametrize("mode", ["polling"], indirect=True)
async def test_updates_that_another_run_has_taken_tell_of_a_copy_too(
    business: Business, backup: Backup, fleet_door: Recorder
):
    await business.joins_by_phone(business.bola)
    await business.accepted()
    backup.make()
    await brought(business, "1001")
    await business.later(hours=1)
    await business.town.stop_bot()
    (business.town.folder / "handover.key.life").unlink()
    business.musa.write("/jobs")
    since = Since(business, fleet_door)
    await backup.is_put_back()
    (answer,) = since.sent
    assert "You have no open jobs" in answer
    assert since.changes == []


async def test_without_the_file_beside_the_key_nothing_is_taken_for_a_copy(
    business: Business, backup: Backup
):
    await business.joins_by_phone(business.bola)
    backup.make()
    await business.town.stop_bot()
    (business.town.folder / "handover.key.life").unlink()
    await business.town.shop.create_delivery(business.new_order())
    await backup.is_put_back()
    assert heard(business.bola, "📦 Order 1001") == 1


async def test_a_card_that_was_sent_after_the_copy_stays_the_only_one_and_is_true(
    business: Business, backup: Backup, fleet_door: Recorder
):
    await business.joins_by_phone(business.bola)
    await business.order()
    backup.make()
    await business.says(business.owner, "/assign 1001")
    await business.presses(business.owner, "Musa Bello")
    await business.presses(business.musa, "Accept")
    card = finds(business.musa, "Order 1001")
    await business.later(hours=1)
    since = Since(business, fleet_door)
    await backup.is_put_back()
    assert since.sent == []
    await business.says(business.musa, f"/pickup 1001 {business.code('1001', SENDER)}")
    assert _cards(business.musa) == [card.message_id]
    assert sees(business.musa, "On the way")


async def test_who_had_a_job_only_between_the_copy_and_now_keeps_nothing_of_it(
    business: Business, backup: Backup
):
    await business.joins_by_phone(business.bola)
    delivery = await business.order()
    backup.make()
    await business.says(business.owner, "/assign 1001")
    await business.presses(business.owner, "Musa Bello")
    await business.says(business.bola, "/note 1001 The blue gate")
    business.town.telegram.down = True
    await business.town.shop.assign(business.riders["Sani Ali"], [delivery.uuid])
    await business.later(hours=1)
    await business.town.stop_bot()
    business.town.telegram.down = False
    assert sees(business.musa, "blue gate")
    await backup.is_put_back()
    for words in ("blue gate", "Marina Road", BOLA[-4:]):
        assert not sees(business.musa, words)
    assert sees(business.sani, "1001")


async def test_words_that_came_after_the_copy_go_with_the_job(business: Business, backup: Backup):
    await business.joins_by_phone(business.bola)
    await business.accepted()
    backup.make()
    await business.says(business.bola, "/note 1001 The blue gate")
    await business.later(hours=1)
    await backup.is_put_back()
    assert sees(business.musa, "blue gate")
    await brought(business, "1001")
    assert not sees(business.musa, "blue gate")


async def test_a_board_of_which_the_copy_knows_nothing_is_taken_away(
    business: Business, backup: Backup
):
    await business.order()
    backup.make()
    await business.says(business.owner, "/board")
    assert sees(business.owner, "📋 Board")
    await business.later(hours=1)
    await backup.is_put_back()
    assert not sees(business.owner, "📋 Board")


async def test_an_order_that_was_being_written_at_the_copy_is_not_made_a_second_time(
    business: Business, backup: Backup
):
    await business.says(business.owner, _form("Bola Ahmed", "1"))
    backup.make()
    await business.presses(business.owner, "Create")
    assert sees(business.owner, "Order 1001")
    await backup.is_put_back()
    await business.later(minutes=1)
    await business.says(business.owner, _form("Efe Obi", "2"))
    assert not sees(business.owner, "2 orders: is everything right?")
    await business.presses(business.owner, "Create")
    made = await business.deliveries()
    assert [one.receivers[0].name for one in made] == ["Efe Obi", "Bola Ahmed"]


def _form(receiver: str, number: str) -> str:
    lines = ("From: Ada's Kitchen", "From phone: +234 804 000 0001", "From address: 12 Marina Road")
    to = (f"To: {receiver}", f"Phone: 0803 000 000{number}", f"Address: {number} Allen Avenue")
    return "\n".join((*lines, *to, "Items: Jollof rice 3000", "Fee: 1500", "SMS: yes"))


GOODS = [{"business": {"country": "NG"}}]


async def taken_by_the_guard(business: Business) -> None:
    """Goods are paid at the door, and the rider says who took them."""
    await created(business)
    await business.presses(business.musa, "Accept")
    await business.says(business.musa, business.pickup_code)
    await business.presses(business.musa, "Delivered")
    await business.says(business.musa, f"{business.dropoff_code} guard took it")


@pytest.mark.parametrize("changed_settings", GOODS)
async def test_what_the_copy_knows_of_the_door_stands_and_is_not_told_again(
    business: Business, backup: Backup, fleet_door: Recorder
):
    await taken_by_the_guard(business)
    backup.make()
    await business.later(hours=1)
    since = Since(business, fleet_door)
    await backup.is_put_back()
    await business.later(minutes=2)
    assert (since.sent, since.changes) == ([], [])
    await business.says(business.owner, "/delivery 1001")
    shown = bare(business.owner.last)
    assert "NGN15,000.00" in shown
    assert "guard took it" in shown


@pytest.mark.parametrize("changed_settings", GOODS)
async def test_what_was_said_of_the_door_after_the_copy_is_lacked_and_nothing_is_told(
    business: Business, backup: Backup, fleet_door: Recorder
):
    backup.make()
    await taken_by_the_guard(business)
    await business.later(hours=1)
    since = Since(business, fleet_door)
    await backup.is_put_back()
    await business.later(minutes=2)
    assert since.sent == []
    await business.says(business.owner, "/delivery 1001")
    shown = bare(business.owner.last)
    assert "Order 1001 · ✅ Delivered" in shown
    assert "15,000" not in shown
    assert "guard" not in shown
