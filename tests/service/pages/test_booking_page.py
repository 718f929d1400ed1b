"""A customer books on the page behind the booking link."""

import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import httpx
import pytest

from bot.service.settings import BookingSettings, OrganizationSettings
from tests.service.fleet import (
    BOOKINGS,
    RECEIVER_PHONE,
    SENDER_PHONE,
    Fleet,
    running,
    settings_at,
)
from tests.support.clock import ManualClock

PAGE = "/development/book/handover-couriers-dev"
ORDER = {
    "sender_name": "Ada Obi",
    "sender_phone": "0803 111 2222",
    "sender_address": "1 Broad Street",
    "sender_place": "6.6018,3.3515",
    "receiver_name": "Bola Ade",
    "receiver_phone": "0805 444 5555",
    "receiver_address": "4 Marina Road",
    "receiver_place": "6.4698,3.5852",
    "items": "A cake",
    "day": "2026-03-02",
    "note": "Ring twice",
}


@pytest.fixture
async def browser(fleet: Fleet) -> AsyncIterator[httpx.AsyncClient]:
    async with a_browser(fleet) as http:
        yield http


def a_browser(fleet: Fleet, address: str = "192.0.2.1") -> httpx.AsyncClient:
    transport = httpx.ASGITransport(fleet.service.asgi, client=(address, 1))
    return httpx.AsyncClient(transport=transport, base_url="https://fleet.example")


def hidden(page: httpx.Response) -> dict[str, str]:
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="(\w+)">', page.text))


async def quoted(browser: httpx.AsyncClient, **changes: str) -> httpx.Response:
    form = hidden(await browser.get(PAGE))
    return await browser.post(PAGE, data=form | ORDER | changes)


async def booked(browser: httpx.AsyncClient, **changes: str) -> httpx.Response:
    return await browser.post(f"{PAGE}/confirm", data=hidden(await quoted(browser, **changes)))


async def test_a_customer_sees_the_price_and_books(fleet: Fleet, browser: httpx.AsyncClient):
    summary = await quoted(browser)
    assert "NGN 5,8" in summary.text
    form = hidden(summary)
    for _ in range(2):  # A double click makes one delivery.
        answer = await browser.post(f"{PAGE}/confirm", data=form)
        assert answer.status_code == 303
    (made,) = (await fleet.deliveries(creation_mode="via booking"))["data"]
    done = await browser.get(answer.headers["location"])
    assert f"delivery {made['order_number']}" in done.text
    assert "Ada" not in done.text
    assert "Telegram" not in done.text  # No bot is named in the settings.
    assert made["creation_mode"] == "Via booking"
    delivery = await fleet.delivery(made["uuid"])
    assert delivery["sender_latitude"] == 6.6018
    assert len(await fleet.texts_to(SENDER_PHONE)) == 1
    assert len(await fleet.texts_to(RECEIVER_PHONE)) == 1


async def test_what_is_wrong_stands_at_its_field_and_the_rest_stays(browser: httpx.AsyncClient):
    answer = await quoted(browser, sender_phone="12", day="2001-01-01", items="<b>")
    assert answer.status_code == 422
    assert "Please write your mobile phone number" in answer.text
    assert "Please choose today" in answer.text
    assert 'value="&lt;b&gt;"' in answer.text


async def test_without_coordinates_the_price_is_to_be_confirmed(
    fleet: Fleet, browser: httpx.AsyncClient
):
    assert (await booked(browser, sender_place="")).status_code == 303
    (made,) = (await fleet.deliveries())["data"]
    assert (await fleet.delivery(made["uuid"]))["note"] == "Price to be confirmed. Ring twice"


async def test_a_forged_price_books_nothing(fleet: Fleet, browser: httpx.AsyncClient):
    form = hidden(await quoted(browser))
    for quote in ("", "zz", "00" * 40, form["quote"][:-2] + "00"):
        answer = await browser.post(f"{PAGE}/confirm", data=form | {"quote": quote})
        assert answer.status_code == 403
    assert await fleet.numbers() == []


async def test_one_phone_can_be_booked_for_five_times_a_day(
    fleet: Fleet, browser: httpx.AsyncClient
):
    statuses = [(await booked(browser)).status_code for _ in range(6)]
    assert statuses == [303] * 5 + [429]
    assert len(await fleet.texts_to(RECEIVER_PHONE)) == 5


@pytest.mark.parametrize(
    "path", ["/development/book/nobody", "/production/book/nobody", PAGE + "/x"]
)
async def test_an_unknown_link_is_told_so_on_a_page(browser: httpx.AsyncClient, path: str):
    answer = await browser.get(path)
    assert answer.status_code == 404
    assert "There is nothing here." in answer.text


async def test_what_fills_in_everything_books_nothing(browser: httpx.AsyncClient):
    assert (await quoted(browser, website="https://x.example")).status_code == 403


async def test_a_price_that_is_too_old_is_shown_anew(fleet: Fleet, browser: httpx.AsyncClient):
    form = hidden(await quoted(browser))
    fleet.clock.advance(timedelta(minutes=31))
    answer = await browser.post(f"{PAGE}/confirm", data=form)
    assert answer.status_code == 200
    assert await fleet.numbers() == []
    assert (await browser.post(f"{PAGE}/confirm", data=hidden(answer))).status_code == 303
    assert len(await fleet.numbers()) == 1


async def test_a_place_is_taken_out_of_what_was_pasted(fleet: Fleet, browser: httpx.AsyncClient):
    link = "https://www.google.com/maps/place/Shop/@6.6018,3.3515,17z/data=" + "x" * 300
    await booked(browser, sender_place=link, receiver_place="geo:6.4698,3.5852")
    (made,) = (await fleet.deliveries())["data"]
    delivery = await fleet.delivery(made["uuid"])
    assert (delivery["sender_latitude"], delivery["sender_longitude"]) == (6.6018, 3.3515)


async def test_a_link_that_shows_no_place_is_told_of(browser: httpx.AsyncClient):
    answer = await quoted(browser, sender_place="https://maps.app.goo.gl/AbCd1234")
    assert answer.status_code == 422
    assert "paste a map&#39;s link that shows them" in answer.text


async def test_the_form_alone_runs_scripts_and_those_of_the_service_only(
    browser: httpx.AsyncClient,
):
    form = await browser.get(PAGE)
    assert form.headers["content-security-policy"].endswith("; script-src 'self'")
    (script,) = re.findall(r'<script src="([^"]+)" defer></script>', form.text)
    assert (await browser.get(script)).headers["content-type"].startswith("text/javascript")
    assert "script-src" not in (await quoted(browser)).headers["content-security-policy"]


async def test_who_books_for_a_later_day_reads_when_the_code_comes(
    fleet: Fleet, browser: httpx.AsyncClient
):
    done = (await booked(browser, day="2026-03-04")).headers["location"]
    said = (await browser.get(done)).text
    assert "On the morning of 2026-03-04 you get a code by text message" in said
    assert await fleet.texts_to(SENDER_PHONE) == []
    today = (await booked(browser)).headers["location"]
    said = (await browser.get(today)).text
    assert "You get a code by text message" in said
    assert "morning" not in said


@pytest.mark.parametrize(
    ("zone", "hours", "today", "yesterday"),
    [
        ("America/New_York", -7, "2026-03-01", "2026-02-28"),  # 02:00 UTC
        ("Africa/Lagos", 14.5, "2026-03-03", "2026-03-02"),  # 23:30 UTC
    ],
)
async def test_today_is_the_businesss(
    folder: Path,
    certificates: Path,
    clock: ManualClock,
    zone: str,
    hours: float,
    today: str,
    yesterday: str,
):
    business = OrganizationSettings(time_zone=ZoneInfo(zone), bookings=BOOKINGS)
    clock.advance(timedelta(hours=hours))
    settings = settings_at(folder, certificates, organization=business)
    async with running(settings, clock) as fleet, a_browser(fleet) as browser:
        assert f'min="{today}"' in (await browser.get(PAGE)).text
        assert (await quoted(browser, day=yesterday)).status_code == 422
        await booked(browser, day=today)
        assert len(await fleet.texts_to(SENDER_PHONE)) == 1


async def test_nobody_books_for_a_day_more_than_a_year_ahead(browser: httpx.AsyncClient):
    assert (await quoted(browser, day="2027-03-03")).status_code == 200
    answer = await quoted(browser, day="2027-03-04")
    assert answer.status_code == 422
    assert "Please choose today or a later day, within a year." in answer.text


async def test_who_has_a_whole_network_books_no_more_than_another(fleet: Fleet):
    statuses = []
    for place in range(21):
        async with a_browser(fleet, f"2001:db8::{place + 1:x}") as browser:
            phones = {
                "sender_phone": f"0803 111 22{place:02}",
                "receiver_phone": f"0805 444 55{place:02}",
            }
            statuses.append((await booked(browser, **phones)).status_code)
    assert statuses == [303] * 20 + [429]


async def test_strangers_of_two_places_can_book_for_a_phone_five_times_each(fleet: Fleet):
    statuses = []
    for place in range(3):
        async with a_browser(fleet, f"198.51.100.{place}") as stranger:
            phone = f"0805 444 000{place}"
            answers = [await booked(stranger, receiver_phone=phone) for _ in range(5)]
        statuses += [answer.status_code for answer in answers]
    assert statuses == [303] * 10 + [429] * 5


@pytest.fixture
async def shop(fleet: Fleet) -> AsyncIterator[httpx.AsyncClient]:
    """The browser of somebody who has booked, a day ago."""
    async with a_browser(fleet, "192.0.2.77") as http:
        assert (await booked(http)).status_code == 303
        fleet.clock.advance(timedelta(days=1))
        yield http


async def hammered(fleet: Fleet, **changes: str) -> list[int]:
    """Let strangers of forty addresses book four times each; return what they were answered."""
    statuses = []
    for place in range(40):
        async with a_browser(fleet, f"198.51.100.{place}") as stranger:
            for time in range(4):
                phones = {
                    "sender_phone": f"0803 2{place:02} {time}000",
                    "receiver_phone": f"0805 3{place:02} {time}000",
                    "day": "2026-03-03",
                }
                statuses.append((await booked(stranger, **phones | changes)).status_code)
    return statuses


@pytest.mark.parametrize("changes", [{}, {"sender_phone": ORDER["sender_phone"]}])
async def test_strangers_of_forty_addresses_keep_out_nobody_who_has_booked_before(
    fleet: Fleet, shop: httpx.AsyncClient, changes: dict[str, str]
):
    statuses = await hammered(fleet, **changes)
    assert statuses.count(303) == (10 if changes else 60)
    assert statuses[-1] == 429
    again = [(await booked(shop, day="2026-03-03")).status_code for _ in range(6)]
    assert again == [303] * 5 + [429]


async def test_a_browser_is_known_by_nothing_that_was_made_up_or_is_too_young(
    fleet: Fleet, shop: httpx.AsyncClient
):
    await hammered(fleet)
    ((name, mark),) = [each for each in shop.cookies.items() if "-browser-" in each[0]]
    for made_up in ("", "zz", mark[:-2] + "00", "00" * 60):
        async with a_browser(fleet) as stranger:
            stranger.cookies.set(name, made_up)
            assert (await booked(stranger, day="2026-03-03")).status_code == 429
    fleet.clock.advance(timedelta(hours=1))
    async with a_browser(fleet) as young:
        assert (await booked(young, day="2026-03-03")).status_code == 303
        await hammered(fleet)
        assert (await booked(young, day="2026-03-03")).status_code == 429


async def test_known_browsers_of_whom_there_are_many_have_an_end_too(
    folder: Path, certificates: Path, clock: ManualClock
):
    few = OrganizationSettings(
        bookings={"development": replace(BOOKINGS["development"], in_all_an_hour=3)}
    )
    settings = settings_at(folder, certificates, organization=few)
    async with running(settings, clock) as fleet, AsyncExitStack() as stack:
        browsers = []
        for place in range(8):
            http = await stack.enter_async_context(a_browser(fleet, f"198.51.100.{place}"))
            assert (await booked(http, **phones_of(place))).status_code == 303
            browsers.append(http)
            fleet.clock.advance(timedelta(hours=1))
        fleet.clock.advance(timedelta(days=1))
        answers = [
            await booked(http, **phones_of(place), day="2026-03-04")
            for place, http in enumerate(browsers)
        ]
        assert [answer.status_code for answer in answers] == [303] * 6 + [429] * 2


def phones_of(place: int) -> dict[str, str]:
    return {
        "sender_phone": f"0803 2{place:02} 1000",
        "receiver_phone": f"0805 3{place:02} 1000",
    }


async def test_the_log_says_once_that_strangers_have_booked_half_of_what_they_can(
    fleet: Fleet, caplog: pytest.LogCaptureFixture
):
    await hammered(fleet, day="2026-03-02")
    said = [each for each in caplog.messages if each.startswith("half of what is booked")]
    assert len(said) == 1


async def test_nothing_is_express_where_the_business_offers_none(
    fleet: Fleet, browser: httpx.AsyncClient
):
    assert "express" not in (await quoted(browser, express="1")).text
    await booked(browser, express="1")
    (made,) = (await fleet.deliveries())["data"]
    assert (await fleet.delivery(made["uuid"]))["note"] == "Ring twice"


async def test_a_price_that_an_earlier_version_has_sealed_otherwise_books_nothing(
    fleet: Fleet, browser: httpx.AsyncClient
):
    form = hidden(await quoted(browser))
    vault, place = fleet.development.vault, "quote of development"
    form["quote"] = vault.seal(b'{"order": {}}', place).hex()
    assert (await browser.post(f"{PAGE}/confirm", data=form)).status_code == 403


@pytest.mark.parametrize("field", ["sender_phone", "receiver_phone"])
@pytest.mark.parametrize(
    "phone",
    [
        "+8816 0000 0000",  # satellites
        "+882 16 5060 1234",
        "+44 909 879 0000",  # premium rates
        "+33 899 12 34 56",
        "+44 843 222 0000",  # shared costs
        "+1 800 234 5678",  # freephones
        "0800 123 4567",
        "+33 1 42 68 53 00",  # a landline
        "+53 5 1234567",  # mobiles of other countries
        "+252 61 2345678",
        "+371 21 234 567",
        "+375 29 123 45 67",
        "+44 7700 900123",
        "+233 24 123 4567",
    ],
)
async def test_texts_are_sent_to_mobiles_of_our_countries_alone(
    fleet: Fleet, browser: httpx.AsyncClient, field: str, phone: str
):
    assert "mobile phone number" in (await quoted(browser, **{field: phone})).text
    await booked(browser, **{field: phone})
    await fleet.service.idle()
    assert fleet.sms.messages == []


async def test_countries_can_be_named(folder: Path, certificates: Path, clock: ManualClock):
    booking = BookingSettings("ours", open=True, countries=("NG", "GH"))
    business = OrganizationSettings(bookings={"development": booking})
    settings = settings_at(folder, certificates, organization=business)
    async with running(settings, clock) as fleet, a_browser(fleet) as browser:
        page = "/development/book/ours"
        form = hidden(await browser.get(page)) | ORDER
        for phone, is_taken in (("+233 24 123 4567", True), ("+44 7700 900123", False)):
            answer = await browser.post(page, data=form | {"receiver_phone": phone})
            assert ("mobile phone number:" not in answer.text) is is_taken


async def test_there_is_no_page_until_a_setting_opens_it(
    folder: Path, certificates: Path, clock: ManualClock
):
    settings = settings_at(folder, certificates, organization=OrganizationSettings())
    async with running(settings, clock) as fleet, a_browser(fleet) as browser:
        assert (await browser.get(PAGE)).status_code == 404
        assert (await browser.get("/production/book/handover-couriers")).status_code == 404
