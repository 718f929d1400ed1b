"""A shop's words become an order with a tap, and a receiver's new address a change of theirs."""

from bot.fleet import Delivery
from bot.local_telegram import LocalUser
from tests.journeys.test_i_take_it import makes_dispatcher
from tests.support.business import Business, bare, finds, heard, labels, sees

ORDER = "Hello, please send a rider\nNgozi Eze\n08031112222\n7 Bode Thomas Street\n2 meat pies"


async def a_shop(business: Business):
    shop = business.town.telegram.add_user("Ada")
    await business.order()
    await business.follows(shop, "Ada's Kitchen")
    return shop


async def test_an_order_that_a_shop_writes_is_made_with_a_tap_and_the_shop_as_sender(
    business: Business,
):
    shop = await a_shop(business)
    await business.says(shop, ORDER)
    news = finds(business.owner, "7 Bode Thomas Street")
    assert "📦 New order" in labels(news)
    await business.presses(business.owner, "New order", message=news)
    assert sees(business.owner, "fee")
    await business.says(business.owner, "1500")
    draft = bare(business.owner.last)
    assert "Ada's Kitchen" in draft
    assert "12 Marina Road" in draft
    assert "Ngozi Eze" in draft
    assert "7 Bode Thomas Street" in draft
    assert not sees(shop, "Order 1002")
    await business.presses(business.owner, "Create")
    assert sees(business.owner, "Order 1002")
    assert "To Ngozi Eze" in bare(finds(shop, "Order 1002"))
    assert heard(shop, "Order 1002") == 1


async def test_the_fee_that_a_shop_names_is_in_the_draft_and_a_code_reaches_nobody(
    business: Business,
):
    shop = await a_shop(business)
    await business.says(shop, ORDER + "\nDelivery fee: 2500\npays with 5000\ncode 7295")
    news = finds(business.owner, "7 Bode Thomas Street")
    assert "7295" not in bare(news)
    await business.presses(business.owner, "New order", message=news)
    draft = bare(business.owner.last)
    assert "2500" in draft
    assert "5000" in draft


async def test_what_is_no_order_has_no_such_button(business: Business):
    shop = await a_shop(business)
    await business.says(shop, "when does the rider come for 1001?\nthe food gets cold")
    await business.says(business.musa, ORDER)
    for words in ("the food gets cold", "7 Bode Thomas Street"):
        assert "📦 New order" not in labels(finds(business.owner, words))


async def test_a_receivers_new_address_is_used_after_it_was_compared(business: Business):
    delivery = await business.on_the_way()
    await business.follows(business.bola, "Bola Ahmed")
    await business.says(business.bola, "i moved, new address is 12 Adeniyi Jones")
    news = finds(business.owner, "12 Adeniyi Jones")
    await business.presses(business.owner, "Use the new address", message=news)
    compared = bare(business.owner.last)
    assert "5 Allen Avenue" in compared
    assert "12 Adeniyi Jones" in compared
    assert (await business.town.shop.get_delivery(delivery.uuid)).receivers[0].address == (
        "5 Allen Avenue"
    )
    await business.presses(business.owner, "Save")
    changed = await business.town.shop.get_delivery(delivery.uuid)
    assert changed.receivers[0].address == "12 Adeniyi Jones"
    assert "12 Adeniyi Jones" in bare(finds(business.musa, "Order 1001 · "))
    assert sees(business.owner, "The fee stays NGN1,500.00. Is it still right?")
    await business.presses(business.owner, "Change the fee")
    await business.says(business.owner, "2000")
    await business.presses(business.owner, "Save")
    assert bare(finds(business.owner, "Order 1001 · Fee")).endswith("2000")


async def test_an_address_of_a_parcel_that_is_there_is_not_offered(business: Business):
    await business.on_the_way()
    await business.follows(business.bola, "Bola Ahmed")
    await business.says(business.bola, "i moved, new address is 12 Adeniyi Jones")
    news = finds(business.owner, "12 Adeniyi Jones")
    await business.says(business.musa, f"/dropoff 1001 {business.dropoff_code}")
    await business.presses(business.owner, "Use the new address", message=news)
    assert not sees(business.owner, "Save")


async def moves(business: Business) -> Delivery:
    """Bola, whose parcel Musa brings, tells of another address."""
    delivery = await business.on_the_way()
    await business.follows(business.bola, "Bola Ahmed")
    await business.says(business.bola, "i moved, new address is 12 Adeniyi Jones")
    return delivery


async def address(business: Business, delivery: Delivery) -> str:
    return (await business.town.shop.get_delivery(delivery.uuid)).receivers[0].address


def offers(person: LocalUser) -> bool:
    return "🏠 Use the new address" in labels(finds(person, "12 Adeniyi Jones"))


async def test_the_rider_uses_a_new_address_with_a_tap_and_the_dispatcher_is_asked_for_the_fee(
    business: Business,
):
    delivery = await moves(business)
    await business.presses(business.musa, "Use the new address")
    assert await address(business, delivery) == "12 Adeniyi Jones"
    card = bare(finds(business.musa, "Order 1001 · 🛵 On the way"))
    assert "Drop-off: Bola Ahmed, 12 Adeniyi Jones" in card
    assert heard(business.musa, "Order 1001 · Drop-off address") == 1
    asked = finds(business.owner, "The fee stays NGN1,500.00. Is it still right?")
    assert "Changed by Musa" in bare(asked)
    await business.presses(business.owner, "Change the fee", message=asked)
    await business.says(business.owner, "2000")
    await business.presses(business.owner, "Save")
    assert bare(finds(business.owner, "Order 1001 · Fee")).endswith("2000")


async def test_an_address_that_is_part_of_another_number_is_another_one(business: Business):
    delivery = await moves(business)
    await business.presses(business.musa, "Use the new address")
    await business.says(business.bola, "sorry, new address is 2 Adeniyi Jones")
    await business.presses(business.musa, "Use the new address")
    assert await address(business, delivery) == "2 Adeniyi Jones"


async def test_whoever_is_second_finds_the_address_used(business: Business):
    delivery = await moves(business)
    offered = finds(business.owner, "12 Adeniyi Jones")
    button = next(each for row in offered.buttons for each in row if "Use" in each.label)
    await business.presses(business.musa, "Use the new address")
    assert not any("Use" in label for label in labels(offered))
    await business.restart()
    business.owner.press_button(offered, button)
    await business.town.idle()
    assert not sees(business.owner, "Old: 5 Allen Avenue")
    assert await address(business, delivery) == "12 Adeniyi Jones"


async def test_two_who_use_it_while_the_fleet_is_away_change_it_once(business: Business):
    delivery = await moves(business)
    await business.presses(business.owner, "Use the new address")
    await business.town.close_fleet()
    await business.presses(business.musa, "Use the new address")
    await business.presses(business.owner, "Save")
    await business.town.open_fleet()
    await business.later(minutes=3)
    assert await address(business, delivery) == "12 Adeniyi Jones"
    assert heard(business.owner, "Is it still right?") == 1
    assert heard(business.musa, "Order 1001 · Drop-off address") == 1
    assert not sees(business.musa, "Order 1001 has changed")


async def test_the_rider_can_use_no_address_once_the_parcel_is_there(business: Business):
    delivery = await moves(business)
    offered = finds(business.musa, "12 Adeniyi Jones")
    button = next(each for row in offered.buttons for each in row if "Use" in each.label)
    await business.says(business.musa, f"/dropoff 1001 {business.dropoff_code}")
    business.musa.press_button(offered, button)
    await business.town.idle()
    assert await address(business, delivery) == "5 Allen Avenue"
    assert not sees(business.owner, "Is it still right?")


async def test_a_dispatcher_who_rides_uses_the_address_of_what_they_bring(business: Business):
    await makes_dispatcher(business, business.musa)
    delivery = await moves(business)
    as_rider = next(each for each in business.musa.messages if "🏠 New address:" in bare(each))
    await business.presses(business.musa, "Use the new address", message=as_rider)
    assert await address(business, delivery) == "12 Adeniyi Jones"
    assert heard(business.musa, "Order 1001 · Drop-off address") == 1
    assert heard(business.owner, "Is it still right?") == 1


async def test_a_shop_follows_no_order_that_names_another_sender(business: Business):
    shop = await a_shop(business)
    other = "From: Bukka Hut\nFrom phone: +2348040000002\nFrom address: 3 Bode Thomas\n"
    form = "To: Ngozi Eze\nPhone: +2348031112222\nAddress: 7 Allen Avenue"
    await business.says(shop, other + form)
    news = finds(business.owner, "7 Allen Avenue")
    await business.presses(business.owner, "New order", message=news)
    await business.says(business.owner, "1500")
    await business.presses(business.owner, "Create")
    assert sees(business.owner, "Order 1002")
    assert not sees(shop, "Order 1002")
