"""What is beyond the bounds of bookings waits for a person, who approves or refuses it."""

import re
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import httpx
import pytest

from bot.service.operations.erasure import forget_phone
from bot.service.settings import OrganizationSettings
from tests.service.fleet import (
    BOOKINGS,
    RECEIVER_PHONE,
    SENDER_PHONE,
    Fleet,
    running,
    settings_at,
)
from tests.service.pages.operators import Browser, browsing, logged_in
from tests.service.pages.test_booking_page import (
    ASKED,
    BOOKED,
    PAGE,
    WAITS,
    a_browser,
    booked,
    confirmed,
    outcome,
    phones_of,
)
from tests.support.clock import ManualClock

BOOKINGS_PAGE = "/operator/development/bookings"
APPROVER_PHONE = "+2348030000099"


@pytest.fixture
async def fleet(folder: Path, certificates: Path, clock: ManualClock) -> AsyncIterator[Fleet]:
    """A service whose strangers book twice an hour in all, and have eight texts a day."""
    few = replace(BOOKINGS["development"], in_all_an_hour=2, texts_a_day=8, approver=APPROVER_PHONE)
    business = OrganizationSettings(bookings={"development": few})
    origin = "https://fleet.example"
    settings = settings_at(folder, certificates, organization=business, public_url=origin)
    async with running(settings, clock) as fleet:
        yield fleet


@pytest.fixture
async def ada(fleet: Fleet) -> AsyncIterator[Browser]:
    async with logged_in(fleet) as browser:
        yield browser


@pytest.fixture
async def browser(fleet: Fleet) -> AsyncIterator[httpx.AsyncClient]:
    async with a_browser(fleet) as http:
        yield http


async def used_up(fleet: Fleet) -> None:
    """Let strangers book as much as they can in an hour."""
    for place in range(2):
        async with a_browser(fleet, f"198.51.100.{place}") as stranger:
            assert outcome(await booked(fleet, stranger, **phones_of(place))) == BOOKED


def only_uuid(page: str) -> str:
    (uuid,) = set(re.findall(r'name="uuid" value="([^"]+)"', page))
    return uuid


async def test_who_approves_is_told_once_that_bookings_wait_and_again_after_they_were_answered(
    fleet: Fleet, ada: Browser
):
    await used_up(fleet)
    assert await fleet.texts_to(APPROVER_PHONE) == []
    for place in (7, 8):
        async with a_browser(fleet, f"198.51.100.{place}") as stranger:
            assert outcome(await booked(fleet, stranger, **phones_of(place))) == WAITS
    (told,) = await fleet.texts_to(APPROVER_PHONE)
    assert told == f"A booking waits for you to approve it: https://fleet.example{BOOKINGS_PAGE}"

    await ada.opens(BOOKINGS_PAGE)
    for uuid in set(re.findall(r'name="uuid" value="([^"]+)"', ada.page)):
        await ada.sends(f"{BOOKINGS_PAGE}/refuse", {"uuid": uuid})
    async with a_browser(fleet, "198.51.100.9") as stranger:
        assert outcome(await booked(fleet, stranger, **phones_of(9))) == WAITS
    assert len(await fleet.texts_to(APPROVER_PHONE)) == 2


async def test_one_press_approves_a_booking_and_its_booker_books_on_as_known(
    fleet: Fleet, ada: Browser, browser: httpx.AsyncClient
):
    await used_up(fleet)
    page = await booked(fleet, browser)
    assert outcome(page) == WAITS
    assert await fleet.texts_to(RECEIVER_PHONE) == []

    await ada.opens("/operator/development/deliveries")
    assert "Bookings that wait for you: 1" in ada.words
    await ada.opens(BOOKINGS_PAGE)
    for words in (
        f"https://fleet.example{PAGE}",
        "Ada Obi",
        "1 Broad Street",
        "+234 8031112222",
        "A cake",
        "its code was given",
    ):
        assert words in ada.words
    await ada.sends(f"{BOOKINGS_PAGE}/approve", {"uuid": only_uuid(ada.page)})
    assert "Delivery 1003 is booked." in ada.words
    assert "No booking waits." in ada.words
    assert "Booked: delivery 1003" in (await browser.get(page.url)).text
    assert len(await fleet.texts_to(RECEIVER_PHONE)) == 1
    await ada.opens("/operator/development/audit")
    assert "booking approved delivery 1003" in ada.words

    assert outcome(await booked(fleet, browser)) == BOOKED


async def test_one_press_refuses_a_booking_and_its_page_says_so(
    fleet: Fleet, ada: Browser, browser: httpx.AsyncClient
):
    await used_up(fleet)
    page = await booked(fleet, browser)
    await ada.opens(BOOKINGS_PAGE)
    uuid = only_uuid(ada.page)
    await ada.sends(f"{BOOKINGS_PAGE}/refuse", {"uuid": uuid})
    assert "The booking is refused." in ada.words
    assert "does not take this booking" in (await browser.get(page.url)).text
    answer = await ada.sends(f"{BOOKINGS_PAGE}/approve", {"uuid": uuid})
    assert answer.status_code == 404
    assert await fleet.texts_to(RECEIVER_PHONE) == []


async def test_without_a_code_a_booking_is_shown_as_such_and_refused_with_all_its_like(
    fleet: Fleet, ada: Browser, browser: httpx.AsyncClient
):
    await used_up(fleet)
    for place in range(2, 4):
        async with a_browser(fleet, f"198.51.100.{place}") as stranger:
            await confirmed(stranger, **phones_of(place))
    assert outcome(await confirmed(browser)) == WAITS
    assert await fleet.texts_to(SENDER_PHONE) == []
    await ada.opens(BOOKINGS_PAGE)
    assert "not theirs for sure" in ada.words
    await ada.sends(f"{BOOKINGS_PAGE}/refuse-unproven")
    assert "Bookings that are refused: 1." in ada.words
    assert "No booking waits." in ada.words


async def test_half_of_what_strangers_can_book_is_told_on_the_pages_and_in_the_metrics(
    fleet: Fleet, ada: Browser, browser: httpx.AsyncClient
):
    for page in (BOOKINGS_PAGE, "/operator/development/deliveries"):
        await ada.opens(page)
        assert "Strangers have used" not in ada.words
    assert outcome(await booked(fleet, browser)) == BOOKED
    for page in (BOOKINGS_PAGE, "/operator/development/deliveries"):
        await ada.opens(page)
        assert "Strangers have used 50% of their bookings an hour." in ada.words
        assert "texts a day. Beyond" not in ada.words
    await used_up_by_one_more(fleet)
    assert outcome(await booked(fleet, browser)) == WAITS
    metrics = (await fleet.http.get("https://fleet.example/metrics")).text
    share = 'handover_service_booking_share{bound="in_all_an_hour",environment="development"} 1.0'
    assert share in metrics
    assert 'handover_service_bookings_queued{environment="development"} 1.0' in metrics


async def used_up_by_one_more(fleet: Fleet) -> None:
    async with a_browser(fleet, "198.51.100.9") as stranger:
        assert outcome(await booked(fleet, stranger, **phones_of(9))) == BOOKED


async def test_what_nobody_has_looked_at_within_a_day_is_not_booked(
    fleet: Fleet, browser: httpx.AsyncClient
):
    await used_up(fleet)
    await booked(fleet, browser)
    fleet.clock.advance(timedelta(days=1, seconds=1))
    async with logged_in(fleet) as ada:
        await ada.opens(BOOKINGS_PAGE)
        assert "No booking waits." in ada.words


async def test_who_is_forgotten_has_booked_nothing_that_waits(
    fleet: Fleet, ada: Browser, browser: httpx.AsyncClient
):
    assert outcome(page := await confirmed(browser)) == ASKED
    await forget_phone(fleet.development, SENDER_PHONE)
    assert (await browser.get(page.url)).status_code == 404


async def test_the_page_of_bookings_says_what_opens_it(fleet: Fleet):
    async with logged_in(fleet) as ada:
        await ada.opens("/operator/production/bookings")
        assert "The booking page of production is closed." in ada.words


async def test_nobody_approves_without_having_logged_in(fleet: Fleet):
    async with browsing(fleet) as eve:
        answer = await eve.http.get(BOOKINGS_PAGE)
        assert answer.status_code == 303
        assert "/operator/login" in answer.headers["location"]


async def test_with_a_key_deliveries_are_made_while_strangers_book_in_plenty(
    fleet: Fleet, browser: httpx.AsyncClient
):
    await used_up(fleet)
    assert outcome(await booked(fleet, browser)) == WAITS
    made = await fleet.create()
    assert (await fleet.delivery(made["uuid"]))["status"] == "Pending"
