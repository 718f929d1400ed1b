"""Contract: Events. The receiver is a real HTTPS server."""

import hashlib
import hmac
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from bot.service.store.database import Database
from bot.service.store.tables import webhook_attempts, webhooks
from tests.service.fleet import (
    DATABASE,
    KEY,
    PRODUCTION_KEY,
    RECEIVER_PHONE,
    SENDER_PHONE,
    Fleet,
    running,
    settings_at,
    sqlite_url,
)
from tests.service.fleet import receiver as parcel_for
from tests.service.receiver import Receiver, listening
from tests.support.clock import ManualClock

MINUTES = (1, 5, 15)


class Workshop:
    """Starts the service, again and again over the same database, with its webhooks switched on."""

    def __init__(
        self, folder: Path, certificates: Path, clock: ManualClock, receiver: Receiver
    ) -> None:
        self.folder = folder
        self._certificates = certificates
        self._clock = clock
        self._receiver = receiver

    @asynccontextmanager
    async def open(self, environment: str = "development", **changes: Any) -> AsyncIterator[Fleet]:
        settings = settings_at(self.folder, self._certificates, **changes)
        url = self._receiver.url
        async with running(settings, self._clock, url=url, environment=environment) as fleet:
            yield fleet


@pytest.fixture
def workshop(folder: Path, certificates: Path, clock: ManualClock, receiver: Receiver) -> Workshop:
    return Workshop(folder, certificates, clock, receiver)


async def after(fleet: Fleet, minutes: float) -> None:
    fleet.clock.advance(timedelta(minutes=minutes))
    await fleet.service.idle()


async def rows(folder: Path, table: Any) -> list[Any]:
    database = Database(sqlite_url(folder / DATABASE))
    async with database.read() as connection:
        found = list((await connection.execute(select(table).order_by(table.c.id))).mappings())
    await database.close()
    return found


async def test_headers_and_signature_are_the_contracts(workshop: Workshop, receiver: Receiver):
    async with workshop.open() as fleet:
        uuid = (await fleet.create())["uuid"]
        await fleet.service.idle()
    (call,) = receiver.calls
    assert call.path == "/fleet"
    assert call.headers["content-type"] == "application/json"
    assert call.headers["x-service-event"] == "delivery.created"
    assert call.headers["x-service-delivery-id"] == uuid
    expected = hmac.new(KEY.encode(), call.body, hashlib.sha256).hexdigest()
    assert call.headers["x-service-signature"] == expected
    assert "x-api-key" not in call.headers


async def test_each_environment_signs_with_its_own_key(workshop: Workshop, receiver: Receiver):
    async with workshop.open("production") as fleet:
        await fleet.create()
        await fleet.service.idle()
    (call,) = receiver.calls
    expected = hmac.new(PRODUCTION_KEY.encode(), call.body, hashlib.sha256).hexdigest()
    assert call.headers["x-service-signature"] == expected


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
        fleet.service.set_webhook("development", receiver.url, {"delivery.completed"})
        await fleet.at("Delivered")
        await fleet.service.idle()
    assert receiver.events == ["delivery.completed"]


async def test_attempts_follow_the_schedule_with_the_same_bytes_then_stop(
    workshop: Workshop, receiver: Receiver
):
    receiver.status = 500
    async with workshop.open() as fleet:
        await fleet.create()
        await fleet.service.idle()
        for number, minutes in enumerate(MINUTES, start=1):
            await after(fleet, minutes - 0.01)
            assert len(receiver.calls) == number
            await after(fleet, 0.01)
            assert len(receiver.calls) == number + 1
        await after(fleet, 24 * 60)
    assert len(receiver.calls) == 4
    assert len({call.body for call in receiver.calls}) == 1
    assert len({call.headers["x-service-signature"] for call in receiver.calls}) == 1
    assert [row["state"] for row in await rows(workshop.folder, webhooks)] == ["failed"]


async def test_by_setting_a_webhook_is_failed_after_three_attempts(
    workshop: Workshop, receiver: Receiver
):
    receiver.status = 500
    async with workshop.open(webhook_attempts=3) as fleet:
        await fleet.create()
        await fleet.service.idle()
        for minutes in (*MINUTES, 24 * 60):
            await after(fleet, minutes)
    assert len(receiver.calls) == 3


async def test_every_attempt_is_logged(workshop: Workshop, receiver: Receiver):
    receiver.status = 503
    async with workshop.open() as fleet:
        await fleet.create()
        await fleet.service.idle()
        fleet.service.set_webhook("development", "https://127.0.0.1:1/nobody")
        await after(fleet, 1)
        fleet.service.set_webhook("development", receiver.url)
        receiver.status = 204
        await after(fleet, 5)
    log = [
        (row["number"], row["status"], (row["error"] or "").partition(":")[0])
        for row in await rows(workshop.folder, webhook_attempts)
    ]
    assert log == [(1, 503, ""), (2, None, "ConnectError"), (3, 204, "")]


async def test_once_the_receiver_is_back_each_webhook_arrives_exactly_once(
    workshop: Workshop, receiver: Receiver
):
    receiver.status = 500
    async with workshop.open() as fleet:
        await fleet.at("Delivered")
        await fleet.service.idle()
        receiver.status, receiver.calls = 200, []
        await after(fleet, 1)
        await after(fleet, 24 * 60)
    assert receiver.events == [
        "delivery.created",
        "delivery.assigned",
        "delivery.picked_up",
        "delivery.in_transit",
        "delivery.completed",
    ]


async def test_a_delivery_that_waits_holds_up_its_own_webhooks_only(
    workshop: Workshop, receiver: Receiver
):
    receiver.status = 500
    async with workshop.open() as fleet:
        first = await fleet.at("Awaiting Pickup")
        await fleet.service.idle()
        receiver.status, receiver.calls = 200, []
        second = (await fleet.create())["uuid"]
        await fleet.service.idle()
        assert [call.headers["x-service-delivery-id"] for call in receiver.calls] == [second]
        await after(fleet, 1)
    told = [(call.headers["x-service-delivery-id"], call.event) for call in receiver.calls]
    assert told[1:] == [(first, "delivery.created"), (first, "delivery.assigned")]


async def test_after_a_failed_webhook_the_next_of_its_delivery_goes(
    workshop: Workshop, receiver: Receiver
):
    receiver.status = 500
    async with workshop.open(webhook_attempts=1) as fleet:
        await fleet.at("Awaiting Pickup")
        await fleet.service.idle()
    assert receiver.events == ["delivery.created", "delivery.assigned"]


@pytest.mark.parametrize("status", [301, 302, 307, 308])
async def test_a_redirect_is_a_failure_and_is_not_followed(
    workshop: Workshop, receiver: Receiver, certificates: Path, status: int
):
    async with listening(certificates) as elsewhere, workshop.open() as fleet:
        receiver.status, receiver.headers = status, {"location": elsewhere.url}
        await fleet.create()
        await fleet.service.idle()
        assert elsewhere.calls == []
    assert [row["state"] for row in await rows(workshop.folder, webhooks)] == ["waiting"]


async def test_a_restart_goes_on_where_the_former_run_stopped(
    workshop: Workshop, receiver: Receiver, clock: ManualClock
):
    receiver.status = 500
    async with workshop.open() as fleet:
        await fleet.at("Awaiting Pickup")
        await fleet.service.idle()
    before = receiver.calls[0].body
    receiver.status, receiver.calls = 200, []
    clock.advance(timedelta(seconds=30))
    async with workshop.open() as fleet:
        await fleet.service.idle()
        assert receiver.calls == []
        await after(fleet, 0.5)
    assert receiver.events == ["delivery.created", "delivery.assigned"]
    assert receiver.calls[0].body == before


async def test_without_a_url_webhooks_wait_for_one(workshop: Workshop, receiver: Receiver):
    receiver.status = 500
    async with workshop.open() as fleet:
        await fleet.create()
        await fleet.service.idle()
        fleet.service.set_webhook("development", None)
        receiver.status = 200
        await after(fleet, 24 * 60)
        assert len(receiver.calls) == 1
        fleet.service.set_webhook("development", receiver.url)
        await fleet.service.idle()
    assert len(receiver.calls) == 2


async def test_a_certificate_of_an_unknown_authority_is_refused(
    workshop: Workshop, receiver: Receiver
):
    async with workshop.open(webhook_ca_file=None) as fleet:
        await fleet.create()
        await fleet.service.idle()
    assert receiver.calls == []
    (attempt,) = await rows(workshop.folder, webhook_attempts)
    assert "CERTIFICATE_VERIFY_FAILED" in attempt["error"]


async def test_many_deliveries_are_told_each_in_its_own_order(
    workshop: Workshop, receiver: Receiver
):
    async with workshop.open() as fleet:
        rider = await fleet.rider()
        await fleet.create(riderid=rider, receivers=[parcel_for()] * 30)
        await fleet.service.idle()
    told: dict[str, list[str]] = {}
    for call in receiver.calls:
        told.setdefault(call.headers["x-service-delivery-id"], []).append(call.event)
    assert list(told.values()) == [["delivery.created", "delivery.assigned"]] * 30


async def test_no_webhook_holds_a_code(workshop: Workshop, receiver: Receiver):
    async with workshop.open(code_length=9) as fleet:
        await fleet.at("Delivered")
        codes = [await fleet.code(SENDER_PHONE), await fleet.code(RECEIVER_PHONE)]
        await fleet.service.idle()
    assert receiver.calls
    for call in receiver.calls:
        assert not any(code.encode() in call.body for code in codes)
