"""The command line is another process on the same database: what it does reaches the service."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from datetime import timedelta

import pytest

from bot.service.account import WebhookSettings
from bot.service.environment import Environment, operated
from bot.service.operations.dashboard import decline, resend_codes
from bot.service.operations.webhook_administration import get_webhook, set_webhook
from tests.service.fleet import SENDER_PHONE, settings_at
from tests.service.receiver import Receiver
from tests.service.workshop import Workshop
from tests.support.clock import ManualClock
from tests.support.patience import PATIENCE


@pytest.fixture
async def environments(
    workshop: Workshop, clock: ManualClock
) -> AsyncIterator[Mapping[str, Environment]]:
    settings = settings_at(workshop.folder, workshop.folder)
    async with operated(settings, clock=clock) as environments:
        yield environments


async def test_webhook_settings_survive_a_restart_each_environments_its_own(
    workshop: Workshop, environments: Mapping[str, Environment], clock: ManualClock
):
    events = {"delivery.created", "delivery.failed"}
    await set_webhook(environments["production"], "https://bot.example/fleet", events)
    async with operated(settings_at(workshop.folder, workshop.folder), clock=clock) as again:
        found = await get_webhook(again["production"])
        assert found == WebhookSettings("https://bot.example/fleet", frozenset(events))
        assert await get_webhook(again["development"]) == WebhookSettings()


async def test_webhooks_go_where_the_other_process_says(
    workshop: Workshop, environments: Mapping[str, Environment], receiver: Receiver
):
    async with workshop.open() as fleet:
        await set_webhook(environments["development"], receiver.url, ["delivery.cancelled"])
        uuid = (await fleet.create())["uuid"]
        await fleet.move(uuid, "cancelled", note="Shop closed")
        await fleet.service.idle()
    assert receiver.events == ["delivery.cancelled"]


async def test_what_the_other_process_wants_sent_goes_within_seconds(
    workshop: Workshop, environments: Mapping[str, Environment]
):
    async with workshop.open() as fleet:
        uuid = (await fleet.create())["uuid"]
        before = await fleet.texts_to(SENDER_PHONE)
        sent = asyncio.Event()
        fleet.sms.on_message.append(lambda sms: sms.phone == SENDER_PHONE and sent.set())
        await resend_codes(environments["development"], uuid)
        fleet.clock.advance(timedelta(seconds=2))
        await asyncio.wait_for(sent.wait(), timeout=PATIENCE)
        assert len(fleet.sms.messages) > len(before)


async def test_an_operator_alone_sends_nothing(
    workshop: Workshop, environments: Mapping[str, Environment], receiver: Receiver
):
    async with workshop.open() as fleet:
        uuid = (await fleet.create())["uuid"]
        await fleet.service.idle()
    receiver.calls.clear()
    await decline(environments["development"], uuid, "Too far")
    assert receiver.calls == []
    async with workshop.open() as fleet:
        await fleet.service.idle()
    assert receiver.events == ["delivery.cancelled"]
