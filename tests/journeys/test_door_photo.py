"""The photo that a rider takes of a handed-over parcel reaches whoever waits for it."""

from bot.demo.telegram import LocalUser
from tests.support.business import Business, bare, labels, rung, sees, told


def photos(person: LocalUser) -> list[str]:
    """What stands under the photos that the bot has sent to somebody."""
    return [bare(message) for message in person.messages if message.from_bot and message.photo]


async def delivered(business: Business) -> None:
    await business.follows_through()


async def sends_photo(business: Business, person: LocalUser, caption: str = "") -> None:
    await business.restart()
    person.send_photo(caption=caption)
    await business.town.idle()


async def test_a_photo_of_a_delivered_parcel_is_shown_to_its_customer_and_dispatcher(
    business: Business,
):
    await delivered(business)
    before = len(rung(business, business.bola))
    await sends_photo(business, business.musa)
    assert labels(business.musa.last) == [
        "📷 1001 · Bola A. · Allen Avenue",
        "💬 For the dispatcher",
    ]
    assert photos(business.bola) == []
    await business.presses(business.musa, "📷 1001")
    assert photos(business.bola) == ["🧪 📷 The photo of order 1001 at its door."]
    assert photos(business.owner) == ["🧪 📷 The photo of order 1001 at its door."]
    assert len(rung(business, business.bola)) == before


async def test_a_photo_before_the_code_is_shown_once_the_parcel_is_delivered(business: Business):
    await business.order()
    await business.follows(business.bola, "Bola Ahmed")
    await business.presses(business.owner, "Assign")
    await business.presses(business.owner, "Musa Bello")
    await business.presses(business.musa, "Accept")
    await business.presses(business.musa, "Picked up")
    await business.says(business.musa, business.pickup_code)
    await sends_photo(business, business.musa)
    await business.presses(business.musa, "📷 1001")
    assert photos(business.bola) == []
    await business.presses(business.musa, "Delivered")
    await business.says(business.musa, business.dropoff_code)
    assert len(photos(business.bola)) == 1


async def test_a_photo_for_the_dispatcher_goes_there_and_to_no_customer(business: Business):
    await delivered(business)
    await sends_photo(business, business.musa)
    await business.presses(business.musa, "For the dispatcher")
    assert len(photos(business.owner)) == 1
    assert photos(business.bola) == []
    assert sees(business.musa, "The dispatcher has it")


async def test_who_has_nothing_to_hand_over_is_not_asked(business: Business):
    await business.assigned()
    await sends_photo(business, business.musa)
    assert len(photos(business.owner)) == 1
    await sends_photo(business, business.sani, caption="Look at this road")
    assert not any("Which hand-over" in text for text in told(business.sani))


async def test_a_question_that_is_too_old_keeps_no_photo(business: Business):
    await delivered(business)
    await sends_photo(business, business.musa)
    asked = business.musa.last
    await business.later(minutes=40)
    await business.presses(business.musa, "📷 1001", message=asked)
    assert sees(business.musa, "That was too long ago")
    assert photos(business.bola) == []
