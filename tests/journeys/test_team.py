"""/team: who works here, who may let them in, and who may let them go."""

import pytest

from bot.fleet import State
from bot.local_telegram import LocalUser
from tests.support.business import Business, bare, heard, sees, told


@pytest.fixture
def tola(business: Business) -> LocalUser:
    return business.town.telegram.add_user("Tola")


async def dispatches(business: Business, person: LocalUser) -> str:
    """Let somebody join as a dispatcher; return what they have opened."""
    await business.says(business.owner, "/team")
    await business.presses(business.owner, "Invite a dispatcher")
    start = f"/start {bare(business.owner.last).split('start=')[1]}"
    await business.says(person, start)
    return start


async def test_an_owner_removes_a_dispatcher_at_once(business: Business, tola: LocalUser):
    start = await dispatches(business, tola)
    delivery = await business.order()
    assert sees(tola, "5 Allen Avenue")
    await business.says(tola, "/new")
    await business.town.close_fleet()
    await business.presses(tola, "Assign", message=_card(tola))
    await business.town.open_fleet()
    await business.later(seconds=40)
    await business.presses(tola, "Assign", message=_card(tola))
    await business.town.close_fleet()
    await business.presses(tola, "Sani Ali")  # waits for the fleet service

    await business.says(business.owner, "/team")
    assert "Tola · dispatcher" in told(business.owner)[-1]
    assert "Olu · owner" in told(business.owner)[-1]
    await business.presses(business.owner, "Remove Tola as a dispatcher")
    assert "Remove Tola as a dispatcher?" in told(business.owner)[-1]
    await business.presses(business.owner, "Remove", message=business.owner.last)
    assert "👋 Tola does not dispatch here any more" in told(business.owner)[-1]
    assert sees(tola, "You do not dispatch here any more")
    assert sees(tola, "Order 1001 · not for you any more")
    assert not sees(tola, "5 Allen Avenue")

    await business.town.open_fleet()
    await business.later(minutes=2)
    assert await business.state(delivery) is State.PENDING
    for line in ("/board", "/delivery 1001", "To: Somebody", start):
        await business.later(minutes=2)
        await business.says(tola, line)
    assert heard(tola, "You dispatch here") == 1
    assert heard(tola, "Allen Avenue") == 0


def _card(person: LocalUser):
    return next(message for message in person.messages if "📦 Order 1001" in bare(message))


async def test_staff_remove_a_riders_link_but_nobody_above_them(
    business: Business, tola: LocalUser
):
    await dispatches(business, tola)
    delivery = await business.accepted()
    await business.presses(business.musa, "Picked up")
    await business.says(tola, "/team")
    labels = [button.label for row in tola.last.buttons for button in row]
    removals = {"Remove Musa as a rider", "Remove Sani as a rider"}
    assert set(labels) == {"Invite a rider", *removals}
    tola.press_data(f"rv;{business.owner.id};owner;yes", message=tola.last)
    tola.press_data(f"rv;{tola.id};dispatcher;yes", message=tola.last)
    await business.town.idle()
    assert heard(tola, "There is nobody to remove") == 2
    await business.says(tola, "/team")
    await business.presses(tola, "Remove Musa as a rider")
    await business.presses(tola, "Remove", message=tola.last)
    assert sees(business.musa, "You do not get jobs in this chat any more")
    assert not sees(business.musa, "Allen Avenue")
    assert not sees(business.musa, "type the pickup code")
    typed = await business.says(business.musa, business.pickup_code)
    assert typed not in business.musa.messages
    assert await business.state(delivery) is State.ACCEPTED


async def test_a_removed_rider_comes_back_by_invitation(business: Business):
    await business.says(business.owner, "/rider Musa")
    await business.presses(business.owner, "Remove from the chat")
    await business.presses(business.owner, "Remove", message=business.owner.last)
    before = heard(business.musa, "You ride here")
    await business.later(minutes=2)
    await business.joins_by_phone(business.musa)
    assert heard(business.musa, "You ride here") == before
    await business.says(business.owner, "/rider Musa")
    await business.presses(business.owner, "Chat link")
    link = told(business.owner)[-1].splitlines()[-1]
    await business.says(business.musa, f"/start {link.split('start=')[1]}")
    assert heard(business.musa, "You ride here") == before + 1
