"""A service that was paused sends nothing of what another one may have taken over meanwhile."""

import math
from datetime import timedelta

from bot.service.operations.webhook_administration import set_webhook
from tests.service.fleet import Fleet
from tests.service.receiver import Receiver


async def test_who_cannot_count_on_its_lease_sends_nothing_until_it_can_again(
    fleet: Fleet, receiver: Receiver
):
    await set_webhook(fleet.development, receiver.url)
    process = fleet.development.database.process
    process.lives_until(fleet.clock.elapsed())
    await fleet.create()
    await fleet.service.idle()
    assert (receiver.calls, fleet.sms.messages) == ([], [])
    process.lives_until(math.inf)
    fleet.clock.advance(timedelta(seconds=1))
    await fleet.service.idle()
    assert receiver.events == ["delivery.created"]
    assert len(fleet.sms.messages) == 2
