"""The fee is shown until it is paid: what the rider collects, what others are told of it."""

from bot.demo.town import ENVIRONMENT
from bot.fleet import (
    Delivery,
    open_deliveries,
)
from bot.service.operations.dashboard import mark_failed, set_paid
from tests.support.business import SENDER, Business, bare, finds, rung, sees, told

LOOK = 6
"""Minutes after which the bot has looked at everything again."""


async def is_paid(business: Business, delivery: Delivery, *, paid: bool = True) -> None:
    """The business writes down at the fleet service that the fee was paid."""
    await set_paid(business.town.service.environment(ENVIRONMENT), delivery.uuid, paid=paid)


def card(business: Business, person: str) -> str:
    return bare(finds(getattr(business, person), "Order 1001"))


async def test_what_is_to_be_collected_stands_under_the_door_until_it_is_paid(business: Business):
    delivery = await business.on_the_way()
    await business.follows(business.bola, "Bola Ahmed")
    lines = card(business, "musa").splitlines()
    door = next(number for number, line in enumerate(lines) if line.startswith("🏁 Drop-off"))
    assert lines[door + 2] == "💵 Collect NGN1,500.00: the delivery fee"
    assert "💰 NGN1,500.00 · not paid yet" in card(business, "owner")
    assert "💳 To pay: NGN1,500.00" in card(business, "bola")

    heard = {person: rung(business, person) for person in (business.musa, business.owner)}
    await is_paid(business, delivery)
    await business.later(minutes=LOOK)
    assert "Collect" not in card(business, "musa")
    assert "💰 NGN1,500.00 · paid" in card(business, "owner")
    assert "💳 Paid: NGN1,500.00" in card(business, "bola")
    assert {person: rung(business, person) for person in heard} == heard

    await is_paid(business, delivery, paid=False)
    await business.later(minutes=LOOK)
    assert "Collect NGN1,500.00" in card(business, "musa")


async def test_a_webhook_tells_of_a_payment_without_a_look(business: Business):
    delivery = await business.on_the_way()
    assert "Collect NGN1,500.00" in card(business, "musa")
    await is_paid(business, delivery)
    await mark_failed(business.town.service.environment(ENVIRONMENT), delivery.uuid, "Nobody there")
    await business.town.idle()
    assert "Collect" not in card(business, "musa")
    assert "💰 NGN1,500.00 · paid" in card(business, "owner")


async def test_the_lines_of_a_pickup_say_what_is_to_be_collected(business: Business):
    for number in range(2):
        await business.order(business.receiver(f"Receiver {number}"), fee=number * 700)
    shop = business.town.shop
    uuids = [one.uuid async for one in open_deliveries(shop)]
    await shop.assign(business.riders["Musa Bello"], uuids)
    await business.town.idle()
    pickup = bare(finds(business.musa, "2 jobs"))
    lines = {line[:4]: "💵 NGN700.00" in line for line in pickup.splitlines() if line[:1] == "1"}
    assert lines == {"1001": False, "1002": True}
    assert not sees(business.musa, "NGN0.00")


async def test_a_customer_who_asks_is_told_the_price_and_whether_it_is_paid(business: Business):
    await business.joins_by_phone(business.bola)
    delivery = await business.order()
    await business.order(fee=0)
    await business.says(business.bola, "how much is the delivery?")
    assert told(business.bola)[-1] == (
        "🧪 💳 Order 1001: NGN1,500.00 to pay for the delivery.\n"
        "💳 Order 1002: nothing to pay for the delivery.\n"
        "The sender can tell you what the goods cost."
    )
    await is_paid(business, delivery)
    await business.later(minutes=LOOK)
    await business.says(business.bola, "1001 paid or not?")
    assert "💳 Order 1001: NGN1,500.00 for the delivery, already paid." in told(business.bola)[-1]
    assert "1002" not in told(business.bola)[-1]
    assert not sees(business.owner, "paid or not")


async def test_a_shop_is_told_prices_and_not_where_to_ask_for_those_of_goods(business: Business):
    ada = business.town.telegram.add_user("Ada", phone=SENDER)
    await business.joins_by_phone(ada)
    await business.order()
    await business.says(ada, "what does the delivery cost")
    assert told(ada)[-1] == "🧪 💳 Order 1001: NGN1,500.00 to pay for the delivery."


async def test_a_question_that_says_more_than_the_price_is_read_by_somebody(business: Business):
    await business.joins_by_phone(business.bola)
    await business.on_the_way()
    await business.says(business.bola, "how much is it, and does he have change for five thousand")
    assert sees(business.bola, "NGN1,500.00 to pay for the delivery")
    assert sees(business.musa, "does he have change for five thousand")


async def test_a_price_that_the_bot_does_not_know_is_asked_of_a_person(business: Business):
    await business.joins_by_phone(business.bola)
    await business.on_the_way()
    await business.says(business.musa, f"/dropoff 1001 {business.dropoff_code}")
    await business.says(business.bola, "how much is a delivery to Lekki?")
    assert sees(business.owner, "how much is a delivery to Lekki?")
    assert not sees(business.bola, "💳")
