"""Contract: Events, rules 1 and 3 to 6: how a webhook is sent, to a real HTTPS server."""

import hashlib
import hmac
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from bot.service.operations.webhook_administration import set_webhook
from bot.service.store.tables import webhook_attempts, webhooks
from tests.service.fleet import DATABASE, KEY, PRODUCTION_KEY, Fleet, opened, sqlite_url
from tests.service.fleet import receiver as parcel_for
from tests.service.receiver import Receiver, listening
from tests.service.workshop import Workshop
from tests.support.clock import ManualClock
from tests.support.sql import rows as stored_rows

MINUTES = (1, 5, 15)


async def after(fleet: Fleet, minutes: float) -> None:
    fleet.clock.advance(timedelta(minutes=minutes))
    await fleet.service.idle()


async def rows(folder: Path, table: Any) -> list[Any]:
    async with opened(sqlite_url(folder / DATABASE)) as database:
        return await stored_rows(database, select(table).order_by(table.c.id))


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
    assert [row.state for row in await rows(workshop.folder, webhooks)] == ["failed"]


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
        await set_webhook(fleet.development, "https://127.0.0.1:1/nobody")
        await after(fleet, 1)
        await set_webhook(fleet.development, receiver.url)
        receiver.status = 204
        await after(fleet, 5)
    log = [
        (row.number, row.status, (row.error or "").partition(":")[0])
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
    assert [row.state for row in await rows(workshop.folder, webhooks)] == ["waiting"]


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
        await set_webhook(fleet.development, None)
        receiver.status = 200
        await after(fleet, 24 * 60)
        assert len(receiver.calls) == 1
        await set_webhook(fleet.development, receiver.url)
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
    assert "CERTIFICATE_VERIFY_FAILED" in attempt.error


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


async def test_one_that_is_not_taken_holds_back_its_own_deliverys_alone_and_the_log_says_so(
    workshop: Workshop, receiver: Receiver, caplog: pytest.LogCaptureFixture
):
    async with workshop.open() as fleet:
        rider = await fleet.rider()
        created = await fleet.create(receivers=[parcel_for(), parcel_for()], riderid=rider)
        held, other = (each["uuid"] for each in created)

        async def refuse_one() -> None:
            about = receiver.calls[-1].headers["x-service-delivery-id"]
            receiver.status = 500 if about == held else 200

        receiver.meanwhile = refuse_one
        await fleet.service.idle()
        came = [(c.headers["x-service-delivery-id"] == other, c.event) for c in receiver.calls]
        assert sorted(came) == [
            (False, "delivery.created"),
            (True, "delivery.assigned"),
            (True, "delivery.created"),
        ]
        again = (fleet.clock.now() + timedelta(minutes=1)).isoformat()
        (line,) = [each for each in caplog.messages if "was not taken" in each]
        assert line.endswith(f"500; 1 more of delivery {held} wait with it until {again}")
        await after(fleet, 1)
        assert len([each for each in caplog.messages if "was not taken" in each]) == 1
