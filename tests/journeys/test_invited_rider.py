"""Somebody who is invited by e-mail becomes a rider and delivers, without anybody's shell."""

import re
from collections.abc import AsyncIterator

import httpx
import pytest

from bot.demo.town import BOT_USERNAME
from bot.fleet import RiderQuery, State
from bot.service.mail import SmtpMail
from tests.service.mail_server import MailServer, mail_server
from tests.support.business import Business, heard, sees, told

PHONE = "+2348020000003"
TUNDE = {
    "name": "Tunde Alabi",
    "phone_code": "234",
    "phone_number": "08020000003",
    "vehicle_plate_number": "LAG-3",
}


@pytest.fixture
async def mail_box() -> AsyncIterator[MailServer]:
    async with mail_server() as server:
        yield server


@pytest.fixture
def mail(mail_box: MailServer) -> SmtpMail:
    return SmtpMail(mail_box.mailbox)


async def joined(browser: httpx.AsyncClient, link: str) -> httpx.Response:
    """The page that somebody is led to who fills in the form behind a link."""
    page = await browser.get(link)
    assert "Ride for Handover Couriers" in page.text
    token = re.findall(r'name="form_token" value="([^"]+)"', page.text)[0]
    return await browser.post(link, data=TUNDE | {"form_token": token})


async def test_an_invited_rider_joins_gets_a_name_a_job_and_the_customers_code(
    business: Business, mail_box: MailServer, browser: httpx.AsyncClient
):
    await business.says(business.owner, "/invite tunde@example.com 10")
    assert "Invited\ntunde@example.com" in told(business.owner)[-1]
    ((to, _, _),) = mail_box.letters
    assert to == "tunde@example.com"
    welcome = await joined(browser, mail_box.link())
    assert "You are one of the riders now" in welcome.text
    assert f"https://t.me/{BOT_USERNAME}?start=hello" in welcome.text

    tunde = business.town.telegram.add_user("Tunde", phone=PHONE)
    await business.says(tunde, "/start hello")
    await business.presses(tunde, "Share my phone number")
    assert sees(tunde, "You ride here")

    delivery = await business.order()
    await business.presses(business.owner, "Assign")
    await business.presses(business.owner, "Tunde Alabi")
    assert sees(tunde, "A new job for you")
    await business.presses(tunde, "Accept")
    await business.presses(tunde, "Picked up")
    await business.says(tunde, business.pickup_code)
    assert await business.state(delivery) is State.IN_TRANSIT
    await business.presses(tunde, "Delivered")
    await business.says(tunde, business.wrong(business.dropoff_code))
    assert await business.state(delivery) is State.IN_TRANSIT
    await business.says(tunde, business.dropoff_code)
    assert await business.state(delivery) is State.DELIVERED
    assert heard(business.owner, "Order 1001 · ✅ Delivered") == 1


async def test_a_link_that_was_used_opens_nothing_any_more_and_says_what_to_do(
    business: Business, mail_box: MailServer, browser: httpx.AsyncClient
):
    await business.says(business.owner, "/invite tunde@example.com")
    await joined(browser, mail_box.link())
    again = await browser.get(mail_box.link())
    assert again.status_code == 404
    assert "This link opens nothing any more" in again.text
    assert "If you have joined already, all is" in again.text
    names = [rider.name async for rider in business.town.shop.riders(RiderQuery())]
    assert names.count("Tunde Alabi") == 1
