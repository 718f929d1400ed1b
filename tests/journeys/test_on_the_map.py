"""Dispatchers see riders on the map who share where they are, for as long as they do and ride."""

from bot.local_telegram import ChatMessage, LocalUser
from tests.support.business import Business, bare, finds, labels, rung, sees, told

ON_THE_MAP, ALL_ON_THE_MAP = "🗺 On the map", "🗺 All on the map"


def pins(person: LocalUser) -> list[ChatMessage]:
    """The places that the bot has put into somebody's chat."""
    return [message for message in person.messages if message.from_bot and message.location]


def point(message: ChatMessage) -> tuple[float, float]:
    return message.location.latitude, message.location.longitude


async def shares(
    business: Business, rider: LocalUser, latitude: float, seconds: int = 3600
) -> ChatMessage:
    message = rider.share_location(latitude, 3.35, seconds)
    await business.town.idle()
    return message


async def moves_to(
    business: Business, rider: LocalUser, shared: ChatMessage, latitude: float
) -> None:
    rider.move(shared, latitude, 3.35)
    await business.town.idle()


async def riders_page(business: Business, person: LocalUser, name: str) -> ChatMessage:
    await business.says(person, f"/rider {name}")
    return person.last


async def on_the_map(business: Business) -> ChatMessage:
    """The owner puts Musa on the map, from his page."""
    page = await riders_page(business, business.owner, "Musa")
    await business.presses(business.owner, ON_THE_MAP, message=page)
    return pins(business.owner)[-1]


async def test_a_riders_pin_goes_along_with_them_and_goes_when_they_stop(business: Business):
    await business.accepted()
    shared = await shares(business, business.musa, 6.50)
    assert "Dispatchers see it, too, while you are on duty." in told(business.musa)[-1]
    assert pins(business.owner) == []
    sounds = len(rung(business, business.owner))
    shown = await on_the_map(business)
    assert point(shown) == (6.50, 3.35)
    assert shown.location.live_period is not None
    assert labels(shown) == ["Musa Bello · 1 open · 09:00"]
    assert len(rung(business, business.owner)) == sounds

    await business.later(minutes=5)
    await moves_to(business, business.musa, shared, 6.51)
    await business.later(seconds=20)
    assert point(shown) == (6.51, 3.35)
    assert labels(shown) == ["Musa Bello · 1 open · 09:05"]
    await business.presses(business.owner, "Musa Bello", message=shown)
    assert "📍 Shares the live location" in told(business.owner)[-1]

    business.musa.stop_sharing(shared)
    await business.town.idle()
    assert "Nobody sees any more where you are." in told(business.musa)[-1]
    assert pins(business.owner) == []


async def test_a_second_press_brings_the_pin_to_the_end_and_leaves_one(business: Business):
    await shares(business, business.musa, 6.50)
    first = await on_the_map(business)
    second = await on_the_map(business)
    assert first not in business.owner.messages
    assert pins(business.owner) == [second]


async def test_the_card_of_a_delivery_offers_it_while_its_rider_shares(business: Business):
    await business.assigned()
    card = finds(business.owner, "Order 1001 ·")
    assert ON_THE_MAP not in labels(card)
    shared = await shares(business, business.musa, 6.50)
    assert ON_THE_MAP in labels(card)
    await business.presses(business.owner, ON_THE_MAP, message=card)
    (shown,) = pins(business.owner)
    assert point(shown) == (6.50, 3.35)
    business.musa.stop_sharing(shared)
    await business.town.idle()
    assert ON_THE_MAP not in labels(card)


async def test_all_are_shown_once_and_it_is_said_who_is_not_and_why(business: Business):
    await business.assigned("Sani Ali")
    await shares(business, business.musa, 6.50)
    await shares(business, business.sani, 6.60)
    await business.says(business.owner, "/riders")
    listed = business.owner.last
    await business.presses(business.owner, ALL_ON_THE_MAP, message=listed)
    assert bare(listed) == (
        "🧪 🗺 On the map: 2\nSani Ali · just now · 1 open job\nMusa Bello · just now · 0 open jobs"
    )
    assert [labels(pin) for pin in pins(business.owner)] == [
        ["Sani Ali · 1 open · 09:00"],
        ["Musa · 0 open · 09:00"],
    ]
    both = pins(business.owner)
    await business.says(business.musa, "/duty off")
    await business.presses(business.owner, "Refresh", message=listed)
    assert pins(business.owner) == both[:1]
    assert "Not on the map:\nMusa Bello · 😴 off duty" in bare(listed)
    await business.says(business.musa, "/duty on")
    await business.presses(business.owner, "Refresh", message=listed)
    assert len(pins(business.owner)) == 2
    await business.presses(business.owner, "Riders", message=listed)
    assert "2 riders" in bare(listed)


async def test_who_does_not_share_is_not_on_the_map(business: Business):
    await business.says(business.owner, "/riders")
    listed = business.owner.last
    await business.presses(business.owner, ALL_ON_THE_MAP, message=listed)
    assert "On the map: 0\nNot on the map:" in bare(listed)
    assert "Musa Bello · does not share their place" in bare(listed)
    page = await riders_page(business, business.owner, "Musa")
    assert "📍 Not on the map" in bare(page)
    assert ON_THE_MAP not in labels(page)
    assert pins(business.owner) == []


async def test_a_button_that_is_too_late_shows_nobody(business: Business):
    shared = await shares(business, business.musa, 6.50)
    page = await riders_page(business, business.owner, "Musa")
    business.musa.stop_sharing(shared)
    await business.town.idle()
    await business.presses(business.owner, ON_THE_MAP, message=page)
    assert pins(business.owner) == []
    assert "🗺 Not on the map:\nMusa · does not share their place" in told(business.owner)[-1]


async def test_an_old_place_is_not_put_on_the_map(business: Business):
    shared = await shares(business, business.musa, 6.50, seconds=7200)
    page = await riders_page(business, business.owner, "Musa")
    await business.later(minutes=31)
    await business.presses(business.owner, ON_THE_MAP, message=page)
    assert pins(business.owner) == []
    assert "Musa · 31 min" in told(business.owner)[-1]
    await moves_to(business, business.musa, shared, 6.51)
    await business.presses(business.owner, ON_THE_MAP, message=page)
    assert len(pins(business.owner)) == 1


async def test_sharing_that_ends_by_itself_and_unheard_takes_the_pin_along(business: Business):
    first = await shares(business, business.musa, 6.50, seconds=7200)
    await on_the_map(business)
    business.musa.stop_sharing(first)
    await business.town.idle()
    await shares(business, business.musa, 6.50, seconds=900)
    await on_the_map(business)
    await business.later(minutes=10)
    assert len(pins(business.owner)) == 1
    await business.later(minutes=6)
    assert pins(business.owner) == []


async def test_duty_that_ends_takes_the_pin_along_and_customers_still_see_who_comes(
    business: Business,
):
    await business.on_the_way()
    await business.follows(business.bola, "Bola Ahmed")
    await shares(business, business.musa, 6.50)
    await on_the_map(business)
    await business.says(business.musa, "/duty off")
    assert pins(business.owner) == []
    assert ON_THE_MAP not in labels(finds(business.owner, "Order 1001 ·"))
    assert [pin.location.live_period is None for pin in pins(business.bola)] == [False]


async def test_who_stops_the_bot_or_is_removed_is_on_no_map(business: Business):
    await shares(business, business.musa, 6.50)
    await shares(business, business.sani, 6.60)
    await business.says(business.owner, "/riders")
    await business.presses(business.owner, ALL_ON_THE_MAP)
    assert len(pins(business.owner)) == 2
    business.musa.block()
    await business.town.idle()
    (left,) = pins(business.owner)
    assert point(left) == (6.60, 3.35)
    await business.says(business.owner, "/team")
    await business.presses(business.owner, "Remove Sani")
    await business.presses(business.owner, "Remove", message=business.owner.last)
    assert pins(business.owner) == []


async def test_pins_go_with_the_right_to_see_them(business: Business):
    tola = await business.hires("Tola")
    shared = await shares(business, business.musa, 6.50)
    page = await riders_page(business, tola, "Musa")
    await business.presses(tola, ON_THE_MAP, message=page)
    assert len(pins(tola)) == 1
    await business.says(business.owner, "/team")
    await business.presses(business.owner, "Remove Tola as a dispatcher")
    await business.presses(business.owner, "Remove", message=business.owner.last)
    assert pins(tola) == []
    await business.presses(tola, ON_THE_MAP, message=page)
    await moves_to(business, business.musa, shared, 6.51)
    await business.later(seconds=20)
    assert pins(tola) == []


async def test_a_pin_that_its_reader_has_deleted_does_not_come_back(business: Business):
    shared = await shares(business, business.musa, 6.50)
    shown = await on_the_map(business)
    business.town.telegram.fail(
        "editMessageLiveLocation", 400, "Bad Request: message to edit not found"
    )
    await moves_to(business, business.musa, shared, 6.51)
    await business.later(seconds=20)
    await moves_to(business, business.musa, shared, 6.52)
    await business.later(seconds=20)
    assert pins(business.owner) == [shown]
    assert point(shown) == (6.50, 3.35)


async def test_a_pin_goes_along_after_a_restart(business: Business):
    shared = await shares(business, business.musa, 6.50)
    shown = await on_the_map(business)
    await business.town.stop_bot()
    await business.later(seconds=2)
    await business.town.start_bot()
    await moves_to(business, business.musa, shared, 6.51)
    await business.later(seconds=20)
    assert point(shown) == (6.51, 3.35)
    assert not sees(business.owner, "Not on the map")
