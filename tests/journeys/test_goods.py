"""Goods that are paid at the door: an amount of its own besides the fee, and the change for it."""

import csv
import io

import pytest

from bot.fleet import Delivery, DeliveryQuery
from bot.local_telegram import LocalUser
from tests.support.business import Business, bare, finds, labels, sees, told

pytestmark = pytest.mark.parametrize("changed_settings", [{"business": {"country": "NG"}}])

ORDER = (
    "From: Ada's Kitchen\nFrom phone: +234 804 000 0001\nFrom address: 12 Marina Road\n"
    "To: Bola Ahmed\nPhone: 0803 000 0001\nAddress: 5 Allen Avenue, Ikeja\n"
    "Items: 2x Jollof rice\nFee: 1500\n"
)
ANOTHER = ORDER.replace("Bola Ahmed", "Kemi Ojo").replace("5 Allen", "7 Allen")
DOOR = "COD 15,000\npays with 20,000"
BOTH = "NGN16,500.00"
GOODS = "NGN15,000.00"


def card(person: LocalUser, order: str = "1001") -> str:
    return next(text for text in told(person) if f"Order {order}" in text)


async def created(business: Business, said: str = DOOR, order: str = ORDER) -> Delivery:
    """An order that the owner has pasted and created, given to Musa."""
    await business.says(business.owner, order + said)
    await business.presses(business.owner, "✅ Create")
    listed = await business.town.shop.list_deliveries(DeliveryQuery())
    made = max(listed.page.items, key=lambda each: each.order_number)
    await business.town.shop.assign(business.riders["Musa Bello"], [made.uuid])
    await business.town.idle()
    return made


async def brought(business: Business, said: str = DOOR) -> Delivery:
    """The same, brought to Bola, who follows it."""
    made = await created(business, said)
    await business.joins_by_phone(business.bola)
    await business.presses(business.musa, "Accept")
    await business.says(business.musa, business.pickup_code)
    await business.says(business.musa, business.dropoff_code)
    return made


async def test_what_the_goods_cost_and_the_change_stand_from_the_paste_to_the_door(
    business: Business,
):
    await business.says(business.owner, ORDER + DOOR)
    shown = bare(finds(business.owner, "is everything right?"))
    assert "💵 15000 for the goods, at the door" in shown
    assert "🪙 Pays with 20000" in shown
    assert "Not understood" not in shown
    await business.presses(business.owner, "Discard")
    await created(business)
    job = bare(finds(business.musa, "Order 1001"))
    assert f"💵 Collect {BOTH}: {GOODS} for the goods, NGN1,500.00 the delivery fee" in job
    assert "🪙 Bring NGN3,500.00 change: pays with NGN20,000.00" in job
    await business.says(business.owner, "/delivery 1001")
    assert f"💵 {GOODS} for the goods, at the door" in bare(business.owner.last)
    await business.joins_by_phone(business.bola)
    assert f"💳 To pay: {BOTH} · of it {GOODS} for the goods" in card(business.bola)


async def test_all_of_it_is_collected_with_one_tap_and_counted_apart(business: Business):
    await brought(business)
    own = finds(business.musa, "Order 1001 · ✅")
    assert labels(own)[0] == f"✅ Collected {BOTH}"
    await business.presses(business.musa, "Collected")
    own = finds(business.musa, "Order 1001 · ✅")
    assert f"💵 Collected: {BOTH} · of it {GOODS} for the goods" in bare(own)
    assert f"💵 Paid {BOTH} in cash to Musa · of it {GOODS} for the goods" in card(business.bola)
    await business.says(business.musa, "/cash")
    assert f"1001 · Allen Avenue · {BOTH} · of it {GOODS} for the goods" in bare(business.musa.last)
    await business.says(business.owner, "/report")
    assert f"💵 collected: {BOTH}, of it {GOODS} for the goods" in bare(
        finds(business.owner, "📊 Report")
    )
    tables = [message.document.file for message in business.owner.messages if message.document]
    deliveries, money = (
        next(csv.DictReader(io.StringIO(each.content.decode("utf-8-sig")))) for each in tables
    )
    assert (deliveries["Fee"], deliveries["Goods at the door"]) == ("1500", "15000.00")
    assert (money["Collected"], money["Of it for goods"]) == ("16500.00", "15000.00")


@pytest.mark.parametrize(
    ("written", "goods"), [("16500.50", "NGN15,000.50"), ("9000", "NGN7,500.00"), ("1500", None)]
)
async def test_of_another_amount_the_fee_comes_first(
    business: Business, written: str, goods: str | None
):
    await brought(business)
    await business.presses(business.musa, "Other amount")
    await business.says(business.musa, written)
    own = bare(finds(business.musa, "Order 1001 · ✅"))
    assert own.endswith(f"of it {goods} for the goods" if goods else "Collected: NGN1,500.00")


async def test_the_sum_stays_the_same_when_the_answer_is_changed(business: Business):
    await brought(business)
    await business.presses(business.musa, "By transfer")
    await business.presses(business.musa, "Change")
    assert labels(business.musa.last)[0] == f"✅ Collected {BOTH}"
    await business.presses(business.musa, "Collected", message=business.musa.last)
    await business.says(business.musa, "/cash")
    assert f"You carry {BOTH}" in bare(business.musa.last)


async def test_a_round_adds_the_goods_to_what_is_to_be_collected_in_all(business: Business):
    await created(business)
    await created(business, "COD: 2,000.50", ANOTHER)
    await business.presses(business.musa, "Accept all")
    for order in ("1001", "1002"):
        code = business.code(order, "+2348040000001")
        await business.says(business.musa, f"{order} {code}")
    await business.later(seconds=5)
    shown = bare(finds(business.musa, "1 more stop"))
    assert "💵 To collect in all: NGN20,000.50" in shown
    assert "💵 NGN3,500.50" in shown


async def test_what_may_be_the_fee_as_well_is_not_taken_in_silence(business: Business):
    await business.says(business.owner, ORDER + "COD 16,500 including delivery")
    shown = bare(finds(business.owner, "is everything right?"))
    assert "for the goods" not in shown
    assert "Not understood: “COD 16,500 including delivery”" in shown


async def test_what_is_of_another_currency_stays_in_its_words(business: Business):
    await created(business, "")
    await business.says(business.owner, ANOTHER + "COD $200")
    assert "📝 COD: $200" in bare(finds(business.owner, "is everything right?"))
    await business.says(business.owner, "cod $300")
    assert sees(business.owner, "$300")
    assert not sees(business.owner, "for the goods, at the door")


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("cod 12,000", "💵 12000 for the goods, at the door"),
        ("she pays with 17000", "🪙 Pays with 17000"),
    ],
)
async def test_a_draft_is_corrected_in_words(business: Business, said: str, shown: str):
    await business.says(business.owner, ORDER + DOOR)
    await business.says(business.owner, said)
    assert shown in bare(business.owner.last)


async def test_an_order_that_is_made_is_changed_and_its_rider_hears_it(business: Business):
    await created(business)
    await business.says(business.owner, "1001 cod 12,000.50")
    assert "Old: 15000\nNew: 12000.50" in bare(business.owner.last)
    await business.presses(business.owner, "Save")
    assert sees(business.musa, "Order 1001 has changed. Collected for the goods")
    assert "Collect NGN13,500.50" in bare(finds(business.musa, "📍 Pickup"))
    await business.says(business.owner, "/edit 1001")
    await business.presses(business.owner, "Pays with")
    await business.says(business.owner, "0")
    await business.presses(business.owner, "Save")
    assert "change" not in bare(finds(business.musa, "📍 Pickup"))


async def test_the_amounts_are_asked_by_a_button_of_the_draft(business: Business):
    await business.says(business.owner, ORDER)
    await business.presses(business.owner, "Goods' price")
    await business.says(business.owner, "4,500")
    await business.presses(business.owner, "Pays with…")
    await business.says(business.owner, "10k")
    shown = bare(business.owner.last)
    assert "💵 4500 for the goods, at the door" in shown
    assert "🪙 Pays with 10000" in shown


async def test_the_same_again_collects_the_same_for_the_goods(business: Business):
    await brought(business)
    await business.says(business.owner, "/delivery 1001")
    await business.presses(business.owner, "Same again")
    assert "💵 15000 for the goods, at the door" in bare(business.owner.last)
