"""Customers book on PostgreSQL, where two transactions can be under way at once."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from tests.service.fleet import RECEIVER_PHONE, Fleet, running, settings_at
from tests.service.pages.test_booking_page import (
    ASKED,
    BOOKED,
    PAGE,
    WAITS,
    a_browser,
    booked,
    booking_code,
    hidden,
    outcome,
    quoted,
    typed,
)
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


async def all_confirmed(browser: httpx.AsyncClient, forms: list[dict[str, str]]) -> list[str]:
    sent = (browser.post(f"{PAGE}/confirm", data=form, follow_redirects=True) for form in forms)
    return sorted(outcome(page) for page in await asyncio.gather(*sent))


async def test_who_confirms_twice_at_once_and_types_twice_at_once_books_once(
    fleet: Fleet, browser: httpx.AsyncClient
):
    form = hidden(await quoted(browser))
    assert await all_confirmed(browser, [form] * 6) == [ASKED] * 6
    page = await browser.post(f"{PAGE}/confirm", data=form, follow_redirects=True)
    code = await booking_code(fleet)
    pages = await asyncio.gather(*(typed(browser, page, code) for _ in range(6)))
    (number,) = await fleet.numbers()
    assert all(f"delivery {number}" in page.text for page in pages)
    assert len(await fleet.texts_to(RECEIVER_PHONE)) == 1


async def test_of_many_bookings_at_once_no_more_are_made_than_of_many_after_each_other(
    fleet: Fleet, browser: httpx.AsyncClient
):
    assert outcome(await booked(fleet, browser)) == BOOKED
    forms = [hidden(await quoted(browser)) for _ in range(8)]
    assert await all_confirmed(browser, forms) == [BOOKED] * 4 + [WAITS] * 4
    assert len(await fleet.texts_to(RECEIVER_PHONE)) == 5
