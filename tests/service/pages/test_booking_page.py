"""A customer books on the page behind the booking link."""

import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import httpx
import phonenumbers
import pytest

from bot.service.pages.booking.form import Order, read_order
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


async def confirmed(browser: httpx.AsyncClient, **changes: str) -> httpx.Response:
    """Press "Book it", and look at the page that comes of it."""
    form = hidden(await quoted(browser, **changes))
    return await browser.post(f"{PAGE}/confirm", data=form, follow_redirects=True)


async def typed(browser: httpx.AsyncClient, page: httpx.Response, code: str) -> httpx.Response:
    """Type a code on the page that asks for it."""
    data = hidden(page) | {"code": code}
    return await browser.post(f"{page.url}/code", data=data, follow_redirects=True)


async def booking_code(fleet: Fleet) -> str:
    """The newest code that was texted to somebody who books."""
    await fleet.service.idle()
    told = "\n".join(sms.text for sms in fleet.sms.messages)
    return re.findall(r"Booking code: (\d{6})", told)[-1]


async def booked(fleet: Fleet, browser: httpx.AsyncClient, **changes: str) -> httpx.Response:
    """Book, give the code where one is asked for, and look at the page that comes of it."""
    page = await confirmed(browser, **changes)
    if outcome(page) == ASKED:
        page = await typed(browser, page, await booking_code(fleet))
    return page


ASKED, BOOKED, WAITS, FULL = (
    *("Is this your phone?", "Booked", "Not booked yet", "Too Many Requests"),
)


def outcome(page: httpx.Response) -> str:
    """The heading of a page, without the number of a delivery."""
    return re.findall(r"<h1>([^<:]*)", page.text)[0]


async def test_a_customer_sees_the_price_gives_their_code_and_books(
    fleet: Fleet, browser: httpx.AsyncClient
):
    summary = await quoted(browser)
    assert "NGN 5,8" in summary.text
    form = hidden(summary)
    for _ in range(2):  # A double click makes one booking.
        answer = await browser.post(f"{PAGE}/confirm", data=form)
        assert answer.status_code == 303
    page = await browser.get(answer.headers["location"])
    assert await fleet.numbers() == []
    assert len(await fleet.texts_to(SENDER_PHONE)) == 1
    code = await booking_code(fleet)
    for _ in range(2):
        done = await typed(browser, page, code)
    (made,) = (await fleet.deliveries(creation_mode="via booking"))["data"]
    assert f"delivery {made['order_number']}" in done.text
    assert "Ada" not in done.text
    assert "Telegram" not in done.text  # No bot is named in the settings.
    assert made["creation_mode"] == "Via booking"
    delivery = await fleet.delivery(made["uuid"])
    assert delivery["sender_latitude"] == 6.6018
    assert len(await fleet.texts_to(SENDER_PHONE)) == 2
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
    assert outcome(await booked(fleet, browser, sender_place="")) == BOOKED
    (made,) = (await fleet.deliveries())["data"]
    assert (await fleet.delivery(made["uuid"]))["note"] == "Price to be confirmed. Ring twice"


async def test_a_forged_price_books_nothing(fleet: Fleet, browser: httpx.AsyncClient):
    form = hidden(await quoted(browser))
    for quote in ("", "zz", "00" * 40, form["quote"][:-2] + "00"):
        answer = await browser.post(f"{PAGE}/confirm", data=form | {"quote": quote})
        assert answer.status_code == 403
    assert await fleet.numbers() == []


async def test_of_one_phone_five_bookings_a_day_are_made_and_the_others_wait(
    fleet: Fleet, browser: httpx.AsyncClient
):
    outcomes = [outcome(await booked(fleet, browser)) for _ in range(12)]
    assert outcomes == [BOOKED] * 5 + [WAITS] * 5 + [FULL] * 2
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
    answer = await browser.post(f"{PAGE}/confirm", data=hidden(answer), follow_redirects=True)
    assert outcome(answer) == ASKED


async def test_a_place_is_taken_out_of_what_was_pasted(fleet: Fleet, browser: httpx.AsyncClient):
    link = "https://www.google.com/maps/place/Shop/@6.6018,3.3515,17z/data=" + "x" * 300
    await booked(fleet, browser, sender_place=link, receiver_place="geo:6.4698,3.5852")
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
    said = (await booked(fleet, browser, day="2026-03-04")).text
    assert "On the morning of 2026-03-04 you get a code by text message" in said
    (code,) = await fleet.texts_to(SENDER_PHONE)
    assert code.startswith("Booking code")
    said = (await booked(fleet, browser)).text
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
        await booked(fleet, browser, day=today)
        assert len(await fleet.texts_to(SENDER_PHONE)) == 2


async def test_nobody_books_for_a_day_more_than_a_year_ahead(browser: httpx.AsyncClient):
    assert (await quoted(browser, day="2027-03-03")).status_code == 200
    answer = await quoted(browser, day="2027-03-04")
    assert answer.status_code == 422
    assert "Please choose today or a later day, within a year." in answer.text


async def test_who_has_a_whole_network_books_no_more_than_another(fleet: Fleet):
    outcomes = []
    for place in range(21):
        async with a_browser(fleet, f"2001:db8::{place + 1:x}") as browser:
            outcomes.append(outcome(await booked(fleet, browser, **phones_of(place))))
    assert outcomes == [BOOKED] * 20 + [WAITS]


async def test_strangers_of_two_places_can_book_for_a_phone_five_times_each(fleet: Fleet):
    outcomes = []
    for place in range(3):
        async with a_browser(fleet, f"198.51.100.{place}") as stranger:
            phone = f"0805 444 000{place}"
            pages = [await booked(fleet, stranger, receiver_phone=phone) for _ in range(5)]
        outcomes += [outcome(page) for page in pages]
    assert outcomes == [BOOKED] * 10 + [WAITS] * 5


@pytest.fixture
async def shop(fleet: Fleet) -> AsyncIterator[httpx.AsyncClient]:
    """The browser of somebody who has booked, a day ago."""
    async with a_browser(fleet, "192.0.2.77") as http:
        assert outcome(await booked(fleet, http)) == BOOKED
        fleet.clock.advance(timedelta(days=1))
        yield http


async def hammered(
    fleet: Fleet, *, times: int = 4, give_codes: bool = True, **changes: str
) -> list[str]:
    """Let strangers of forty addresses book some times each; return what came of it."""
    outcomes = []
    for place in range(40):
        async with a_browser(fleet, f"198.51.100.{place}") as stranger:
            for time in range(times):
                phones = {
                    "sender_phone": f"0803 2{place:02} {time}000",
                    "receiver_phone": f"0805 3{place:02} {time}000",
                    "day": "2026-03-03",
                } | changes
                if give_codes:
                    page = await booked(fleet, stranger, **phones)
                else:
                    page = await confirmed(stranger, **phones)
                outcomes.append(outcome(page))
    return outcomes


async def test_strangers_of_forty_addresses_keep_out_nobody_who_has_booked_before(
    fleet: Fleet, shop: httpx.AsyncClient
):
    outcomes = await hammered(fleet)
    assert outcomes == [BOOKED] * 60 + [WAITS] * 100
    again = [outcome(await booked(fleet, shop, day="2026-03-03")) for _ in range(6)]
    assert again == [BOOKED] * 5 + [WAITS]


async def test_who_types_a_phone_that_is_not_theirs_has_it_texted_four_times_and_books_nothing(
    fleet: Fleet, shop: httpx.AsyncClient
):
    outcomes = []
    phone = ORDER["sender_phone"]
    for _ in range(5):
        outcomes += await hammered(fleet, times=1, give_codes=False, sender_phone=phone)
        fleet.clock.advance(timedelta(minutes=31))
    assert BOOKED not in outcomes
    texts = await fleet.texts_to(SENDER_PHONE)
    assert [text[:12] for text in texts[2:]] == ["Booking code"] * 4
    assert outcome(await booked(fleet, shop, day="2026-03-03")) == BOOKED


async def test_a_stranger_beyond_the_texts_of_a_day_waits_for_a_person_without_a_code(
    folder: Path, certificates: Path, clock: ManualClock, caplog: pytest.LogCaptureFixture
):
    bookings = {"development": replace(BOOKINGS["development"], texts_a_day=12)}
    business = OrganizationSettings(bookings=bookings)
    settings = settings_at(folder, certificates, organization=business)
    async with running(settings, clock) as fleet:
        outcomes = await hammered(fleet, give_codes=False, day="2026-03-02")
        assert outcomes == [ASKED] * 12 + [WAITS] * 100 + [FULL] * 48
        await fleet.service.idle()
        assert len(fleet.sms.messages) == 12
        assert (
            caplog.text.count("strangers have used half of what they can book (texts_a_day)") == 1
        )


async def test_a_code_has_three_tries_and_ends_and_each_new_one_takes_longer(
    fleet: Fleet, browser: httpx.AsyncClient
):
    page = await confirmed(browser)
    former = await booking_code(fleet)
    for left in ("2 tries are", "1 try is"):
        page = await typed(browser, page, "999999" if former != "999999" else "999998")
        assert "That is not the code that we have texted." in page.text
        assert f"{left} left." in page.text
    page = await typed(browser, page, "no code")
    assert 'name="code"' not in page.text
    assert outcome(await typed(browser, page, former)) == ASKED
    for minutes in (1, 5, 30):
        page = await asked_again(browser, page)
        assert f"another code in {minutes} minute" in page.text
        fleet.clock.advance(timedelta(minutes=minutes))
        page = await asked_again(browser, page)
        assert "A new code is on its way." in page.text
        assert "3 tries are left." in page.text
    fleet.clock.advance(timedelta(minutes=15))
    assert outcome(await typed(browser, page, await booking_code(fleet))) == ASKED
    fleet.clock.advance(timedelta(hours=1))
    assert outcome(await asked_again(browser, page)) == WAITS
    assert len(await fleet.texts_to(SENDER_PHONE)) == 4
    assert await fleet.numbers() == []


async def asked_again(browser: httpx.AsyncClient, page: httpx.Response) -> httpx.Response:
    """Ask for another code on the page that asks for one."""
    return await browser.post(f"{page.url}/again", data=hidden(page), follow_redirects=True)


async def test_a_code_is_of_the_page_that_asked_for_it(fleet: Fleet, browser: httpx.AsyncClient):
    page = await confirmed(browser)
    code = await booking_code(fleet)
    fleet.clock.advance(timedelta(minutes=1))
    other = await confirmed(browser)
    assert outcome(await typed(browser, other, code)) == ASKED
    assert outcome(await typed(browser, page, code)) == BOOKED


async def test_a_browser_is_known_by_nothing_that_was_made_up_or_is_of_another_phone(
    fleet: Fleet, shop: httpx.AsyncClient
):
    ((name, mark),) = [each for each in shop.cookies.items() if "-browser-" in each[0]]
    for made_up in ("", "zz", mark[:-2] + "00", "00" * 60):
        async with a_browser(fleet) as stranger:
            stranger.cookies.set(name, made_up)
            assert outcome(await confirmed(stranger, day="2026-03-03")) == ASKED
            fleet.clock.advance(timedelta(minutes=31))
    other = {"sender_phone": "0803 999 0000", "day": "2026-03-03"}
    assert outcome(await confirmed(shop, **other)) == ASKED
    fleet.clock.advance(timedelta(days=400))
    assert outcome(await confirmed(shop, day="2027-04-07")) == ASKED


async def test_a_browser_that_was_proven_a_moment_ago_is_still_a_strangers(fleet: Fleet):
    async with a_browser(fleet) as young:
        assert outcome(await booked(fleet, young, day="2026-03-03")) == BOOKED
        await hammered(fleet)
        assert outcome(await booked(fleet, young, day="2026-03-03")) == WAITS


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
            assert outcome(await booked(fleet, http, **phones_of(place))) == BOOKED
            browsers.append(http)
            fleet.clock.advance(timedelta(hours=1))
        fleet.clock.advance(timedelta(days=1))
        pages = [
            await booked(fleet, http, **phones_of(place), day="2026-03-04")
            for place, http in enumerate(browsers)
        ]
        assert [outcome(page) for page in pages] == [BOOKED] * 6 + [WAITS] * 2


def phones_of(place: int) -> dict[str, str]:
    return {
        "sender_phone": f"0803 2{place:02} 1000",
        "receiver_phone": f"0805 3{place:02} 1000",
    }


async def test_the_log_says_once_that_strangers_have_booked_half_of_what_they_can(
    fleet: Fleet, caplog: pytest.LogCaptureFixture
):
    await hammered(fleet, times=1)
    assert caplog.text.count("strangers have used half of what they can book (in_all_an_hour)") == 1


async def test_nothing_is_express_where_the_business_offers_none(
    fleet: Fleet, browser: httpx.AsyncClient
):
    assert "express" not in (await quoted(browser, express="1")).text
    await booked(fleet, browser, express="1")
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
    await browser.post(f"{PAGE}/confirm", data=hidden(await quoted(browser, **{field: phone})))
    await fleet.service.idle()
    assert fleet.sms.messages == []


@pytest.mark.parametrize(
    ("phone", "is_taken"),
    [
        ("+1 650 369 9885", True),
        ("+52 447 161 8577", True),
        ("+45 71 86 18 51", True),
        ("+91 81973 40260", True),
        ("+27 82 123 4567", True),
        ("+27 39 492 0320", False),  # of the area code of Port Shepstone
        ("+998 66 780 43 43", False),  # of that of Samarkand
        ("+230 5444 7832", False),
        ("+216 31 274 252", False),
        ("+973 6679 5228", False),
        ("+27 21 465 0000", False),  # landlines, without a doubt
        ("+91 22 2202 0000", False),
    ],
)
def test_what_may_be_a_landline_is_taken_for_a_mobile_only_where_no_number_tells(
    phone: str, is_taken: bool
):
    assert is_bookable(phonenumbers.parse(phone)) is is_taken


def test_the_usual_mobile_of_each_region_can_be_booked_for():
    mobile = phonenumbers.PhoneNumberType.MOBILE
    usual = [
        phonenumbers.example_number_for_type(region, mobile)
        for region in phonenumbers.SUPPORTED_REGIONS
    ]
    assert [number for number in usual if number and not is_bookable(number)] == []


def is_bookable(number: phonenumbers.PhoneNumber) -> bool:
    phone = phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)
    countries = ("NG", phonenumbers.region_code_for_number(number))
    read = read_order(ORDER | {"receiver_phone": phone}, "NG", countries, date(2026, 3, 2))
    return isinstance(read, Order)


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
