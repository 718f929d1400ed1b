"""Who goes on with wrong signatures or secrets is answered later; what is genuine never waits."""

import asyncio
from datetime import timedelta

import pytest

from bot.base.http.auth_throttle import AT_ONCE_ANSWERED
from tests.support.clock import ManualClock
from tests.web.asking import Door, event, update
from tests.workers.waiting import until

FIRST_WAIT = timedelta(milliseconds=100)


async def forged(door: Door, sender: str) -> int:
    if sender == "fleet":
        return (await door.fleet(event(), signature="0" * 64)).status_code
    return (await door.telegram(update(), "a guess")).status_code


@pytest.mark.parametrize("sender", ["fleet", "telegram"])
async def test_who_goes_on_waits_and_the_genuine_beside_does_not(door: Door, sender: str):
    clock = door.database.clock
    assert isinstance(clock, ManualClock)
    for _ in range(AT_ONCE_ANSWERED):
        assert await forged(door, sender) == 401
    wrong = asyncio.create_task(forged(door, sender))
    await until(lambda: clock.rings_in(FIRST_WAIT))
    assert (await door.fleet(event())).status_code == 200
    assert (await door.telegram(update())).status_code == 200
    assert not wrong.done()
    clock.advance(FIRST_WAIT)
    assert await wrong == 401
