"""/edit: one field of a delivery is changed after old and new were compared."""

from datetime import timedelta

from bot.fleet import Delivery, DeliveryEdit, DeliveryQuery, StatusToken
from tests.support.business import BOLA, Business, heard, sees, told


async def now(business: Business, delivery: Delivery) -> Delivery:
    return await business.town.shop.get_delivery(delivery.uuid)


async def edited_elsewhere(business: Business, delivery: Delivery, address: str) -> None:
    edit = DeliveryEdit.of(await now(business, delivery))
    receiver = edit.receiver.model_copy(update={"address": address})
    await business.town.shop.update_delivery(
        delivery.uuid, edit.model_copy(update={"receiver": receiver})
    )


async def test_an_address_is_changed_and_the_rider_is_told(business: Business):
    delivery = await business.accepted()
    await business.presses(business.owner, "Edit")
    await business.presses(business.owner, "Drop-off address")
    assert "Now: 5 Allen Avenue" in told(business.owner)[-1]
    await business.says(business.owner, "7 Allen Avenue\nIkeja")
    assert "Old: 5 Allen Avenue\nNew: 7 Allen Avenue, Ikeja" in told(business.owner)[-1]
    assert (await now(business, delivery)).receivers[0].address == "5 Allen Avenue"
    await business.presses(business.owner, "Save")
    after = await now(business, delivery)
    assert after.receivers[0].address == "7 Allen Avenue, Ikeja"
    assert after.receivers[0].name == "Bola Ahmed"
    assert [item.description for item in after.items] == ["Jollof rice"]
    assert heard(business.owner, "✅ Order 1001 · Drop-off address") == 1
    assert sees(business.owner, "Drop-off: Bola Ahmed, 7 Allen Avenue, Ikeja")
    assert heard(business.musa, "Order 1001 has changed. Drop-off address:") == 1


async def test_every_field_can_be_changed(business: Business):
    delivery = await business.order()
    changes = {
        "Receiver's name": "Bola A.",
        "Receiver's phone": "0803 000 0007",
        "Items": "1 x Jollof rice 3500\n3 x Zobo 200",
        "Fee": "NGN 2,000",
        "Sender's name": "Ada & Co",
        "Sender's phone": "+234 804 000 0005",
        "Sender's e-mail": "kitchen@example.com",
        "Pickup address": "14 Marina Road",
    }
    for field, value in changes.items():
        await business.says(business.owner, "/edit 1001")
        await business.presses(business.owner, field)
        await business.says(business.owner, value)
        await business.presses(business.owner, "Save")
    after = await now(business, delivery)
    receiver, sender = after.receivers[0], after.sender
    assert (receiver.name, receiver.phone_number) == ("Bola A.", "8030000007")
    assert [(i.quantity, i.description, int(i.value)) for i in after.items] == [
        (1, "Jollof rice", 3500),
        (3, "Zobo", 200),
    ]
    assert after.items[0].uuid == delivery.items[0].uuid
    assert int(after.fee.amount) == 2000
    assert sender is not None
    assert (sender.name, sender.address) == ("Ada & Co", "14 Marina Road")
    assert sender.email == "kitchen@example.com"
    assert business.town.code_for("+2348040000005")


async def test_an_order_is_put_off_to_another_day_which_nothing_shows(business: Business):
    await business.order()
    await business.says(business.owner, "/edit 1001")
    await business.presses(business.owner, "Day")
    assert "Now:" not in told(business.owner)[-1]
    await business.says(business.owner, "yesterday")
    assert "“yesterday”" in told(business.owner)[-1]
    await business.says(business.owner, "tomorrow")
    assert "New: Mar 3, 2026" in told(business.owner)[-1]
    assert "Old:" not in told(business.owner)[-1]
    await business.presses(business.owner, "Save")
    assert heard(business.owner, "✅ Order 1001 · Day") == 1
    tomorrow = business.clock.now().date() + timedelta(days=1)
    listed = await business.town.shop.list_deliveries(DeliveryQuery(schedule_date=tomorrow))
    assert [each.order_number for each in listed.page.items] == ["1001"]


async def test_who_had_the_number_before_does_not_follow_any_more(business: Business):
    await business.order()
    await business.joins_by_phone(business.bola)
    assert sees(business.bola, "Order 1001")
    await business.says(business.owner, "/edit 1001")
    await business.presses(business.owner, "Receiver's phone")
    await business.says(business.owner, "+2348030000007")
    await business.presses(business.owner, "Save")
    assert not sees(business.bola, "Order 1001")
    assert business.town.code_for("+2348030000007") != business.town.code_for(BOLA)


async def test_what_somebody_else_has_changed_meanwhile_is_shown_first(business: Business):
    delivery = await business.order()
    await business.says(business.owner, "/edit 1001")
    await business.presses(business.owner, "Drop-off address")
    await business.says(business.owner, "7 Allen Avenue")
    await edited_elsewhere(business, delivery, "1 Other Road")
    await business.presses(business.owner, "Save")
    assert "Somebody has changed this meanwhile" in told(business.owner)[-1]
    assert "Old: 1 Other Road\nNew: 7 Allen Avenue" in told(business.owner)[-1]
    assert (await now(business, delivery)).receivers[0].address == "1 Other Road"
    await business.presses(business.owner, "Save")
    assert (await now(business, delivery)).receivers[0].address == "7 Allen Avenue"


async def test_what_cannot_be_is_said_and_nothing_is_changed(business: Business):
    delivery = await business.order()
    await business.says(business.owner, "/edit")
    assert "/edit 1042" in told(business.owner)[-1]
    await business.says(business.owner, "/edit 9999")
    assert sees(business.owner, "I find no order 9999")
    await business.says(business.owner, "/edit 1001")
    await business.presses(business.owner, "Receiver's phone")
    await business.says(business.owner, "call me")
    assert "“call me” is not a phone number" in told(business.owner)[-1]
    await business.says(business.owner, "0803 000 0001")
    assert "It says so already" in told(business.owner)[-1]

    await business.says(business.owner, "/edit 1001")
    await business.presses(business.owner, "Fee")
    await business.says(business.owner, "900")
    await business.town.shop.update_status(delivery.uuid, StatusToken.CANCELLED, note="Too late")
    await business.presses(business.owner, "Save")
    assert sees(business.owner, "Order 1001 is over and cannot be changed")
    await business.says(business.owner, "/edit 1001")
    assert heard(business.owner, "Order 1001 is over and cannot be changed") == 2
    assert int((await now(business, delivery)).fee.amount) == 1500


async def test_a_change_waits_for_the_fleet_service(business: Business):
    delivery = await business.order()
    await business.says(business.owner, "/edit 1001")
    await business.presses(business.owner, "Fee")
    await business.says(business.owner, "900")
    await business.town.close_fleet()
    await business.presses(business.owner, "Save")
    assert sees(business.owner, "Changing, not confirmed yet")
    await business.town.open_fleet()
    await business.later(minutes=1)
    assert int((await now(business, delivery)).fee.amount) == 900


async def test_an_address_that_was_changed_elsewhere_comes_to_the_riders_card(business: Business):
    delivery = await business.on_the_way()
    await edited_elsewhere(business, delivery, "7 Allen Avenue")
    await business.later(minutes=6)
    assert sees(business.musa, "7 Allen Avenue")
    assert not sees(business.musa, "5 Allen Avenue")


async def test_pressing_save_twice_saves_once_and_says_nothing_else(business: Business):
    await business.order()
    await business.presses(business.owner, "Edit")
    await business.presses(business.owner, "Drop-off address")
    await business.says(business.owner, "7 Allen Avenue")
    question = business.owner.last
    business.owner.press("Save", message=question)
    business.owner.press("Save", message=question)
    await business.town.idle()
    assert heard(business.owner, "✅ Order 1001 · Drop-off address") == 1
    assert sees(business.owner, "⏳ Saving, not confirmed yet.")
    assert not sees(business.owner, "This question is over")


async def test_a_change_that_is_left_alone_is_not_asked_for_any_more(business: Business):
    await business.order()
    await business.presses(business.owner, "Edit")
    await business.presses(business.owner, "Drop-off address")
    await business.says(business.owner, "7 Allen Avenue")
    await business.presses(business.owner, "Leave it")
    await business.says(business.owner, "Thanks")
    assert not sees(business.owner, "New: Thanks")


async def test_the_receivers_e_mail_can_be_set(business: Business):
    delivery = await business.order()
    await business.says(business.owner, "/edit 1001")
    await business.presses(business.owner, "Receiver's e-mail")
    await business.says(business.owner, "bola at example")
    assert "“bola at example” is not an e-mail address" in told(business.owner)[-1]
    await business.says(business.owner, "bola@example.com")
    await business.presses(business.owner, "Save")
    assert (await now(business, delivery)).receivers[0].email == "bola@example.com"
