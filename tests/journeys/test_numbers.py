"""A person is known by their phone number, however a network, a shop or Telegram writes it."""

import pytest

from bot.fleet import NewReceiver
from tests.support.business import Business, bare, finds, sees, told


def called(code: str, number: str) -> NewReceiver:
    return NewReceiver(
        name="Bola Ahmed", address="5 Allen Avenue", phone_code=code, phone_number=number
    )


@pytest.mark.parametrize(
    ("code", "number", "of_telegram"),
    [
        ("54", "11 2345-6789", "5491123456789"),
        ("54", "9 11 2345-6789", "541123456789"),
        ("52", "55 1234 5678", "5215512345678"),
        ("55", "11 8765-4321", "5511987654321"),
        ("225", "0707123456", "22507123456"),
        ("1868", "7034186", "18687034186"),
    ],
)
@pytest.mark.parametrize("is_first", [True, False], ids=["order first", "number first"])
async def test_a_receiver_is_known_by_a_number_that_is_written_otherwise(
    business: Business, code: str, number: str, of_telegram: str, is_first: bool
):
    ana = business.town.telegram.add_user("Ana", phone=of_telegram)
    if is_first:
        await business.order(called(code, number))
    await business.joins_by_phone(ana)
    if not is_first:
        assert sees(ana, "If a parcel for this number is sent")
        await business.order(called(code, number))
    assert sees(ana, "1001")
    assert sees(ana, "5 Allen Avenue")


async def test_a_code_that_holds_more_than_the_country_is_shown_and_texted_so(business: Business):
    await business.order(called("1868", "703-4186"))
    assert "+1 868-703-4186" in bare(finds(business.owner, "Order 1001"))
    assert business.town.code_for("+18687034186")


async def test_who_has_an_anonymous_number_is_told_the_way_by_link(business: Business):
    ana = business.town.telegram.add_user("Ana", phone="88801234567")
    await business.joins_by_phone(ana)
    assert "Only Telegram knows" in told(ana)[-1]
    assert "open the link in the text message" in told(ana)[-1]
    assert not sees(ana, "your own")
    await business.order()
    await business.follows(ana, "Bola Ahmed")
    assert sees(ana, "1001")
    await business.says(ana, "/me")
    assert "67" in told(ana)[-1]
