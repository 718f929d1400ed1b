"""A customer books on the public page, and the delivery goes the way of every other."""

import re

import httpx

from bot.demo.town import BOT_USERNAME
from bot.fleet import CreationMode, DeliveryQuery, State
from tests.service.pages.test_booking_page import hidden
from tests.support.business import BOLA, SENDER, Business, sees

ORDER = {
    "sender_name": "Ada Obi",
    "sender_phone": SENDER,
    "sender_address": "1 Broad Street",
    "sender_place": "6.6018,3.3515",
    "receiver_name": "Bola Ade",
    "receiver_phone": BOLA,
    "receiver_address": "4 Marina Road",
    "receiver_place": "6.4698,3.5852",
    "items": "A cake",
}


async def booked(business: Business, browser: httpx.AsyncClient) -> httpx.Response:
    """What a customer reads at the end: form, price, code to their phone, and that it is booked."""
    day = business.clock.now().date().isoformat()
    booking = business.town.service.environment("development").booking
    assert booking is not None
    page = f"/development/book/{booking.link_code}"
    form = hidden(await browser.get(page))
    price = await browser.post(page, data=form | ORDER | {"day": day})
    assert re.search(r"NGN \d,\d{3}", price.text)
    asked = await browser.post(f"{page}/confirm", data=hidden(price))
    await business.town.idle()
    text = business.town.sms.messages[-1]
    assert text.phone == SENDER
    code = re.findall(r"Booking code: (\d+)", text.text)[0]
    done = await browser.post(f"{asked.url}/code", data=hidden(asked) | {"code": code})
    await business.town.idle()
    return done


async def test_a_booked_delivery_comes_to_the_dispatcher_and_is_delivered(
    business: Business, browser: httpx.AsyncClient
):
    done = await booked(business, browser)
    assert "Booked: delivery 1001" in done.text
    assert sees(business.owner, "Order 1001 · 🆕 Waiting for a rider")
    booked_ones = DeliveryQuery(creation_mode=CreationMode.VIA_BOOKING)
    (delivery,) = [each async for each in business.town.shop.deliveries(booked_ones)]
    assert delivery.creation_mode == "Via booking"

    await business.presses(business.owner, "Assign")
    await business.presses(business.owner, "Musa Bello")
    await business.presses(business.musa, "Accept")
    await business.presses(business.musa, "Picked up")
    await business.says(business.musa, business.pickup_code)
    assert await business.state(delivery) is State.IN_TRANSIT
    await business.presses(business.musa, "Delivered")
    await business.says(business.musa, business.dropoff_code)
    assert await business.state(delivery) is State.DELIVERED


async def test_who_booked_follows_the_delivery_in_the_bot_that_the_page_names(
    business: Business, browser: httpx.AsyncClient
):
    done = await booked(business, browser)
    assert f"https://t.me/{BOT_USERNAME}?start=hello" in done.text
    ada = business.town.telegram.add_user("Ada", phone=SENDER)
    await business.says(ada, "/start hello")
    await business.presses(ada, "Share my phone number")
    assert sees(ada, "Order 1001")
