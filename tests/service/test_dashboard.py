"""The operator's doors, for what the contract has words for and no call."""

import pytest

from bot.service.errors import NotFoundError, RefusedError
from bot.service.operations.dashboard import (
    decline,
    mark_failed,
    place,
    resend_codes,
    set_paid,
)
from bot.service.records import MapPlace
from tests.service.fleet import RECEIVER_PHONE, SENDER_PHONE, Fleet
from tests.service.receiver import Receiver
from tests.service.workshop import Workshop

UNKNOWN = "7a1e3a6c-43a5-4d6f-8f0e-0a8b35d8a111"
STATES = ["Pending", "Awaiting Pickup", "Order Accepted", "In Transit", "Delivered", "Cancelled"]


@pytest.mark.parametrize("state", STATES)
async def test_an_attempt_fails_only_on_the_way(fleet: Fleet, state: str):
    uuid = await fleet.at(state)
    if state == "In Transit":
        await mark_failed(fleet.development, uuid, "Nobody at home")
    else:
        with pytest.raises(RefusedError, match=f"1001 is {state} and cannot have failed"):
            await mark_failed(fleet.development, uuid, "Nobody at home")
    assert (await fleet.delivery(uuid))["status"] == state


async def test_after_a_failed_attempt_the_delivery_can_be_delivered(fleet: Fleet):
    uuid = await fleet.at("In Transit")
    await mark_failed(fleet.development, uuid, "Nobody at home")
    assert (await fleet.delivery(uuid))["note"] is None
    await fleet.move(uuid, "delivered", dropoff_otp=await fleet.code(RECEIVER_PHONE))


@pytest.mark.parametrize("state", STATES)
async def test_a_delivery_is_declined_only_before_it_is_picked_up(fleet: Fleet, state: str):
    uuid = await fleet.at(state)
    if state in STATES[:3]:
        await decline(fleet.development, uuid, "Too far")
        data = await fleet.delivery(uuid)
        assert (data["status"], data["cancellation_reason"]) == ("Declined", "Too far")
        assert await fleet.numbers(delivery_status="declined") == ["1001"]
    else:
        with pytest.raises(RefusedError, match="cannot be declined"):
            await decline(fleet.development, uuid, "Too far")
        assert (await fleet.delivery(uuid))["status"] == state


async def test_what_was_paid_for_is_told_with_the_completion(
    workshop: Workshop, receiver: Receiver
):
    async with workshop.open() as fleet:
        paid = await fleet.at("In Transit")
        await set_paid(fleet.development, paid, paid=True)
        assert (await fleet.delivery(paid))["is_paid"] is True
        await fleet.move(paid, "delivered", dropoff_otp=await fleet.code(RECEIVER_PHONE))
        unpaid = await fleet.at("Delivered")
        await fleet.service.idle()
    told = {
        call.payload["data"]["delivery_id"]: call.payload["data"]["payment_status"]
        for call in receiver.calls
        if call.event == "delivery.completed"
    }
    assert told == {paid: "paid", unpaid: "unpaid"}


async def test_a_payment_after_the_completion_is_in_every_read_from_then_on(fleet: Fleet):
    uuid = await fleet.at("Delivered")
    await set_paid(fleet.development, uuid, paid=True)
    assert (await fleet.delivery(uuid))["is_paid"] is True
    (listed,) = (await fleet.deliveries())["data"]
    assert listed["is_paid"] is True


async def test_places_are_answered_once_they_are_known_and_go_with_their_address(fleet: Fleet):
    uuid = await fleet.at("Pending")
    await place(fleet.development, uuid, pickup=MapPlace(6.43, 3.42))
    await place(fleet.development, uuid, dropoff=MapPlace(6.6, -3.35))
    assert await _places(fleet, uuid) == [6.43, 3.42, 6.6, -3.35]
    await fleet.update(uuid, delivery_fee="1")
    await fleet.update(uuid, sender_address="2 Broad Street")
    assert await _places(fleet, uuid) == [None, None, 6.6, -3.35]
    (listed,) = (await fleet.deliveries())["data"]
    assert (listed["customer_latitude"], listed["sender_latitude"]) == (6.6, None)


async def _places(fleet: Fleet, uuid: str) -> list[float | None]:
    data = await fleet.delivery(uuid)
    axes = ("latitude", "longitude")
    return [data[f"{end}_{axis}"] for end in ("sender", "customer") for axis in axes]


async def test_nobody_is_placed_who_is_not_there_or_not_waited_for(fleet: Fleet):
    uuid = (await fleet.create(receivers=[]))["uuid"]
    with pytest.raises(RefusedError, match="no receiver yet"):
        await place(fleet.development, uuid, dropoff=MapPlace(6.43, 3.42))
    over = await fleet.at("Cancelled")
    with pytest.raises(RefusedError, match="cannot get a place"):
        await place(fleet.development, over, pickup=MapPlace(6.43, 3.42))


async def test_a_declined_delivery_is_over(fleet: Fleet):
    uuid = await fleet.at("Awaiting Pickup")
    await decline(fleet.development, uuid, "")
    for status in ("accepted", "cancelled"):
        body = {"delivery_uuid": uuid, "status": status}
        assert (await fleet.http.post("/deliveries/update_status", json=body)).status_code == 422


async def test_codes_that_are_sent_again_are_new_and_the_former_are_void(fleet: Fleet):
    uuid = await fleet.at("Order Accepted")
    former = await fleet.code(SENDER_PHONE)
    told = await resend_codes(fleet.development, uuid)
    assert told == ["pickup", "drop-off"]
    for phone in (SENDER_PHONE, RECEIVER_PHONE):
        _first, second = await fleet.texts_to(phone)
        assert second.endswith("It replaces the code that you had before.")
    while (code := await fleet.code(SENDER_PHONE)) == former:
        await resend_codes(fleet.development, uuid)
    body = {"delivery_uuid": uuid, "status": "in_transit", "pickup_otp": former}
    assert (await fleet.http.post("/deliveries/update_status", json=body)).status_code == 422
    await fleet.move(uuid, "in_transit", pickup_otp=code)
    await fleet.move(uuid, "delivered", dropoff_otp=await fleet.code(RECEIVER_PHONE))


async def test_after_the_pickup_only_the_drop_off_code_is_sent_again(fleet: Fleet):
    uuid = await fleet.at("In Transit")
    assert await resend_codes(fleet.development, uuid) == ["drop-off"]
    assert len(await fleet.texts_to(SENDER_PHONE)) == 1
    assert len(await fleet.texts_to(RECEIVER_PHONE)) == 2


async def test_nobody_is_told_codes_that_are_of_no_use(fleet: Fleet):
    over = await fleet.at("Delivered")
    alone = (await fleet.create(receivers=[], riderid=await fleet.rider("a@example.com")))["uuid"]
    assert await resend_codes(fleet.development, alone) == ["pickup"]
    await fleet.move(alone, "accepted")
    await fleet.move(alone, "in_transit", pickup_otp=await fleet.code(SENDER_PHONE))
    for uuid in (over, alone):
        with pytest.raises(RefusedError):
            await resend_codes(fleet.development, uuid)


async def test_a_delivery_that_does_not_exist_is_not_found(fleet: Fleet):
    for uuid in (UNKNOWN, "1001"):
        with pytest.raises(NotFoundError):
            await mark_failed(fleet.development, uuid, "")
        with pytest.raises(NotFoundError):
            await decline(fleet.development, uuid, "")
        with pytest.raises(NotFoundError):
            await resend_codes(fleet.development, uuid)
