"""Somebody is invited by being chosen in Telegram: no link is needed, and nobody else is let in."""

import pytest

from bot.local_telegram import LocalUser
from tests.journeys.test_bind import request_id
from tests.support.business import Business, bare, finds, heard, labels, sees, told

KEY = "👤 Choose a person"
REFUSED = "This question is over. /team, /bind or /shop asks it again."


@pytest.fixture
def tola(business: Business) -> LocalUser:
    return business.town.telegram.add_user("Tola")


async def asks_for_dispatcher(business: Business) -> None:
    await business.says(business.owner, "/team")
    await business.presses(business.owner, "Invite a dispatcher")


async def asks_for_rider(business: Business, name: str = "Musa Bello") -> None:
    await business.says(business.owner, "/team")
    await business.presses(business.owner, "Invite a rider")
    await business.presses(business.owner, name)


async def chooses(business: Business, person: LocalUser, *chosen: LocalUser) -> None:
    await business.restart()
    person.choose_person(KEY, *chosen)
    await business.town.idle()


async def invited(business: Business, person: LocalUser) -> None:
    await asks_for_dispatcher(business)
    await chooses(business, business.owner, person)


@pytest.mark.parametrize("mode", ["webhook", "polling"], indirect=True)
async def test_who_was_chosen_is_in_as_soon_as_they_open_the_bot(
    business: Business, tola: LocalUser
):
    await invited(business, tola)
    assert sees(business.owner, "✅ Tola is invited as a dispatcher, for 24 hours")
    words = business.owner.last
    assert "Send this to Tola" in bare(words)
    assert labels(words) == ["Telegram: Tola", "Copy the link"]
    assert business.owner.chat().keyboard_message is None
    await business.says(tola, "/start hello")
    assert "You dispatch here" in told(tola)[-1]
    await business.order()
    assert sees(tola, "📦 Order 1001")


async def test_it_is_for_nobody_else(business: Business, tola: LocalUser):
    await invited(business, tola)
    eve = business.town.telegram.add_user("Eve")
    for line in ("/start", "/start hello"):
        await business.says(eve, line)
    await business.order()
    assert not sees(eve, "Order 1001")
    assert not sees(eve, "You dispatch here")


async def test_it_is_used_up_by_one_start(business: Business, tola: LocalUser):
    await invited(business, tola)
    await business.says(tola, "/start")
    await business.says(business.owner, "/team")
    assert "invited as" not in told(business.owner)[-1]
    await business.presses(business.owner, "Remove Tola as a dispatcher")
    await business.presses(business.owner, "Remove", message=business.owner.last)
    await business.says(tola, "/start")
    assert heard(tola, "You dispatch here") == 1
    await business.order()
    assert not sees(tola, "Order 1001")


async def test_it_runs_out_like_a_link(business: Business, tola: LocalUser):
    await invited(business, tola)
    await business.later(hours=25)
    await business.says(tola, "/start")
    assert not sees(tola, "You dispatch here")
    await business.says(business.owner, "/team")
    assert "invited as" not in told(business.owner)[-1]


async def test_it_is_withdrawn_where_the_team_is_listed(business: Business, tola: LocalUser):
    await invited(business, tola)
    await business.says(business.owner, "/team")
    assert "⏳ Tola · invited as a dispatcher" in told(business.owner)[-1]
    page = business.owner.last
    await business.presses(business.owner, "Withdraw the invitation of Tola")
    assert "👋 Tola is not invited any more" in told(business.owner)[-1]
    await business.presses(business.owner, "Withdraw the invitation of Tola", message=page)
    assert "was used, withdrawn, or has run out" in told(business.owner)[-1]
    await business.says(tola, "/start")
    assert not sees(tola, "You dispatch here")


async def test_a_rider_is_invited_as_the_one_who_was_named(business: Business, tola: LocalUser):
    await asks_for_rider(business)
    await chooses(business, business.owner, tola)
    assert sees(business.owner, "✅ Tola is invited as a rider, for 24 hours")
    await business.says(tola, "/start")
    assert sees(tola, "You ride here")
    await business.assigned("Musa Bello")
    assert sees(tola, "Order 1001")
    assert not sees(business.musa, "Order 1001")


async def test_a_dispatcher_invites_riders_and_no_dispatcher(business: Business, tola: LocalUser):
    helper = await business.hires("Kemi")
    await invited(business, tola)
    await business.says(helper, "/team")
    assert "invited as a dispatcher" not in told(helper)[-1]
    helper.press_data(f"wi;{tola.id};dispatcher", message=helper.last)
    await business.town.idle()
    assert "was used, withdrawn, or has run out" in told(helper)[-1]
    await business.says(tola, "/start")
    assert sees(tola, "You dispatch here")
    eve = business.town.telegram.add_user("Eve")
    await business.presses(helper, "Invite a rider")
    await business.presses(helper, "Sani Ali")
    await chooses(business, helper, eve)
    await business.says(eve, "/start")
    assert sees(eve, "You ride here")


async def test_what_nobody_has_asked_for_invites_nobody(business: Business, tola: LocalUser):
    business.owner.share_people(7, tola, with_name=True)
    await business.town.idle()
    assert REFUSED in told(business.owner)[-1]
    await asks_for_dispatcher(business)
    number = request_id(business.owner)
    business.owner.share_people(number + 1, tola, with_name=True)
    await business.town.idle()
    assert REFUSED in told(business.owner)[-1]
    business.owner.share_people(number, tola, business.bola)
    await business.town.idle()
    assert REFUSED in told(business.owner)[-1]
    await chooses_late(business, tola)
    await business.says(tola, "/start")
    assert not sees(tola, "You dispatch here")


async def chooses_late(business: Business, person: LocalUser) -> None:
    await asks_for_dispatcher(business)
    await business.later(hours=2)
    await chooses(business, business.owner, person)
    assert REFUSED in told(business.owner)[-1]


async def test_people_of_no_such_role_get_no_answer(business: Business, tola: LocalUser):
    await asks_for_dispatcher(business)
    number = request_id(business.owner)
    await business.says(tola, "/start")
    for person in (tola, business.musa):
        before = len(told(person))
        person.share_people(number, tola, with_name=True)
        await business.town.idle()
        assert len(told(person)) == before
    await business.says(tola, "/start")
    assert not sees(tola, "You dispatch here")


async def test_who_does_not_dispatch_any_more_invites_nobody(business: Business, tola: LocalUser):
    helper = await business.hires("Kemi")
    await business.says(helper, "/team")
    await business.presses(helper, "Invite a rider")
    await business.presses(helper, "Sani Ali")
    eve = business.town.telegram.add_user("Eve")
    await chooses(business, helper, eve)
    await business.says(business.owner, "/team")
    await business.presses(business.owner, "Remove Kemi as a dispatcher")
    await business.presses(business.owner, "Remove", message=business.owner.last)
    await business.says(eve, "/start")
    assert not sees(eve, "You ride here")


async def test_oneself_and_who_is_in_already_are_not_invited(business: Business, tola: LocalUser):
    await asks_for_dispatcher(business)
    await chooses(business, business.owner, business.owner)
    assert "That is you. Nobody was invited." in told(business.owner)[-1]
    await invited(business, tola)
    await business.says(tola, "/start")
    await invited(business, tola)
    assert "Tola has that role here already" in told(business.owner)[-1]


async def test_a_draft_that_is_open_is_not_lost_by_an_invitation(business: Business):
    await business.says(business.owner, "/new")
    await asks_for_dispatcher(business)
    assert not sees(business.owner, "choose the person below")
    await business.says(business.owner, "Ada\n+2348040000009\n12 Marina Road")
    assert "Who gets it?" in bare(finds(business.owner, "Who gets it?"))


async def test_whoever_is_forgotten_is_not_invited_any_more(business: Business):
    await business.joins_by_phone(business.bola)
    await business.order()
    await invited(business, business.bola)
    await business.says(business.bola, "/forget")
    await business.presses(business.bola, "Erase my data")
    await business.says(business.owner, "/team")
    assert "Bola" not in told(business.owner)[-1]
    await business.says(business.bola, "/start")
    assert not sees(business.bola, "You dispatch here")
