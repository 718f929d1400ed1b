"""Many who send wrong passwords at once: they are refused at the door, and operators get in."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta
from threading import Event

import httpx
import pytest

from bot.base.http.auth_throttle import AT_ONCE_ANSWERED, WAITING
from bot.service.errors import BusyError
from bot.service.hashing_line import HashingLine
from tests.service.fleet import Fleet
from tests.service.pages.operators import NAME, Browser, browsing, logged_in
from tests.workers.waiting import until

DELIVERIES = "/operator/production/deliveries"
CROWD = 40


@pytest.fixture
async def ada(fleet: Fleet) -> AsyncIterator[Browser]:
    async with logged_in(fleet) as browser:
        await browser.sends("/operator/logout")
        fleet.clock.advance(timedelta(minutes=1))
        yield browser


@asynccontextmanager
async def sending(
    crowd: Sequence[Browser], fields: Mapping[str, str]
) -> AsyncIterator[Callable[[], Sequence[httpx.Response]]]:
    """Let a crowd log in all at once; give what tells which of them were refused at the door.

    Those whose passwords were looked at may wait until the clock moves, which it does not.
    """
    tries = [asyncio.create_task(each.sends("/operator/login", fields)) for each in crowd]

    def refused() -> Sequence[httpx.Response]:
        answers = [each.result() for each in tries if each.done() and not each.cancelled()]
        return [answer for answer in answers if answer.status_code == 503]

    yield refused
    for each in tries:
        each.cancel()
    await asyncio.gather(*tries, return_exceptions=True)


@pytest.mark.parametrize("is_known", [True, False])
@pytest.mark.parametrize(
    "address_of",
    [lambda _: "203.0.113.7", lambda number: f"2001:db8::{number}"],
    ids=["one address", "one network"],
)
async def test_an_operator_gets_in_while_forty_send_wrong_passwords(
    fleet: Fleet, ada: Browser, address_of: Callable[[int], str], is_known: bool
):
    async with AsyncExitStack() as stack:
        crowd = [
            await stack.enter_async_context(browsing(fleet, address_of(number)))
            for number in range(CROWD)
        ]
        browser = ada
        if not is_known:
            browser = await stack.enter_async_context(browsing(fleet, "198.51.100.1"))
            browser.secret = ada.secret
        for each in (*crowd, browser):
            await each.opens("/operator/login")
        wrong = {"name": NAME, "password": "a wrong password", "code": "000000"}
        async with sending(crowd, wrong) as refused:
            await browser.logs_in()
            assert (await browser.http.get(DELIVERIES)).status_code == 200
            await until(refused)
    for answer in refused():
        assert answer.headers["retry-after"] == "5"
        assert "was not looked at. Go back, and send it again in 5 seconds." in answer.text


async def test_known_browsers_are_let_in_whatever_networks_strangers_fill_the_line_from(
    fleet: Fleet, ada: Browser
):
    async with AsyncExitStack() as stack:
        crowd = [
            await stack.enter_async_context(browsing(fleet, f"203.0.113.{number}"))
            for number in range(CROWD)
        ]
        for each in (*crowd, ada):
            await each.opens("/operator/login")
        wrong = {"name": "nobody", "password": "a wrong password", "code": "000000"}
        async with sending(crowd, wrong) as refused:
            await ada.logs_in()
            assert (await ada.http.get(DELIVERIES)).status_code == 200
            await until(refused)


async def test_few_wait_and_fewer_of_one_network_and_a_place_is_given_back():
    line, release = HashingLine(), Event()
    networks = ["one", "one", "one", "two", "one", "three", "four"]
    tries = [asyncio.create_task(line.run(network, release.wait)) for network in networks]
    await asyncio.sleep(0)  # each has asked for a place
    refused = [number for number, each in enumerate(tries) if each.done()]
    release.set()
    outcomes = await asyncio.gather(*tries, return_exceptions=True)
    assert refused == [2, 4, 6]
    assert all(isinstance(outcomes[number], BusyError) for number in refused)
    assert outcomes.count(True) == 4
    for network in ("one", "four"):
        assert await line.run(network, release.is_set)


async def test_work_that_fails_gives_its_place_back():
    line = HashingLine()
    for _ in range(5):
        with pytest.raises(ZeroDivisionError):
            await line.run("one", lambda: 1 // 0)


async def test_where_too_many_refusals_wait_the_connection_ends(fleet: Fleet):
    path = "/operator/link/made-up"
    async with browsing(fleet) as browser:
        await browser.opens(path)
        together = AT_ONCE_ANSWERED + WAITING + 1
        answers = [asyncio.create_task(browser.sends(path)) for _ in range(together)]
        await until(lambda: sum(each.done() for each in answers) == AT_ONCE_ANSWERED + 1)
        done = [answer.result() for answer in answers if answer.done()]
        for answer in answers:
            answer.cancel()
        await asyncio.gather(*answers, return_exceptions=True)
    assert [answer.headers.get("connection") for answer in done].count("close") == 1
