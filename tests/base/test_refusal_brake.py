"""Who goes on with wrong keys or signatures is answered later and later, and nobody else."""

import asyncio
import logging
from collections.abc import Awaitable
from datetime import timedelta

import pytest

from bot.base.http.auth_throttle import (
    ADDRESSES,
    AT_ONCE_ANSWERED,
    LONGEST_WAIT,
    WAITING,
    RefusalBrake,
)
from tests.support.clock import ManualClock

HERE, THERE = "192.0.2.1", "192.0.2.2"


class Stubborn:
    """Tries what is wrong, again and again."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.brake = RefusalBrake(self.clock, "a wrong key")
        self.tries: list[asyncio.Task[bool]] = []

    async def tries_once(self, address: str = HERE) -> asyncio.Task[bool]:
        """Return the refusal, done if it came at once."""
        refusal = asyncio.create_task(self.brake.slow_down(address))
        self.tries.append(refusal)
        await asyncio.sleep(0)
        return refusal

    async def waits(self, address: str = HERE) -> timedelta:
        """Try once, and return after how long that is answered."""
        refusal, began = await self.tries_once(address), self.clock.now()
        while not await _ends(refusal):
            self.clock.advance(timedelta(milliseconds=100))
        return self.clock.now() - began

    async def stop(self) -> None:
        for each in self.tries:
            each.cancel()
        await asyncio.gather(*self.tries, return_exceptions=True)


async def _ends(refusal: Awaitable[bool]) -> bool:
    done, _ = await asyncio.wait([refusal], timeout=0.001)
    return bool(done)


@pytest.fixture
async def stubborn():
    stubborn = Stubborn()
    yield stubborn
    await stubborn.stop()


async def test_the_first_refusals_come_at_once_and_the_next_later_and_later(stubborn: Stubborn):
    waits = [await stubborn.waits() for _ in range(AT_ONCE_ANSWERED + 8)]
    assert waits[:AT_ONCE_ANSWERED] == [timedelta()] * AT_ONCE_ANSWERED
    seconds = [wait.total_seconds() for wait in waits[AT_ONCE_ANSWERED:]]
    assert seconds == [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 4.0, 4.0]
    assert timedelta(seconds=5) > LONGEST_WAIT  # what impatient clients wait for


async def test_another_address_is_not_slowed(stubborn: Stubborn):
    for _ in range(AT_ONCE_ANSWERED):
        await stubborn.waits()
    assert await stubborn.waits(THERE) == timedelta()
    assert await stubborn.waits() > timedelta()


async def test_one_network_of_ipv6_is_one_address(stubborn: Stubborn):
    for number in range(AT_ONCE_ANSWERED):
        await stubborn.waits(f"2001:db8::{number}")
    assert await stubborn.waits("2001:db8::ffff") > timedelta()
    assert await stubborn.waits("2001:db8:1::1") == timedelta()


async def test_an_address_with_a_port_as_some_proxies_tell_it_is_counted_as_it_is(
    stubborn: Stubborn,
):
    for _ in range(AT_ONCE_ANSWERED):
        await stubborn.waits("192.0.2.7:1234")
    assert await stubborn.waits("192.0.2.7:1234") > timedelta()


async def test_who_has_stopped_for_a_minute_is_as_any_other(stubborn: Stubborn):
    for _ in range(AT_ONCE_ANSWERED + 5):
        await stubborn.waits()
    stubborn.clock.advance(timedelta(minutes=1))
    assert await stubborn.waits() == timedelta()


async def test_so_many_refusals_wait_and_who_comes_then_has_to_connect_anew(stubborn: Stubborn):
    for _ in range(AT_ONCE_ANSWERED):
        await stubborn.waits()
    waiting = [await stubborn.tries_once() for _ in range(WAITING)]
    assert not any(refusal.done() for refusal in waiting)
    assert await (await stubborn.tries_once()) is False
    stubborn.clock.advance(LONGEST_WAIT)
    assert all(await asyncio.gather(*waiting))


async def test_so_many_addresses_are_remembered_and_no_more(stubborn: Stubborn):
    for _ in range(AT_ONCE_ANSWERED):
        await stubborn.waits()
    for number in range(ADDRESSES):
        await stubborn.tries_once(f"10.0.{number // 256}.{number % 256}")
    assert await stubborn.waits() == timedelta()


async def test_the_log_tells_of_it_once_a_minute_and_how_often_it_was(
    stubborn: Stubborn, caplog: pytest.LogCaptureFixture
):
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            await stubborn.tries_once()
        stubborn.clock.advance(timedelta(minutes=1))
        await stubborn.tries_once(THERE)
    assert [record.getMessage() for record in caplog.records] == [
        f"1 requests with a wrong key were refused, the last from {HERE}",
        f"3 requests with a wrong key were refused, the last from {THERE}",
    ]
