"""/booking: the page on which customers book, as a link and a picture."""

from bot.fleet import Rider
from tests.support.business import Business, told

CHANGE = "/riders/change_status/"


async def rider(business: Business, name: str = "Musa Bello") -> Rider:
    return await business.town.shop.get_rider(business.riders[name])


async def test_the_booking_link_comes_with_a_picture_to_scan(business: Business):
    await business.says(business.owner, "/booking")
    assert "/booking my-shop" in told(business.owner)[-1]
    for code in ("nothing-here", "../riders"):
        await business.says(business.owner, f"/booking {code}")
        assert "There is no booking link" in told(business.owner)[-1]
    booking = business.town.service.environment("development").booking
    assert booking is not None
    await business.says(business.owner, f"/booking {booking.link_code}")
    profile = business.owner.last
    assert profile.photo is not None
    assert profile.photo.file.content.startswith(b"\x89PNG")
    labels = [button.label for row in profile.buttons for button in row]
    assert labels == ["Copy the link", "Open"]
    assert "Pricing" in (profile.caption or "")
