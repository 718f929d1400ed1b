"""Customers book on PostgreSQL, where two transactions can be under way at once."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from tests.service.fleet import RECEIVER_PHONE, Fleet, running, settings_at
from tests.service.pages.test_booking_page import PAGE, a_browser, hidden, quoted
from tests.store import postgres
from tests.support.clock import ManualClock


@pytest.fixture
async def fleet(
    server: postgres.Postgres, tmp_path: Path, certificates: Path, clock: ManualClock
) -> AsyncIterator[Fleet]:
    url = server.fresh(f"booking_{tmp_path.name}")
    async with running(settings_at(tmp_path, certificates, database_url=url), clock) as fleet:
        yield fleet


@pytest.fixture
async def browser(fleet: Fleet) -> AsyncIterator[httpx.AsyncClient]:
    async with a_browser(fleet) as http:
        yield http


async def confirmed(browser: httpx.AsyncClient, *forms: dict[str, str]) -> list[httpx.Response]:
    return await asyncio.gather(*(browser.post(f"{PAGE}/confirm", data=form) for form in forms))


async def test_who_confirms_twice_at_once_reads_the_same_page_twice(
    fleet: Fleet, browser: httpx.AsyncClient
):
    form = hidden(await quoted(browser))
    answers = await confirmed(browser, *[form] * 6)
    assert {answer.status_code for answer in answers} == {303}
    (led_to,) = {answer.headers["location"] for answer in answers}
    (number,) = await fleet.numbers()
    assert f"delivery {number}" in (await browser.get(led_to)).text
    assert len(await fleet.texts_to(RECEIVER_PHONE)) == 1


async def test_of_many_bookings_at_once_no_more_are_made_than_of_many_after_each_other(
    fleet: Fleet, browser: httpx.AsyncClient
):
    forms = [hidden(await quoted(browser)) for _ in range(8)]
    answers = await confirmed(browser, *forms)
    assert sorted(answer.status_code for answer in answers) == [303] * 5 + [429] * 3
    assert len(await fleet.texts_to(RECEIVER_PHONE)) == 5
