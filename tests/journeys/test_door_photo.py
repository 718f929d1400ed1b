"""The photo that a rider takes of a handed-over parcel reaches whoever waits for it."""

from io import BytesIO

import httpx
import pytest
from PIL import Image

from bot.demo.town import ENVIRONMENT
from bot.fleet import Delivery
from bot.local_telegram import LocalUser
from bot.service.operations.photos import put_photo
from bot.service.vocabulary import Stage
from tests.support.business import Business, bare, heard, labels, rung, sees, told
from tests.support.photo_door import WITHOUT_DOOR, PhotoDoor


@pytest.fixture
def fleet_door() -> PhotoDoor:
    return PhotoDoor()


def picture(colour: str = "red") -> bytes:
    written = BytesIO()
    Image.new("RGB", (8, 6), colour).save(written, "JPEG")
    return written.getvalue()


def photos(person: LocalUser) -> list[str]:
    """What stands under the photos that the bot has sent to somebody."""
    return [bare(message) for message in person.messages if message.from_bot and message.photo]


async def delivered(business: Business) -> Delivery:
    return await business.follows_through()


async def sends_photo(
    business: Business, person: LocalUser, caption: str = "", content: bytes | None = None
) -> None:
    await business.restart()
    person.send_photo(content or picture(), caption=caption)
    await business.town.idle()


async def sends_album(business: Business, person: LocalUser, caption: str) -> None:
    await business.restart()
    for number in range(3):
        person.send_photo(picture(), caption="" if number else caption, album="3 of one door")
    await business.town.idle()


async def shows(business: Business, content: bytes | None = None) -> None:
    """Musa shows how he has handed over the order that he has brought last."""
    await sends_photo(business, business.musa, content=content)
    await business.presses(business.musa, "📷 1001")


async def record(business: Business, delivery: Delivery) -> str | None:
    """The photo's address in the fleet service's own record."""
    return (await business.town.shop.get_delivery(delivery.uuid)).dropoff_photo


async def waiting(business: Business) -> dict[tuple[str, str], int]:
    assert business.town.bot is not None
    return await business.town.bot.waiting()


async def on_its_way(business: Business) -> Delivery:
    """A parcel that Bola follows, and that Musa has with him."""
    delivery = await business.order()
    await business.follows(business.bola, "Bola Ahmed")
    await business.presses(business.owner, "Assign")
    await business.presses(business.owner, "Musa Bello")
    await business.presses(business.musa, "Accept")
    await business.presses(business.musa, "Picked up")
    await business.says(business.musa, business.pickup_code)
    return delivery


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
    await on_its_way(business)
    await shows(business)
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


@pytest.mark.parametrize("caption", ["", "Left with the guard"])
async def test_an_album_of_one_door_is_one_question(business: Business, caption: str):
    await delivered(business)
    await sends_album(business, business.musa, caption)
    assert heard(business.musa, "Which hand-over does it show?") == 1
    assert photos(business.owner) == []
    await business.presses(business.musa, "📷 1001")
    shown = photos(business.owner)
    assert len(shown) == 3
    assert all("The photo of order 1001 at its door" in text for text in shown)
    assert sum("Left with the guard" in text for text in shown) == bool(caption)
    assert len(photos(business.bola)) == 1
    assert not sees(business.bola, "guard")


async def test_an_album_for_the_dispatcher_goes_there_as_a_whole(business: Business):
    await delivered(business)
    await sends_album(business, business.musa, "The lobby")
    before = len(rung(business, business.owner))
    await business.presses(business.musa, "For the dispatcher")
    shown = photos(business.owner)
    assert len(shown) == 3
    assert sum("The lobby" in text for text in shown) == 1
    assert len(rung(business, business.owner)) <= before + 1


async def test_the_album_of_a_customer_is_about_its_order_and_rings_once(business: Business):
    await on_its_way(business)
    await business.presses(business.musa, "Delivered")
    await business.says(business.musa, business.dropoff_code)
    await sends_album(business, business.bola, "The box is open")
    shown = photos(business.owner)
    assert len(shown) == 3
    assert all("1001" in text for text in shown)
    calls = [
        call.arguments
        for call in business.town.telegram.calls
        if call.method == "sendPhoto" and call.arguments["chat_id"] == str(business.owner.id)
    ]
    assert [call.get("disable_notification") == "true" for call in calls] == [False, True, True]
    assert heard(business.bola, "The box is open") == 0


async def test_who_has_nothing_to_hand_over_is_not_asked(business: Business):
    await business.assigned()
    await sends_photo(business, business.musa)
    assert len(photos(business.owner)) == 1
    await sends_photo(business, business.sani, caption="Look at this road")
    assert not any("Which hand-over" in text for text in told(business.sani))


async def test_what_another_rider_has_handed_over_is_not_asked_about(business: Business):
    await delivered(business)
    await sends_photo(business, business.sani)
    assert not any("Which hand-over" in text for text in told(business.sani))


async def test_a_question_that_is_too_old_keeps_no_photo(business: Business):
    await delivered(business)
    await sends_photo(business, business.musa)
    asked = business.musa.last
    await business.later(minutes=40)
    await business.presses(business.musa, "📷 1001", message=asked)
    assert sees(business.musa, "That was too long ago")
    assert photos(business.bola) == []


# At the pickup.


async def shows_pickup(business: Business) -> None:
    await sends_photo(business, business.musa)
    await business.presses(business.musa, "📦 Pickup: 1001")


async def pickup_record(business: Business, delivery: Delivery) -> str | None:
    return (await business.town.shop.get_delivery(delivery.uuid)).pickup_photo


async def accepted(business: Business) -> Delivery:
    """A parcel that Bola follows, and that Musa has accepted."""
    delivery = await business.order()
    await business.follows(business.bola, "Bola Ahmed")
    await business.presses(business.owner, "Assign")
    await business.presses(business.owner, "Musa Bello")
    await business.presses(business.musa, "Accept")
    return delivery


async def test_a_photo_at_the_pickup_is_shown_to_the_dispatcher_and_comes_to_the_record(
    business: Business, fleet_door: PhotoDoor
):
    delivery = await accepted(business)
    await sends_photo(business, business.musa)
    assert labels(business.musa.last) == [
        "📦 Pickup: 1001 · Bola A. · Allen Avenue",
        "💬 For the dispatcher",
    ]
    await business.presses(business.musa, "📦 Pickup: 1001")
    assert sees(business.musa, "Kept for the pickup of order 1001")
    assert photos(business.owner) == ["🧪 📷 The photo of order 1001 at its pickup."]
    assert photos(business.bola) == []
    assert await pickup_record(business, delivery) is None  # it is not picked up yet
    await business.presses(business.musa, "Picked up")
    await business.says(business.musa, business.pickup_code)
    assert await pickup_record(business, delivery) is not None
    assert await record(business, delivery) is None
    assert fleet_door.count("/photos/pickup") == 1
    await business.later(minutes=6)
    assert sees(business.bola, "The photo of order 1001 at its pickup")  # the record's, as text


async def test_a_parcel_just_picked_up_can_be_shown_at_both_hand_overs(business: Business):
    delivery = await on_its_way(business)
    await sends_photo(business, business.musa)
    assert labels(business.musa.last) == [
        "📷 1001 · Bola A. · Allen Avenue",
        "📦 Pickup: 1001 · Bola A. · Allen Avenue",
        "💬 For the dispatcher",
    ]
    await business.presses(business.musa, "📦 Pickup: 1001")
    address = await pickup_record(business, delivery)
    assert address is not None
    await shows(business)
    await business.presses(business.musa, "Delivered")
    await business.says(business.musa, business.dropoff_code)
    assert await record(business, delivery) not in (None, address)
    assert await pickup_record(business, delivery) == address
    assert await waiting(business) == {}


async def test_a_while_after_the_pickup_a_photo_is_one_of_the_door(business: Business):
    await on_its_way(business)
    await business.later(minutes=16)
    await sends_photo(business, business.musa)
    assert labels(business.musa.last) == [
        "📷 1001 · Bola A. · Allen Avenue",
        "💬 For the dispatcher",
    ]


async def test_what_a_former_rider_has_shown_of_a_pickup_does_not_come_to_the_record(
    business: Business, fleet_door: PhotoDoor
):
    delivery = await accepted(business)
    await shows_pickup(business)
    await business.town.shop.assign(business.riders["Sani Ali"], [delivery.uuid])
    await business.town.idle()
    await business.presses(business.sani, "Accept")
    await business.presses(business.sani, "Picked up")
    await business.says(business.sani, business.pickup_code)
    assert await pickup_record(business, delivery) is None
    assert fleet_door.count("/photos/pickup") == 0


@pytest.mark.parametrize("changed_settings", [{"fleet": WITHOUT_DOOR}])
async def test_without_a_door_dispatchers_see_the_pickup_all_the_same(
    business: Business, fleet_door: PhotoDoor
):
    await on_its_way(business)
    await shows_pickup(business)
    assert photos(business.owner) == ["🧪 📷 The photo of order 1001 at its pickup."]
    assert not [path for path in fleet_door.paths if "operator" in path]


# Where the fleet service has an operator's door.


async def test_a_photo_of_a_delivered_parcel_comes_to_the_fleet_services_record(
    business: Business, browser: httpx.AsyncClient
):
    delivery = await delivered(business)
    await shows(business)
    address = await record(business, delivery)
    assert address is not None
    answer = await browser.get(address)
    assert answer.headers["content-type"] == "image/jpeg"
    with Image.open(BytesIO(answer.content)) as shown:
        assert (shown.format, shown.size) == ("JPEG", (8, 6))
    assert await waiting(business) == {}


async def test_a_photo_before_the_code_comes_to_the_record_once_the_parcel_is_delivered(
    business: Business, fleet_door: PhotoDoor
):
    delivery = await on_its_way(business)
    await shows(business)
    assert fleet_door.brought == 0
    await business.presses(business.musa, "Delivered")
    await business.says(business.musa, business.dropoff_code)
    assert await record(business, delivery) is not None
    assert fleet_door.brought == 1


async def test_a_customer_is_shown_the_photo_once_though_the_record_has_it_too(business: Business):
    await delivered(business)
    await shows(business)
    sounds = len(rung(business, business.bola))
    # The fleet service tells of a photo by no webhook: whatever is looked at next brings it.
    await business.town.stop_bot()
    await business.later(minutes=1)
    await business.town.start_bot()
    await business.later(minutes=6)
    await business.says(business.owner, "/delivery 1001")
    assert photos(business.bola) == ["🧪 📷 The photo of order 1001 at its door."]
    assert heard(business.bola, "The photo of order 1001") == 1
    assert len(rung(business, business.bola)) == sounds


async def put_by_somebody_else(business: Business, delivery: Delivery) -> None:
    """Somebody puts a photo to the fleet service by its door."""
    environment = business.town.service.environment(ENVIRONMENT)
    await put_photo(environment, delivery.uuid, Stage.DROPOFF, picture("blue"))


async def test_where_the_record_has_a_photo_before_the_code_the_riders_is_not_shown_besides(
    business: Business,
):
    delivery = await on_its_way(business)
    await shows(business)
    await put_by_somebody_else(business, delivery)
    await business.presses(business.musa, "Delivered")
    await business.says(business.musa, business.dropoff_code)
    assert photos(business.bola) == [], told(business.bola)


async def test_where_the_riders_photo_was_not_taken_another_of_the_record_is_shown(
    business: Business, fleet_door: PhotoDoor
):
    delivery = await delivered(business)
    fleet_door.status = 422
    await shows(business)
    await put_by_somebody_else(business, delivery)
    await business.later(minutes=6)
    await business.says(business.owner, "/delivery 1001")
    assert heard(business.bola, "The photo of order 1001") == 2, told(business.bola)


async def test_a_later_photo_takes_the_place_of_the_former_one(
    business: Business, browser: httpx.AsyncClient
):
    delivery = await delivered(business)
    await shows(business, picture("red"))
    former = await record(business, delivery)
    await shows(business, picture("blue"))
    address = await record(business, delivery)
    assert address != former
    with Image.open(BytesIO((await browser.get(address or "")).content)) as shown:
        red, _, blue = shown.getpixel((0, 0))
    assert blue > red


async def test_a_photo_waits_while_the_fleet_service_is_away(business: Business):
    delivery = await delivered(business)
    await business.town.close_fleet()
    await shows(business)
    assert len(photos(business.bola)) == 1
    await business.later(minutes=60)
    assert await waiting(business) == {("photo", "waiting"): 1}
    await business.says(business.owner, "/health")
    assert sees(business.owner, "Photos for the fleet service: 1 waiting")
    await business.town.open_fleet()
    await business.later(minutes=2)
    assert await record(business, delivery) is not None
    assert await waiting(business) == {}


@pytest.mark.parametrize("status", [502, 503, 429, 405])
async def test_a_door_that_does_not_open_holds_nothing_else_up(
    status: int, business: Business, fleet_door: PhotoDoor
):
    delivery = await on_its_way(business)
    await shows(business)
    fleet_door.status = status
    await business.presses(business.musa, "Delivered")
    await business.says(business.musa, business.dropoff_code)
    assert sees(business.bola, "Order 1001 was delivered")
    await business.later(minutes=10)
    assert await record(business, delivery) is None
    fleet_door.status = None
    await business.later(minutes=2)
    assert await record(business, delivery) is not None


async def test_a_photo_whose_answer_was_lost_is_put_again_and_is_the_same(
    business: Business, fleet_door: PhotoDoor
):
    delivery = await delivered(business)
    fleet_door.status, fleet_door.does_it = 502, True
    await shows(business)
    address = await record(business, delivery)
    assert address is not None
    fleet_door.status = None
    await business.later(minutes=2)
    assert await record(business, delivery) == address
    assert await waiting(business) == {}


@pytest.mark.parametrize("changed_settings", [{"fleet": WITHOUT_DOOR}])
async def test_without_the_settings_nothing_is_asked(business: Business, fleet_door: PhotoDoor):
    delivery = await delivered(business)
    await shows(business)
    assert len(photos(business.bola)) == 1
    assert not [path for path in fleet_door.paths if "operator" in path]
    assert await record(business, delivery) is None


@pytest.mark.parametrize("status", [None, 422, 404, 413])
async def test_what_the_fleet_service_does_not_take_disturbs_nobody(
    status: int | None, business: Business, fleet_door: PhotoDoor
):
    delivery = await delivered(business)
    fleet_door.status = status
    await sends_photo(business, business.musa, content=b"no picture at all")
    before = {person: told(person) for person in (business.musa, business.owner, business.bola)}
    await business.presses(business.musa, "📷 1001")
    await business.later(minutes=60)
    assert fleet_door.brought == 1
    assert await record(business, delivery) is None
    assert await waiting(business) == {}
    for person, lines in before.items():
        assert len(told(person)) - len(lines) <= 1, "what the photo itself says, and nothing more"


async def test_owners_hear_once_that_the_key_is_refused_and_the_photo_waits(
    business: Business, fleet_door: PhotoDoor
):
    delivery = await delivered(business)
    fleet_door.status = 401
    await shows(business)
    await business.later(minutes=10)
    assert heard(business.owner, "refuses the key of its operator's door") == 1
    assert not sees(business.musa, "operator's door")
    assert await waiting(business) == {("photo", "waiting"): 1}
    fleet_door.status = None
    await business.later(minutes=2)
    assert await record(business, delivery) is not None


async def test_a_photo_that_telegram_has_no_more_is_let_go(
    business: Business, fleet_door: PhotoDoor
):
    await delivered(business)
    business.town.telegram.fail("getFile", 400, "Bad Request: wrong file_id")
    await shows(business)
    assert fleet_door.brought == 0
    assert await waiting(business) == {}


async def test_a_photo_that_telegram_does_not_find_again_and_again_is_let_go(
    business: Business, fleet_door: PhotoDoor
):
    await delivered(business)
    business.town.telegram.fail("getFile", 404, "Not Found", times=50)
    await shows(business)
    for _ in range(6):
        await business.later(minutes=10)
    assert await waiting(business) == {}
    assert fleet_door.brought == 0


@pytest.mark.parametrize(("status", "words"), [(502, "Bad Gateway"), (404, "Not Found")])
async def test_a_photo_waits_while_telegram_does_not_give_it(
    status: int, words: str, business: Business
):
    delivery = await delivered(business)
    business.town.telegram.fail("getFile", status, words)
    await shows(business)
    await business.later(minutes=2)
    assert await record(business, delivery) is not None
    assert await waiting(business) == {}
