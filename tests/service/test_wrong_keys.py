"""Wrong keys are counted and slowed; whoever has the right one notices nothing of it."""

import asyncio
import logging
from datetime import timedelta

import httpx
import pytest

from bot.base.http.auth_throttle import AT_ONCE_ANSWERED
from tests.service.fleet import ALL_RIDERS, KEY, Fleet
from tests.workers.waiting import until

WRONG = "canary-of-a-wrong-key"
FIRST_WAIT = timedelta(milliseconds=100)


async def ask(fleet: Fleet, key: str = WRONG) -> httpx.Response:
    return await fleet.http.get("/riders", params=ALL_RIDERS, headers={"x-api-key": key})


async def figures(fleet: Fleet) -> list[str]:
    page = await fleet.http.get("https://fleet.example/metrics")
    assert page.status_code == 200
    return [line for line in page.text.splitlines() if line.startswith("handover_service")]


async def test_who_goes_on_with_wrong_keys_waits_and_the_right_key_beside_does_not(fleet: Fleet):
    for _ in range(AT_ONCE_ANSWERED):
        assert (await ask(fleet)).status_code == 401
    wrong = asyncio.create_task(ask(fleet))
    await until(lambda: fleet.clock.rings_in(FIRST_WAIT))
    assert (await ask(fleet, KEY)).status_code == 200
    assert not wrong.done()
    fleet.clock.advance(FIRST_WAIT)
    assert (await wrong).status_code == 401
    assert (await wrong).json() == {"status": "error", "message": "Unauthenticated."}


async def test_wrong_keys_are_counted_by_environment_and_told_without_the_key(
    fleet: Fleet, caplog: pytest.LogCaptureFixture
):
    with caplog.at_level(logging.WARNING):
        await ask(fleet)
        await ask(fleet, KEY)
        await fleet.http.get("https://fleet.example/production/api/v1/riders")
    shown = await figures(fleet)
    assert 'handover_service_wrong_keys_total{environment="development"} 1.0' in shown
    assert 'handover_service_wrong_keys_total{environment="production"} 1.0' in shown
    (told,) = [record.getMessage() for record in caplog.records]
    assert told == "1 requests with no key or a wrong one were refused, the last from 127.0.0.1"


async def test_who_tries_too_many_at_once_has_to_connect_anew(fleet: Fleet):
    tries = [asyncio.create_task(ask(fleet)) for _ in range(AT_ONCE_ANSWERED + 101)]
    await until(lambda: sum(each.done() for each in tries) == AT_ONCE_ANSWERED + 1)
    answers = [each.result() for each in tries if each.done()]
    assert {answer.status_code for answer in answers} == {401}
    assert [a.headers.get("connection") for a in answers].count("close") == 1
    for each in tries:
        each.cancel()
