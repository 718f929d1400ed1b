"""What is done with keys and webhook settings, elsewhere or here, counts for who remembers them."""

from collections.abc import AsyncIterator, Mapping
from datetime import timedelta

import pytest
from sqlalchemy import update

from bot.base.database.prepared import Change
from bot.base.database.transaction import Transaction
from bot.service.environment import Environment, operated
from bot.service.operations.keys import end_key, known_keys, new_key
from bot.service.operations.webhook_administration import set_webhook
from bot.service.settings import ServiceSettings
from bot.service.store.tables import api_keys
from tests.service.fleet import KEY, Fleet, on_both
from tests.service.receiver import Receiver
from tests.support.clock import ManualClock
from tests.workers.waiting import come_true

KEYS_CHANGED = Change(update(api_keys).values(expires_at=api_keys.c.created_at))


@pytest.fixture
async def elsewhere(
    fleet: Fleet, settings: ServiceSettings, clock: ManualClock
) -> AsyncIterator[Mapping[str, Environment]]:
    """The environments as another process has them, while this one has remembered its own."""
    assert await opens(fleet, KEY)
    async with operated(settings, clock=clock) as environments:
        yield environments


async def opens(fleet: Fleet, key: str) -> bool:
    path = "/booking-inbound/get_booking_link_detail/handover-couriers-dev"
    answer = await fleet.http.get(path, headers={"x-api-key": key})
    assert answer.status_code in {200, 401}
    return answer.status_code == 200


async def refuses(fleet: Fleet, key: str) -> bool:
    return not await opens(fleet, key)


async def test_in_a_file_a_key_opens_nothing_once_the_command_that_ends_it_has_returned(
    fleet: Fleet, elsewhere: Mapping[str, Environment]
):
    for _ in range(5):
        key = await new_key(elsewhere["development"])
        assert await opens(fleet, key)
        current, *_ = await known_keys(elsewhere["development"])
        await fleet.create()  # what this process writes hides nothing of what others do
        await end_key(elsewhere["development"], current.number)
        await fleet.service.idle()
        assert await refuses(fleet, key)


@on_both
async def test_an_ended_key_opens_nothing_as_soon_as_the_service_has_heard_of_it(
    fleet: Fleet, elsewhere: Mapping[str, Environment]
):
    (key,) = await known_keys(elsewhere["development"])
    await end_key(elsewhere["development"], key.number)
    await come_true(lambda: refuses(fleet, KEY))


@on_both
async def test_an_ended_key_opens_nothing_within_five_seconds_where_nobody_has_heard_of_it(
    fleet: Fleet, elsewhere: Mapping[str, Environment], clock: ManualClock
):
    await come_true(lambda: settled(fleet))
    await elsewhere["development"].database.write(Transaction.run, KEYS_CHANGED)
    clock.advance(timedelta(seconds=5))
    assert await refuses(fleet, KEY)


async def settled(fleet: Fleet) -> bool:
    """Whether what is remembered stays so: who has begun to listen reads everything again."""
    return await opens(fleet, KEY) and fleet.development.accounts.kept() is not None


@on_both
async def test_webhooks_are_made_as_the_other_process_wants_them(
    fleet: Fleet, elsewhere: Mapping[str, Environment], receiver: Receiver
):
    await set_webhook(elsewhere["development"], receiver.url, ["delivery.cancelled"])

    async def one_has_come() -> bool:
        uuid = (await fleet.create())["uuid"]
        await fleet.move(uuid, "cancelled", note="Shop closed")
        await fleet.service.idle()
        return bool(receiver.events)

    await come_true(one_has_come)
    assert receiver.events == ["delivery.cancelled"]


@on_both
async def test_webhooks_are_made_as_this_process_wants_them_once_it_has_said_so(
    fleet: Fleet, receiver: Receiver
):
    await fleet.create()  # nobody wants to hear of it, which is remembered
    await set_webhook(fleet.development, receiver.url)
    await fleet.create()
    await fleet.service.idle()
    assert receiver.events == ["delivery.created"]
