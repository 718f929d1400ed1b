"""Contract: Events, rule 2 and Payload: which changes are told, and in which words."""

from datetime import timedelta

import pytest

from bot.service.operations.dashboard import decline, mark_failed
from bot.service.operations.webhook_administration import set_webhook
from tests.service.fleet import RECEIVER_PHONE, SENDER_PHONE
from tests.service.receiver import Receiver
from tests.service.workshop import Workshop


async def test_a_deliverys_life_is_told_in_order(workshop: Workshop, receiver: Receiver):
    async with workshop.open() as fleet:
        await fleet.at("Delivered")
        await fleet.service.idle()
    assert receiver.events == [
        "delivery.created",
        "delivery.assigned",
        "delivery.picked_up",
        "delivery.in_transit",
        "delivery.completed",
    ]
    statuses = [call.payload["data"]["status"] for call in receiver.calls]
    assert statuses == ["pending", "awaiting_pickup", "in_transit", "in_transit", "delivered"]


async def test_other_changes_are_told_as_the_contract_names_them(
    workshop: Workshop, receiver: Receiver
):
    async with workshop.open() as fleet:
        uuid = await fleet.at("Order Accepted")
        rider = (await fleet.get(f"/deliveries/get/{uuid}"))["rider_info"]["uuid"]
        await fleet.service.idle()
        receiver.calls.clear()
        await fleet.assign(rider, uuid)
        await fleet.assign(await fleet.rider(email="other@example.com"), uuid)
        await fleet.move(uuid, "cancelled", note="Shop closed")
        await fleet.create(riderid=rider)
        await fleet.service.idle()
    told = sorted((call.payload["data"]["order_number"], call.event) for call in receiver.calls)
    assert told == [
        ("1001", "delivery.assigned"),
        ("1001", "delivery.cancelled"),
        ("1002", "delivery.assigned"),
        ("1002", "delivery.created"),
    ]


@pytest.mark.parametrize("passes", [timedelta(), -timedelta(hours=1)])
async def test_each_change_is_later_than_the_one_before_also_when_the_clock_stands_or_is_set_back(
    workshop: Workshop, receiver: Receiver, passes: timedelta
):
    async with workshop.open() as fleet:
        uuid = await fleet.at("Awaiting Pickup")
        await fleet.service.idle()  # what is due later than the clock says waits for its watch
        other = await fleet.rider(email="other@example.com")
        for rider in (other, await fleet.rider(email="third@example.com"), other):
            fleet.clock.advance(passes)
            await fleet.update(uuid)
            await fleet.assign(rider, uuid)
            await fleet.service.idle()
        told = [call.payload["data"]["updated_at"] for call in receiver.calls]
        assert told == sorted(set(told))
        assert len({call.body for call in receiver.calls}) == len(receiver.calls) == 5


async def test_an_update_is_no_event_unless_it_gives_the_delivery_to_another_rider(
    workshop: Workshop, receiver: Receiver
):
    async with workshop.open() as fleet:
        uuid = await fleet.at("Awaiting Pickup")
        await fleet.service.idle()
        receiver.calls.clear()
        await fleet.update(uuid, delivery_fee="1800")
        await fleet.service.idle()
        assert receiver.calls == []
        await fleet.update(uuid, riderid=await fleet.rider(email="other@example.com"))
        await fleet.service.idle()
    (call,) = receiver.calls
    assert call.event == "delivery.assigned"
    assert call.payload["data"]["delivery_fee"] == 1800


async def test_a_failed_attempt_is_told_each_time_with_its_note(
    workshop: Workshop, receiver: Receiver
):
    async with workshop.open() as fleet:
        uuid = await fleet.at("In Transit")
        await fleet.service.idle()
        receiver.calls.clear()
        for minutes, note in enumerate(("Nobody at home", "No such house")):
            fleet.clock.advance(timedelta(minutes=minutes))
            await mark_failed(fleet.development, uuid, note)
            await fleet.service.idle()
        assert (await fleet.delivery(uuid))["status"] == "In Transit"
    told = [call.payload["data"] for call in receiver.calls]
    assert receiver.events == ["delivery.failed"] * 2
    assert [(data["status"], data["note"]) for data in told] == [
        ("failed", "Nobody at home"),
        ("failed", "No such house"),
    ]
    assert {data["receiver_detail"][0]["status"] for data in told} == {"failed"}
    assert told[0]["updated_at"] < told[1]["updated_at"]


async def test_a_declined_delivery_is_told_as_cancelled_with_its_own_status(
    workshop: Workshop, receiver: Receiver
):
    async with workshop.open() as fleet:
        uuid = await fleet.at("Pending")
        await decline(fleet.development, uuid, "Too far")
        await fleet.service.idle()
    assert receiver.events == ["delivery.created", "delivery.cancelled"]
    data = receiver.calls[-1].payload["data"]
    assert (data["status"], data["note"]) == ("declined", "Too far")


async def test_the_envelope_shape(workshop: Workshop, receiver: Receiver):
    async with workshop.open() as fleet:
        uuid = await fleet.at("Delivered")
        await fleet.service.idle()
    payload = receiver.calls[-1].payload
    assert payload["event"] == "delivery.completed"
    assert payload["timestamp"] == "2026-03-02T09:00:00.000000Z"
    data = payload["data"]
    assert data["delivery_id"] == uuid
    assert data["order_number"] == "1001"
    assert data["delivery_fee"] == 1500
    assert data["payment_status"] == "unpaid"
    assert data["note"] == ""
    assert data["rider"] == {"name": "Musa Bello", "phone": "+2348067778888"}
    assert data["picked_up_at"] == data["dropoff_at"] == "2026-03-02T09:00:00.000000Z"
    (receiver_detail,) = data["receiver_detail"]
    assert receiver_detail["delivery_uuid"] == uuid
    assert receiver_detail["status"] == "delivered"
    assert receiver_detail["customer_phone_number"] == "08054445555"
    (item,) = receiver_detail["items"]
    assert (item["name"], item["quantity"], item["price"]) == ("Shoes", 2, 7500)
    (sender_detail,) = data["sender_detail"]
    assert sender_detail["sender_name"] == "Ada Stores"
    assert sender_detail["business_owned"] is True


async def test_the_simple_shape_is_flat(workshop: Workshop, receiver: Receiver):
    async with workshop.open(payload_shape="simple") as fleet:
        await fleet.create()
        await fleet.service.idle()
    data = receiver.calls[0].payload["data"]
    assert data["customer_name"] == "Bola Ade"
    assert data["customer_phone"] == RECEIVER_PHONE
    assert data["customer_address"] == "4 Marina Road"
    assert not {"receiver_detail", "sender_detail"} & data.keys()


async def test_only_chosen_events_are_sent(workshop: Workshop, receiver: Receiver):
    async with workshop.open() as fleet:
        await set_webhook(fleet.development, receiver.url, {"delivery.completed"})
        await fleet.at("Delivered")
        await fleet.service.idle()
    assert receiver.events == ["delivery.completed"]


async def test_no_webhook_holds_a_code(workshop: Workshop, receiver: Receiver):
    async with workshop.open(code_length=9) as fleet:
        await fleet.at("Delivered")
        codes = [await fleet.code(SENDER_PHONE), await fleet.code(RECEIVER_PHONE)]
        await fleet.service.idle()
    assert receiver.calls
    for call in receiver.calls:
        assert not any(code.encode() in call.body for code in codes)
