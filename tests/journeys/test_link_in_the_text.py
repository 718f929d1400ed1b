"""The text with the drop-off code leads its receiver to the parcel."""

import re

import httpx

from tests.support.business import BOLA, SENDER, Business, sees


async def test_who_taps_the_link_and_shares_the_number_sees_the_parcel(business: Business):
    await business.order()
    await business.town.idle()
    told = {phone: _texts_to(business, phone) for phone in (BOLA, SENDER)}
    (link,) = re.findall(r"https://t\.me/\S+", told[BOLA])
    assert "https://t.me/" not in told[SENDER]
    url = httpx.URL(link)
    assert url.path == f"/{business.town.account.username}"
    await business.says(business.bola, f"/start {url.params['start']}")
    await business.presses(business.bola, "Share my phone number")
    assert sees(business.bola, "📦 Order 1001")


def _texts_to(business: Business, phone: str) -> str:
    return "\n".join(sms.text for sms in business.town.sms.messages if sms.phone == phone)
