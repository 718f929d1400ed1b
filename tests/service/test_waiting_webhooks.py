"""Webhooks that have nowhere to go, or that this service itself fails to send."""

import asyncio
import sqlite3
from contextlib import closing
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest

from bot import logs
from bot.base.queue import jobs
from bot.service.environment import operated
from bot.service.operations.create import create_deliveries
from bot.service.operations.keys import end_key, known_keys, new_key
from bot.service.operations.webhook_administration import log_of, resend_webhooks, set_webhook
from bot.service.request_bodies.new_delivery import NewDelivery
from bot.service.store.outbox import Outgoing
from bot.service.store.webhook_log import LoggedWebhook, WebhookSearch
from bot.service.store.webhook_rows import find_webhook
from tests.service.fleet import DATABASE, SENDER_PHONE, Fleet, order, settings_at
from tests.service.receiver import Receiver
from tests.service.workshop import Workshop
from tests.support.patience import PATIENCE


async def logged(fleet: Fleet) -> list[LoggedWebhook]:
    """The webhooks of development, oldest first."""
    return [*await log_of(fleet.development, WebhookSearch(), 100)][::-1]


async def without_a_key(fleet: Fleet) -> None:
    for key in await known_keys(fleet.development):
        await end_key(fleet.development, key.number)


async def created_as_the_key_ends(fleet: Fleet, receiver: Receiver) -> None:
    """Leave a webhook whose first attempt came to nothing, and no key for the second."""
    receiver.status = 500
    await fleet.create()
    await fleet.service.idle()
    await without_a_key(fleet)
    receiver.status, receiver.calls = 200, []


async def test_without_a_key_a_webhook_waits_and_goes_as_soon_as_there_is_one(
    workshop: Workshop, receiver: Receiver
):
    async with workshop.open() as fleet:
        await created_as_the_key_ends(fleet, receiver)
        for _ in range(10):
            fleet.clock.advance(timedelta(hours=5))
            await fleet.service.idle()
        assert receiver.calls == []
        await new_key(fleet.development)
        await fleet.service.idle()
        assert receiver.events == ["delivery.created"]
        (webhook,) = await logged(fleet)
        assert [attempt.status for attempt in webhook.attempts] == [500, 200]


async def test_whoever_sets_an_address_hurries_no_attempt_of_a_later_time(
    workshop: Workshop, receiver: Receiver
):
    receiver.status = 500
    async with workshop.open() as fleet:
        await fleet.create()
        await fleet.service.idle()
        await set_webhook(fleet.development, receiver.url)
        await fleet.service.idle()
        assert len(receiver.calls) == 1


async def test_an_environment_without_an_address_holds_up_no_other(
    workshop: Workshop, receiver: Receiver
):
    async with workshop.open() as fleet:
        production = fleet.service.environment("production")
        await set_webhook(production, receiver.url)
        headers = {"x-api-key": await new_key(production)}
        url = "https://fleet.example/production/api/v1/deliveries/create"
        receiver.status = 500
        for _ in range(20):
            assert (await fleet.http.post(url, json=order(), headers=headers)).is_success
        await fleet.service.idle()
        await set_webhook(production, None)
        receiver.status, receiver.calls = 200, []
        fleet.clock.advance(timedelta(minutes=1))
        uuid = (await fleet.create())["uuid"]
        await fleet.service.idle()
        assert [call.payload["data"]["delivery_id"] for call in receiver.calls] == [uuid]


async def test_with_another_secret_what_waits_goes_on_once_there_is_a_new_key(
    workshop: Workshop, receiver: Receiver
):
    async with workshop.open() as fleet:
        await created_as_the_key_ends(fleet, receiver)
    fleet.clock.advance(timedelta(minutes=1))
    async with workshop.open(secret=bytes(32)) as fleet:
        await new_key(fleet.development)
        await fleet.service.idle()
    assert receiver.events == ["delivery.created"]


async def test_what_is_sent_again_goes_before_what_waits_behind_it(
    workshop: Workshop, receiver: Receiver
):
    receiver.status = 500
    async with workshop.open(webhook_attempts=2) as fleet:
        uuid = (await fleet.create())["uuid"]
        await fleet.service.idle()
        fleet.clock.advance(timedelta(minutes=1))
        await fleet.service.idle()
        await fleet.assign(await fleet.rider(), uuid)
        await fleet.service.idle()
        assert [webhook.state for webhook in await logged(fleet)] == ["failed", "waiting"]
        receiver.status, receiver.calls = 200, []
        assert await resend_webhooks(fleet.development, WebhookSearch(failed=True)) == 1
        await fleet.service.idle()
        assert receiver.events == ["delivery.created"]
        fleet.clock.advance(timedelta(minutes=1))
        await fleet.service.idle()
        assert receiver.events == ["delivery.created", "delivery.assigned"]
        assert [webhook.state for webhook in await logged(fleet)] == ["done", "done"]


async def test_what_is_under_way_meanwhile_is_not_sent_twice(
    workshop: Workshop, receiver: Receiver
):
    async with workshop.open() as fleet:
        uuid = (await fleet.create())["uuid"]
        await fleet.service.idle()

        async def send_the_first_again() -> None:
            receiver.meanwhile = None
            await resend_webhooks(fleet.development, WebhookSearch(ids=[1]))

        receiver.meanwhile = send_the_first_again
        await fleet.assign(await fleet.rider(), uuid)
        await fleet.service.idle()
        assert receiver.events == ["delivery.created", "delivery.assigned", "delivery.created"]


async def test_a_job_whose_webhook_was_queued_anew_before_it_was_looked_at_sends_nothing(
    workshop: Workshop, receiver: Receiver
):
    async with operated(settings_at(workshop.folder, workshop.folder)) as environments:
        development = environments["development"]
        await set_webhook(development, receiver.url)
        await create_deliveries(development, NewDelivery.model_validate(order()))
        claim = (jobs.claim, Outgoing.WEBHOOK, 10)
        (claimed,) = await development.database.write(*claim)
        assert await development.database.read(find_webhook, claimed) is not None
        await resend_webhooks(development, WebhookSearch(ids=[1]))
        assert await development.database.read(find_webhook, claimed) is None


async def test_a_fault_of_the_service_is_told_to_the_operator_and_ends_as_failed(
    workshop: Workshop, receiver: Receiver, caplog: pytest.LogCaptureFixture
):
    async with workshop.open() as fleet:
        with closing(sqlite3.connect(workshop.folder / DATABASE)) as other:
            other.execute("ALTER TABLE webhook_attempts RENAME TO away")
            await fleet.create()
            await faults_until_given_up(fleet)
            other.execute("ALTER TABLE away RENAME TO webhook_attempts")
        assert "this service fails to send it" in caplog.text
        assert [webhook.state for webhook in await logged(fleet)] == ["failed"]
        receiver.calls.clear()
        await resend_webhooks(fleet.development, WebhookSearch(failed=True))
        await fleet.service.idle()
        assert receiver.events == ["delivery.created"]


async def test_a_carrier_with_a_fault_of_its_own_ends_as_failed_with_the_text_wiped_and_not_told(
    fleet: Fleet, folder: Path
):
    written = StringIO()
    logs.configure(stream=written)

    def faulty(sms: object) -> None:
        raise RuntimeError(sms.text)

    fleet.sms.on_message.append(faulty)
    await fleet.create()
    await faults_until_given_up(fleet)
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        rows = set(database.execute("SELECT state, sealed FROM texts"))
    assert rows == {("failed", None)}
    (first, *_) = await fleet.texts_to(SENDER_PHONE)
    assert first not in written.getvalue()
    assert "RuntimeError" in written.getvalue()


async def faults_until_given_up(fleet: Fleet) -> None:
    for _ in range(10):
        await fleet.service.idle()
        fleet.clock.advance(timedelta(minutes=2))
    await fleet.service.idle()


async def test_jobs_that_are_done_are_forgotten_after_some_days(fleet: Fleet, folder: Path):
    await fleet.create()
    await fleet.service.idle()
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        assert database.execute("SELECT count(*) FROM jobs").fetchone() == (0,)
        (before,) = database.execute("SELECT count(*) FROM job_keys").fetchone()
        fleet.clock.advance(timedelta(days=8))
        async with asyncio.timeout(PATIENCE):
            while database.execute("SELECT count(*) FROM job_keys").fetchone() != (0,):
                await fleet.service.idle()
    assert before == 2
