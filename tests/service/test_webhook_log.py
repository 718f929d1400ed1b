"""What became of webhooks, and those that are sent again (contract: Events, rules 5 and 6)."""

from collections.abc import Sequence
from datetime import timedelta

from bot.service.operations.webhook_administration import log_of, resend_webhooks, set_webhook
from bot.service.store.webhook_log import LoggedWebhook, WebhookSearch
from tests.service.fleet import Fleet
from tests.service.receiver import Receiver
from tests.service.workshop import Workshop


async def log(fleet: Fleet, **search: object) -> Sequence[LoggedWebhook]:
    return await log_of(fleet.development, WebhookSearch(**search), 100)


async def resend(fleet: Fleet, **search: object) -> int:
    count = await resend_webhooks(fleet.development, WebhookSearch(**search))
    await fleet.service.idle()
    return count


async def given_up(fleet: Fleet) -> None:
    await fleet.service.idle()
    for minutes in (1, 5, 15):
        fleet.clock.advance(timedelta(minutes=minutes))
        await fleet.service.idle()


async def test_every_attempt_is_told_with_its_time_and_its_outcome(
    workshop: Workshop, receiver: Receiver
):
    receiver.status = 503
    async with workshop.open() as fleet:
        start = fleet.clock.now()
        uuid = (await fleet.create())["uuid"]
        await fleet.service.idle()
        (waiting,) = await log(fleet)
        await set_webhook(fleet.development, "https://127.0.0.1:1/nobody")
        fleet.clock.advance(timedelta(minutes=1))
        await fleet.service.idle()
        (webhook,) = await log(fleet)
    assert (waiting.state, waiting.due_at) == ("waiting", start + timedelta(minutes=1))
    assert (webhook.event, webhook.order_number, webhook.delivery_uuid) == (
        "delivery.created",
        "1001",
        uuid,
    )
    first, second = webhook.attempts
    assert (first.at, first.status, first.error) == (start, 503, None)
    assert (second.at, second.status) == (start + timedelta(minutes=1), None)
    assert second.error.startswith("ConnectError")


async def test_failed_ones_are_found_and_sent_again_with_the_same_bytes_and_all_attempts(
    workshop: Workshop, receiver: Receiver
):
    receiver.status = 500
    async with workshop.open() as fleet:
        await fleet.create()
        await given_up(fleet)
        receiver.status = 200
        await fleet.create()
        await fleet.service.idle()
        (failed,) = await log(fleet, failed=True)
        assert failed.order_number == "1001"
        receiver.status, receiver.calls[:] = 500, receiver.calls[:1]
        assert await resend(fleet, failed=True) == 1
        await given_up(fleet)
        assert len(receiver.calls) == 5
        assert len({call.body for call in receiver.calls}) == 1
        (again,) = await log(fleet, failed=True)
        assert len(again.attempts) == 8


async def test_one_that_is_sent_again_during_its_last_attempt_has_all_attempts_once_more(
    workshop: Workshop, receiver: Receiver
):
    receiver.status = 500
    async with workshop.open() as fleet:
        await fleet.create()
        for minutes in (0, 1, 5):
            fleet.clock.advance(timedelta(minutes=minutes))
            await fleet.service.idle()

        async def again() -> None:
            receiver.meanwhile = None
            environment = fleet.development
            await resend_webhooks(environment, WebhookSearch(ids=[1]))

        receiver.meanwhile = again
        fleet.clock.advance(timedelta(minutes=15))
        await given_up(fleet)
        assert len(receiver.calls) == 8


async def test_one_that_arrived_can_be_sent_again_by_its_number(
    workshop: Workshop, receiver: Receiver
):
    async with workshop.open() as fleet:
        await fleet.at("Awaiting Pickup")
        await fleet.service.idle()
        _assigned, created = await log(fleet)
        assert await resend(fleet, ids=[created.id]) == 1
        assert [webhook.state for webhook in await log(fleet)] == ["done", "done"]
    assert receiver.events == ["delivery.created", "delivery.assigned", "delivery.created"]
    assert receiver.calls[2].body == receiver.calls[0].body


async def test_those_of_one_delivery_are_sent_again_in_their_order(
    workshop: Workshop, receiver: Receiver
):
    async with workshop.open() as fleet:
        uuid = await fleet.at("Order Accepted")
        await fleet.create()
        await fleet.service.idle()
        receiver.calls.clear()
        assert await resend(fleet, delivery_uuid=uuid) == 2
    assert receiver.events == ["delivery.created", "delivery.assigned"]
    assert {call.headers["x-service-delivery-id"] for call in receiver.calls} == {uuid}


async def test_the_other_environments_webhooks_are_neither_shown_nor_sent(
    workshop: Workshop, receiver: Receiver
):
    async with workshop.open("production") as fleet:
        await fleet.create()
        await fleet.service.idle()
        receiver.calls.clear()
        assert await log(fleet) == []
        assert await resend(fleet, ids=[1]) == 0
    assert receiver.calls == []
