"""/forget: the bot erases what it knows of somebody, who is a stranger then."""

import pytest

from bot.fleet import State, StatusToken
from tests.support.business import Business, bare, finds, sees, told


async def test_who_is_forgotten_is_a_stranger_and_hears_nothing_more(business: Business):
    await business.joins_by_phone(business.bola)
    await business.accepted()
    await business.says(business.bola, "/note Blue gate")
    assert sees(business.owner, "Blue gate")
    await business.says(business.bola, "/me")
    await business.presses(business.bola, "Forget me")
    assert "Shall I forget you?" in told(business.bola)[-1]
    await business.presses(business.bola, "Erase my data")
    assert "I have forgotten you" in told(business.bola)[-1]
    assert not sees(business.bola, "📦 Order 1001")
    assert "Blue gate" not in bare(finds(business.owner, "📦 Order 1001"))
    before = told(business.bola)
    await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")
    await business.order()
    assert told(business.bola) == before
    await business.says(business.bola, "/track")
    assert "Write /start and I will tell you how to join" in told(business.bola)[-1]


# Asked for updates, a Telegram that is down would not give the button that was pressed.
@pytest.mark.parametrize("mode", ["webhook"], indirect=True)
async def test_what_waits_to_be_sent_to_the_forgotten_is_dropped(business: Business):
    await business.joins_by_phone(business.bola)
    delivery = await business.order()
    await business.says(business.bola, "/forget")
    business.town.telegram.refuses_calls = True
    await business.town.shop.update_status(delivery.uuid, StatusToken.CANCELLED, note="Closed")
    await business.town.idle()
    await business.presses(business.bola, "Erase my data")
    business.town.telegram.refuses_calls = False
    await business.later(minutes=30)
    assert sees(business.bola, "I have forgotten you")
    assert not sees(business.bola, "was cancelled")
    assert sees(business.owner, "was cancelled")


async def test_what_the_forgotten_have_asked_of_the_fleet_is_let_go(business: Business):
    tola = await business.hires("Tola")
    delivery = await business.order()
    await business.presses(tola, "Assign", message=finds(tola, "📦 Order 1001"))
    await business.town.close_fleet()
    await business.presses(tola, "Sani Ali")  # waits for the fleet service
    await business.says(business.owner, "/team")
    await business.presses(business.owner, "Remove Tola as a dispatcher")
    await business.presses(business.owner, "Remove", message=business.owner.last)
    await business.says(tola, "/forget")
    await business.presses(tola, "Erase my data")
    await business.town.open_fleet()
    for _ in range(6):
        await business.later(minutes=2)
    assert await business.state(delivery) is State.PENDING
    assert "I have forgotten you" in told(tola)[-1]
    await business.says(business.owner, "/health")
    assert "✅ Nothing was given up" in told(business.owner)[-1]
    assert "Assigning" not in bare(finds(business.owner, "📦 Order 1001"))


async def test_staff_are_sent_to_the_owner(business: Business):
    for person in (business.musa, business.owner):
        await business.says(person, "/forget")
        assert "Ask the owner to remove you from the team" in told(person)[-1]
    await business.assigned()
    assert sees(business.musa, "A new job for you")


async def test_keeping_the_data_takes_the_question_away(business: Business):
    await business.joins_by_phone(business.bola)
    await business.order()
    await business.says(business.bola, "/forget")
    await business.presses(business.bola, "Keep it")
    assert not sees(business.bola, "Shall I forget you?")
    await business.says(business.bola, "/where")
    assert "Order 1001 waits for a rider" in told(business.bola)[-1]


async def test_the_link_of_somebody_forgotten_opens_nothing_any_more(business: Business):
    await business.order()
    await business.follows(business.bola, "Bola Ahmed")
    link = next(m.text for m in business.bola.messages if m.text.startswith("/start "))
    await business.says(business.bola, "/forget")
    await business.presses(business.bola, "Erase my data")
    await business.says(business.bola, link)
    assert "This link does not work any more" in told(business.bola)[-1]
