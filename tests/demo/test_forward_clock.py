"""The clock of the demo: it goes on as the machine's does, and can be set forward."""

import asyncio
from datetime import timedelta

from bot.demo.forward_clock import ForwardClock
from tests.support.patience import PATIENCE

HOUR = timedelta(hours=1)


async def test_who_waits_for_less_than_what_is_let_pass_wakes_up():
    clock = ForwardClock()
    waiting = asyncio.create_task(clock.wait(asyncio.Event(), clock.now() + HOUR / 2))
    await asyncio.sleep(0)
    clock.let_pass(HOUR)
    async with asyncio.timeout(PATIENCE):
        await waiting


async def test_who_waits_for_more_goes_on_waiting_until_the_event_comes():
    clock, event = ForwardClock(), asyncio.Event()
    waiting = asyncio.create_task(clock.wait(event, clock.now() + 2 * HOUR))
    for _ in range(10):
        await asyncio.sleep(0)
    clock.let_pass(HOUR)
    for _ in range(10):
        await asyncio.sleep(0)
    assert not waiting.done()
    event.set()
    async with asyncio.timeout(PATIENCE):
        await waiting


async def test_a_wait_without_an_end_is_not_ended_by_time():
    clock, event = ForwardClock(), asyncio.Event()
    waiting = asyncio.create_task(clock.wait(event, None))
    await asyncio.sleep(0)
    clock.let_pass(HOUR)
    for _ in range(10):
        await asyncio.sleep(0)
    assert not waiting.done()
    event.set()
    await waiting


async def test_what_has_passed_counts_in_both_times_and_is_no_jump():
    clock = ForwardClock()
    now, elapsed = clock.now(), clock.elapsed()
    clock.let_pass(HOUR)
    assert clock.now() - now >= HOUR
    assert clock.elapsed() - elapsed >= HOUR.total_seconds()
    assert abs(clock.jump()) < timedelta(seconds=1)


async def test_what_has_happened_already_is_not_waited_for():
    clock, event = ForwardClock(), asyncio.Event()
    event.set()
    await clock.wait(event, clock.now() + HOUR)
    await clock.wait(asyncio.Event(), clock.now() - HOUR)
