"""Amounts are exact to two decimals, from the body to every answer and every sum."""

import json
from datetime import UTC
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.base.days import Days
from bot.service import amounts
from bot.service.operations.enrolment import edit_rider
from bot.service.operations.find import get_delivery, list_earnings
from bot.service.settings import OrganizationSettings
from bot.service.vocabulary import CommissionKind
from tests.service.fleet import RECEIVER_PHONE, SENDER_PHONE, Fleet, order
from tests.service.fleet import receiver as one_receiver
from tests.service.receiver import Receiver
from tests.service.workshop import Workshop
from tests.support.clock import ManualClock

TODAY = ManualClock().now().date()
ONE_DAY = Days(TODAY, TODAY, UTC)
MANY = st.integers(0, 10**14)


@given(MANY)
def test_every_form_that_is_written_is_read_as_the_same_amount(hundredths: int):
    for form in (
        amounts.digits(hundredths),
        amounts.decimal(hundredths),
        f" {amounts.decimal(hundredths)}0 ",
        amounts.number(hundredths),
        json.loads(json.dumps(amounts.number(hundredths))),
    ):
        assert amounts.read_amount(form) == hundredths
    assert Decimal(amounts.grouped(hundredths).replace(",", "")) * 100 == hundredths


@given(st.integers(0, 10**10), st.integers(1, 9))
def test_a_third_decimal_is_no_amount(hundredths: int, third: int):
    text = f"{amounts.decimal(hundredths)}{third}"
    for form in (text, float(text)):
        with pytest.raises(ValueError, match="at most two decimals"):
            amounts.read_amount(form)


def test_a_sum_of_floats_is_the_amount_that_it_was_meant_to_be():
    assert amounts.read_amount(0.1 + 0.2) == 30


@pytest.mark.parametrize(
    "wrong",
    [True, -1, -0.5, "-1", "", "1,5", "1e3", "1_000", ".5", "5.", "NaN", float("nan"), None],
)
def test_what_is_no_amount_is_refused(wrong: object):
    with pytest.raises(ValueError, match="has to be an amount"):
        amounts.read_amount(wrong)


def test_an_amount_has_a_largest():
    assert amounts.read_amount(10**12) == 10**14
    for more in (10**12 + 1, "1000000000000.01"):
        with pytest.raises(ValueError, match="has to be 1000000000000 or less"):
            amounts.read_amount(more)


@pytest.mark.parametrize(
    ("fee", "percent", "share"),
    [(150050, 1000, 15005), (5, 1000, 1), (4, 1000, 0), (99, 10000, 99)],
)
def test_a_share_is_rounded_half_up(fee: int, percent: int, share: int):
    assert amounts.percentage(fee, percent) == share


@pytest.mark.parametrize("fee", [1700.5, "1700.50", "1700.5"])
async def test_hundredths_are_in_every_form_of_an_answer(fleet: Fleet, fee: object):
    shoes = {"item_description": "Shoes", "item_quantity": 3, "item_value": "12.35"}
    created = await fleet.create(delivery_fee=fee, receivers=[one_receiver(items=[shoes])])
    assert created["delivery_fee"] == created["total_delivery_amount"] == 1700.5
    assert created["items"][0]["item_value"] == "12.35"
    assert (await fleet.delivery(created["uuid"]))["delivery_fee"] == "1700.50"
    (listed,) = (await fleet.deliveries())["data"]
    assert listed["delivery_fee"] == "1700.50"
    assert listed["delivery_detail"]["delivery_total_order_value"] == "37.05"
    (assigned,) = await fleet.assign(await fleet.rider(), created["uuid"])
    assert assigned["delivery_fee"] == "NGN 1,700.50"
    assert (await fleet.update(created["uuid"]))["items"][0]["item_value"] == "12.35"


async def test_three_decimals_are_refused_with_a_sentence(fleet: Fleet):
    for fee in (1700.505, "1700.505"):
        answer = await fleet.http.post("/deliveries/create", json=order(delivery_fee=fee))
        assert answer.status_code == 422
        (sentence,) = answer.json()["errors"]["delivery_fee"]
        assert sentence.startswith("The delivery_fee field has to be an amount with at most two")


async def test_a_webhook_has_hundredths_as_a_number(workshop: Workshop, receiver: Receiver):
    async with workshop.open() as fleet:
        await fleet.create(delivery_fee="0.10")
        await fleet.service.idle()
    assert receiver.calls[0].payload["data"]["delivery_fee"] == 0.1


async def test_revenue_adds_up_to_the_hundredth(fleet: Fleet):
    rider = await fleet.rider()
    for _ in range(3):
        await deliver(fleet, rider, "0.10")
    riders = await fleet.riders()
    assert riders["total_revenue"] == 0.3
    assert riders["riders"]["data"][0]["total_revenue_by_rider"] == "NGN 0.30"


async def deliver(fleet: Fleet, rider: str, fee: str) -> str:
    """Let a rider bring something; return the delivery's uuid."""
    uuid: str = (await fleet.create(delivery_fee=fee, riderid=rider))["uuid"]
    await fleet.move(uuid, "in_transit", pickup_otp=await fleet.code(SENDER_PHONE))
    await fleet.move(uuid, "delivered", dropoff_otp=await fleet.code(RECEIVER_PHONE))
    return uuid


async def test_a_commission_can_be_per_cent_of_the_fee(workshop: Workshop):
    business = OrganizationSettings(commission=CommissionKind.PERCENT)
    async with workshop.open(organization=business) as fleet:
        rider = await fleet.rider()
        await edit_rider(fleet.development, rider, commission_value=1250)
        created = await fleet.create(riderid=rider, delivery_fee=1500)
        assert created["rider_commission"] == 187.5
        await deliver(fleet, rider, "1500")
        (earned,) = await list_earnings(fleet.development, ONE_DAY)
        assert earned.earned == 18750


async def test_a_rider_earns_the_commission_that_held_at_the_drop_off(fleet: Fleet):
    rider = await fleet.rider()
    await edit_rider(fleet.development, rider, commission_value=20050)
    await deliver(fleet, rider, "1500")
    await edit_rider(fleet.development, rider, commission_value=100)
    await deliver(fleet, rider, "999.99")
    assert (await fleet.create(riderid=rider))["rider_commission"] == 1
    (earned,) = await list_earnings(fleet.development, ONE_DAY)
    assert (earned.deliveries, earned.fees, earned.earned) == (2, 249999, 20150)
    before = TODAY.replace(day=1)
    assert await list_earnings(fleet.development, Days(before, before, UTC)) == []


async def test_a_commission_that_comes_later_is_not_of_what_was_delivered_before(fleet: Fleet):
    rider = await fleet.rider()
    await deliver(fleet, rider, "1500")
    await edit_rider(fleet.development, rider, commission_value=20050)
    (delivered,) = (await fleet.deliveries())["data"]
    found = await get_delivery(fleet.development, delivered["uuid"])
    assert found.commission(CommissionKind.AMOUNT) is None
