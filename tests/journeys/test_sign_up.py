"""Who is invited to ride says phone number and name in the chat, and rides: no form, no shell."""

from datetime import timedelta

import pytest

from bot.fleet import Rider
from bot.local_telegram import LocalUser
from tests.support.business import MUSA, Business, heard, labels, sees, told
from tests.support.photo_door import WITHOUT_DOOR, PhotoDoor

PHONE = "+2348020000003"


@pytest.fixture
def fleet_door() -> PhotoDoor:
    return PhotoDoor()


@pytest.fixture
def tunde(business: Business) -> LocalUser:
    return business.town.telegram.add_user("Tunde", phone=PHONE)


async def opens_link(business: Business, person: LocalUser, *, later: bool = False) -> None:
    """Tunde is invited by e-mail, and opens the link that the owner has sent on."""
    await business.says(business.owner, "/invite tunde@example.com 10")
    await business.presses(business.owner, "Chat link for tunde")
    link = next(text for text in reversed(told(business.owner)) if "start=" in text)
    assert "Send this link to tunde." in link
    if later:
        await business.town.stop_bot()
        business.clock.advance(timedelta(hours=1))
        await business.town.start_bot()
    await business.says(person, f"/start {link.split('start=')[1].split()[0]}")


async def known(business: Business) -> Rider:
    """The rider of that address as the fleet service knows them."""
    listed = await business.town.shop.all_riders(with_invited=True)
    return next(one for one in listed if one.email == "tunde@example.com")


async def test_who_is_invited_rides_after_two_taps(business: Business, tunde: LocalUser):
    await opens_link(business, tunde)
    assert "You are invited to ride here" in told(tunde)[-1]
    assert not sees(tunde, "You ride here")
    await business.presses(tunde, "Share my phone number")
    assert labels(tunde.last) == ["Tunde"]
    await business.presses(tunde, "Tunde")
    assert "✅ All done, Tunde." in told(tunde)[-1]
    assert "You ride here" in told(tunde)[-1]
    rider = await known(business)
    assert (rider.name, rider.active, rider.is_invited) == ("Tunde", True, False)
    assert (rider.phone_code, rider.phone_number) == ("234", "8020000003")

    await business.order()
    await business.presses(business.owner, "Assign")
    await business.presses(business.owner, "Tunde")
    assert sees(tunde, "A new job for you")


async def test_a_name_can_be_typed_and_what_is_none_is_not_taken_for_one(
    business: Business, tunde: LocalUser
):
    await opens_link(business, tunde)
    await business.presses(tunde, "Share my phone number")
    for said in ("4711", "T", "where is my job?", "help", "/jobs"):
        await business.says(tunde, said)
        assert (await known(business)).is_invited
    await business.says(tunde, "  Túndé   Alabi-O'Neill ")
    assert (await known(business)).name == "Túndé Alabi-O'Neill"
    assert sees(tunde, "All done, Túndé Alabi-O'Neill")


async def test_after_the_name_another_word_is_none(business: Business, tunde: LocalUser):
    await opens_link(business, tunde)
    await business.presses(tunde, "Share my phone number")
    await business.presses(tunde, "Tunde")
    await business.says(tunde, "Bola")
    assert heard(tunde, "All done") == 1
    assert not sees(tunde, "All done, Bola")


async def test_a_bot_that_has_not_looked_at_the_riders_yet_knows_who_is_only_invited(
    business: Business, tunde: LocalUser
):
    await opens_link(business, tunde, later=True)
    assert "You are invited to ride here" in told(tunde)[-1]


async def test_a_number_that_another_rider_has_is_refused_without_saying_whose(
    business: Business,
):
    twin = business.town.telegram.add_user("Tunde", phone=MUSA)
    await opens_link(business, twin)
    await business.presses(twin, "Share my phone number")
    await business.presses(twin, "Tunde")
    assert "❌ Another rider has your phone number already" in told(twin)[-1]
    assert not sees(twin, "Musa")
    assert (await known(business)).is_invited
    assert not sees(twin, "You ride here")


async def test_while_the_fleet_service_is_away_it_waits_and_is_done_once(
    business: Business, tunde: LocalUser, fleet_door: PhotoDoor
):
    await opens_link(business, tunde)
    await business.presses(tunde, "Share my phone number")
    await business.town.close_fleet()
    await business.presses(tunde, "Tunde")
    assert "⏳ Tunde: not confirmed yet." in told(tunde)[-1]
    await business.later(minutes=60)
    assert sees(tunde, "No connection for")
    await business.town.open_fleet()
    await business.later(minutes=2)
    assert heard(tunde, "All done") == 1
    assert (await known(business)).active is True


async def test_an_answer_that_was_lost_leaves_nothing_to_do_twice(
    business: Business, tunde: LocalUser, fleet_door: PhotoDoor
):
    await opens_link(business, tunde)
    await business.presses(tunde, "Share my phone number")
    fleet_door.status, fleet_door.does_it = 502, True
    await business.presses(tunde, "Tunde")
    assert (await known(business)).active is True
    await business.later(minutes=2)
    assert heard(tunde, "All done") == 1
    assert fleet_door.count(f"/operator/v1/riders/{(await known(business)).uuid}") == 1


async def test_a_door_that_refuses_the_key_is_the_owners_matter(
    business: Business, tunde: LocalUser, fleet_door: PhotoDoor
):
    await opens_link(business, tunde)
    await business.presses(tunde, "Share my phone number")
    fleet_door.status = 401
    await business.presses(tunde, "Tunde")
    await business.later(minutes=10)
    assert heard(business.owner, "refuses the key of its operator's door") == 1
    assert not sees(business.owner, "refuses our API key")
    fleet_door.status = None
    await business.later(minutes=2)
    assert sees(tunde, "All done, Tunde")


async def test_who_has_joined_by_the_form_meanwhile_is_as_the_form_says(
    business: Business, tunde: LocalUser
):
    await opens_link(business, tunde)
    await business.presses(tunde, "Share my phone number")
    rider = await known(business)
    await business.town.shop.change_rider_status(rider.uuid)  # taken on by somebody else
    await business.presses(tunde, "Tunde")
    assert "You are not invited to ride here any more" in told(tunde)[-1]
    assert (await known(business)).name == rider.name


async def test_who_is_removed_meanwhile_becomes_nothing(business: Business, tunde: LocalUser):
    await opens_link(business, tunde)
    await business.presses(tunde, "Share my phone number")
    asked = tunde.last
    await business.says(business.owner, "/rider tunde")
    await business.presses(business.owner, "Remove from the chat")
    await business.presses(business.owner, "Remove")
    await business.presses(tunde, "Tunde", message=asked)
    assert (await known(business)).is_invited


async def test_a_question_that_is_too_old_is_asked_again_by_start(
    business: Business, tunde: LocalUser
):
    await opens_link(business, tunde)
    await business.presses(tunde, "Share my phone number")
    asked = tunde.last
    await business.later(minutes=90)
    await business.presses(tunde, "Tunde", message=asked)
    assert sees(tunde, "Write /start, and I ask you again")
    await business.says(tunde, "/start")
    await business.presses(tunde, "Share my phone number")
    await business.presses(tunde, "Tunde")
    assert (await known(business)).active is True


async def test_an_active_rider_is_asked_nothing(business: Business):
    await business.says(business.musa, "/start")
    assert "You ride here" in told(business.musa)[-1]
    assert not sees(business.musa, "You are invited")


@pytest.mark.parametrize("changed_settings", [{"fleet": WITHOUT_DOOR}])
async def test_without_the_door_a_link_does_what_it_did(business: Business, tunde: LocalUser):
    await opens_link(business, tunde)
    assert sees(tunde, "You ride here")
    assert (await known(business)).is_invited
