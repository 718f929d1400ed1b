"""A dispatcher asks for a photo at the pickup: its rider is asked there, in no code's way."""

from bot.fleet import StatusToken
from tests.journeys.test_door_photo import photos, pickup_record, sends_photo
from tests.support.business import Business, bare, finds, heard, labels, sees, told

WANTED = "Please send a photo of the parcel"


async def asked(business: Business):
    """A parcel that Musa has accepted, of which the dispatcher wants a photo."""
    delivery = await business.accepted()
    await business.presses(business.owner, "Photo at the pickup")
    return delivery


async def test_who_is_asked_sends_the_photo_before_the_code(business: Business):
    delivery = await asked(business)
    assert "📷 Photo at the pickup: asked for" in bare(finds(business.owner, "Order 1001"))
    await business.presses(business.musa, "Picked up")
    assert WANTED in bare(business.musa.last)
    await sends_photo(business, business.musa)
    assert sees(business.musa, "Kept for the pickup of order 1001")
    assert len(photos(business.owner)) == 1
    await business.says(business.musa, business.pickup_code)
    assert sees(business.musa, "On the way")
    assert await pickup_record(business, delivery) is not None
    assert heard(business.musa, WANTED) == 0


async def test_the_code_comes_first_and_the_photo_is_asked_for_once_more(business: Business):
    await asked(business)
    await business.presses(business.musa, "Picked up")
    await business.says(business.musa, business.pickup_code)
    assert sees(business.musa, "On the way")
    assert WANTED in told(business.musa)[-1]
    await business.later(minutes=20)
    await sends_photo(business, business.musa)
    await business.presses(business.musa, "📦 Pickup: 1001")
    assert len(photos(business.owner)) == 1
    await business.says(business.owner, "/delivery 1001")
    assert "📷 Photo at the pickup 09:20" in bare(business.owner.last)
    await business.presses(business.owner, "Show the photos", message=business.owner.last)
    assert photos(business.owner) == ["🧪 📷 The photo of order 1001 at its pickup."] * 2


async def test_nobody_is_asked_where_nobody_wants_one(business: Business):
    await business.accepted()
    await business.presses(business.musa, "Picked up")
    assert WANTED not in bare(business.musa.last)
    await business.says(business.musa, business.pickup_code)
    assert not sees(business.musa, WANTED)


async def test_what_is_fetched_is_not_asked_for_any_more(business: Business):
    delivery = await business.accepted()
    await business.presses(business.owner, "⋯")
    shown = business.owner.last
    assert "📷 Photo at the pickup" in labels(shown)
    button = next(each for row in shown.buttons for each in row if "Photo" in each.label)
    code = business.pickup_code
    await business.town.shop.update_status(delivery.uuid, StatusToken.IN_TRANSIT, pickup_code=code)
    await business.town.idle()
    business.owner.press_button(shown, button)
    await business.town.idle()
    assert not sees(business.musa, WANTED)
    assert not sees(business.owner, "asked for")
