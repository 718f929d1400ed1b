"""/riders and /rider: who rides, what they do, and whether they get work."""

from bot.fleet import Rider
from tests.support.business import Business, heard, sees, told
from tests.support.recorder import Recorder

CHANGE = "/riders/change_status/"


async def rider(business: Business, name: str = "Musa Bello") -> Rider:
    return await business.town.shop.get_rider(business.riders[name])


def switches(door: Recorder) -> int:
    return sum(CHANGE in path for path in door.paths)


async def test_riders_are_listed_with_load_and_state(business: Business):
    await business.assigned()
    await business.says(business.musa, "/duty")
    await business.later(seconds=31)
    await business.says(business.owner, "/riders")
    listed = told(business.owner)[-1]
    assert "2 riders" in listed
    assert "Musa Bello · 1 open job · 🟢 active · 😴 off duty · 💬 in this chat" in listed
    assert "Sani Ali · 0 open jobs · 🟢 active · 💬 in this chat" in listed
    await business.presses(business.owner, "Musa Bello")
    card = told(business.owner)[-1]
    assert "📞 +234 802 000 0001" in card
    assert "1001 · 🕓 Waiting for pickup" in card
    await business.presses(business.owner, "Order 1001", message=business.owner.last)
    assert sees(business.owner, "📦 Order 1001")


async def test_a_riders_history_has_the_fees_of_what_was_delivered(business: Business):
    await business.follows_through()
    await business.says(business.owner, "/rider musa")
    assert "1 delivery completed" in told(business.owner)[-1]
    await business.presses(business.owner, "History")
    assert "Musa Bello · delivered today: 1" in told(business.owner)[-1]
    assert "Delivery fees together: NGN" in told(business.owner)[-1]
    assert "1,500.00" in told(business.owner)[-1]
    await business.presses(business.owner, "Yesterday")
    assert "delivered yesterday: 0" in told(business.owner)[-1]


async def test_a_name_that_is_nobodys_or_several_peoples_is_said(business: Business):
    await business.says(business.owner, "/rider Zed")
    assert "I know no rider called “Zed”" in told(business.owner)[-1]
    await business.says(business.owner, "/rider a")
    assert "Several riders are called like “a”" in told(business.owner)[-1]
    await business.presses(business.owner, "Sani Ali")
    assert "🛵 Sani Ali" in told(business.owner)[-1]


async def test_a_rider_is_deactivated_once_and_activated_again(
    business: Business, fleet_door: Recorder
):
    await business.says(business.owner, "/rider Musa")
    await business.presses(business.owner, "Deactivate")
    assert (await rider(business)).active
    assert "Deactivate Musa Bello?" in told(business.owner)[-1]
    await business.presses(business.owner, "Deactivate")
    assert (await rider(business)).active is False
    assert sees(business.owner, "Musa Bello is not active any more")
    assert switches(fleet_door) == 1

    await business.town.shop.change_rider_status(business.riders["Musa Bello"])
    await business.says(business.owner, "/rider Musa")
    await business.presses(business.owner, "Deactivate")
    await business.town.shop.change_rider_status(business.riders["Musa Bello"])
    assert switches(fleet_door) == 3
    await business.presses(business.owner, "Deactivate")
    assert (await rider(business)).active is False
    assert switches(fleet_door) == 3  # it was so already
    await business.presses(business.owner, "Show Musa Bello")
    await business.presses(business.owner, "Activate")
    await business.presses(business.owner, "Activate")
    assert heard(business.owner, "Musa Bello is active now") == 1


async def test_riders_are_invited_by_e_mail_and_into_the_chat(business: Business):
    await business.says(business.owner, "/invite")
    assert "/invite musa@example.com" in told(business.owner)[-1]
    await business.says(business.owner, "/invite ada@example.com nonsense 10")
    assert "“nonsense” is no e-mail address" in told(business.owner)[-1]
    await business.says(business.owner, "/invite Ada@example.com, musa@example.com 10")
    answer = told(business.owner)[-1]
    assert "Invited\nada@example.com" in answer
    assert "A rider already\nmusa@example.com" in answer
    await business.presses(business.owner, "Chat link for ada")
    link = told(business.owner)[-1].splitlines()[-1]
    await business.says(business.bola, f"/start {link.split('start=')[1]}")
    assert sees(business.bola, "You ride here")


async def test_the_booking_link_comes_with_a_picture_to_scan(business: Business):
    await business.says(business.owner, "/booking")
    assert "/booking my-shop" in told(business.owner)[-1]
    for code in ("nothing-here", "../riders"):
        await business.says(business.owner, f"/booking {code}")
        assert "There is no booking link" in told(business.owner)[-1]
    await business.says(business.owner, "/booking handover-couriers-dev")
    profile = business.owner.last
    assert profile.photo is not None
    assert profile.photo.file.content.startswith(b"\x89PNG")
    labels = [button.label for row in profile.buttons for button in row]
    assert labels == ["Copy the link", "Open"]
    assert "Pricing" in (profile.caption or "")
