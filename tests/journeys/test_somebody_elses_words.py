"""What is forwarded, or sent by way of another bot, commands nothing; it is read, or passed on."""

from collections.abc import Callable
from typing import Any

import pytest

from bot.fleet import State
from bot.local_telegram import ChatMessage, LocalGroup, LocalUser
from tests.support.business import Business, heard, sees, told

Sends = Callable[..., ChatMessage]
OTHER_BOT = "gif"


def forwards(business: Business, person: LocalUser, text: str, **where: Any) -> ChatMessage:
    """Send on what a stranger has written elsewhere."""
    stranger = business.town.telegram.add_user("Eve")
    elsewhere = business.town.telegram.add_group("Elsewhere", [stranger])
    return person.forward(stranger.write(text, chat=elsewhere), **where)


def sends_via(_business: Business, person: LocalUser, text: str, **where: Any) -> ChatMessage:
    return person.write(text, via=OTHER_BOT, **where)


both = pytest.mark.parametrize("sends", [forwards, sends_via])


@both
async def test_a_command_is_not_carried_out(business: Business, sends: Sends):
    sends(business, business.musa, "/duty off")
    await business.town.idle()
    assert not heard(business.musa, "You are off duty")
    await business.says(business.musa, "/duty")
    assert "You are on duty" in told(business.musa)[-1]


@both
async def test_words_are_no_wish(business: Business, sends: Sends):
    sends(business, business.musa, "Off duty")
    await business.town.idle()
    assert not sees(business.musa, "You are on duty")
    await business.says(business.musa, "Off duty")
    assert sees(business.musa, "You are on duty")  # with what they may be under it


@both
async def test_an_invitation_lets_nobody_in(business: Business, sends: Sends):
    await business.says(business.owner, "/team")
    await business.presses(business.owner, "Invite a dispatcher")
    start = f"/start {business.owner.last.text.split('start=')[1].split()[0]}"
    ngozi = business.town.telegram.add_user("Ngozi")
    sends(business, ngozi, start)
    await business.says(ngozi, "/board")
    assert not heard(ngozi, "Nothing is open")
    await business.says(ngozi, start)
    await business.says(ngozi, "/board")
    assert heard(ngozi, "Nothing is open")


@both
async def test_a_code_confirms_nothing_asked_for_or_not(business: Business, sends: Sends):
    delivery = await business.accepted()
    sends(business, business.musa, business.pickup_code)
    await business.town.idle()
    await business.presses(business.musa, "Picked up")
    sends(business, business.musa, business.pickup_code)
    await business.town.idle()
    assert await business.state(delivery) is State.ACCEPTED
    await business.says(business.musa, business.pickup_code)
    assert await business.state(delivery) is State.IN_TRANSIT


@both
async def test_a_place_shares_nothing(business: Business, sends: Sends):
    """A live location that somebody sends on is not where they are themselves."""
    stranger = business.town.telegram.add_user("Eve")
    elsewhere = business.town.telegram.add_group("Elsewhere", [stranger])
    if sends is forwards:
        place = stranger.share_location(6.5, 3.4, live_period=900, chat=elsewhere)
        business.musa.forward(place)
    else:
        business.musa.share_location(6.5, 3.4, live_period=900, via=OTHER_BOT)
    await business.town.idle()
    assert not heard(business.musa, "see where you are")
    business.musa.share_location(6.5, 3.4, live_period=900)
    await business.town.idle()
    assert heard(business.musa, "see where you are")


async def test_a_contact_by_way_of_a_bot_lets_nobody_join(business: Business):
    bola = business.town.telegram.add_user("Bello", phone="+2348020000001")
    await business.says(bola, "/start")
    before = len(told(bola))
    bola.share_contact(via=OTHER_BOT)
    await business.town.idle()
    assert len(told(bola)) > before
    await business.says(bola, "/jobs")
    assert "jobs" not in told(bola)[-1]


@both
async def test_an_order_in_somebody_elses_words_is_read_and_asked_about(
    business: Business, sends: Sends
):
    order = "To: Bola Ahmed\nPhone: 0803 000 0001\nAddress: 5 Allen Avenue, Ikeja\nFee: 1500"
    sends(business, business.owner, order)
    await business.town.idle()
    assert "Who sends it?" in told(business.owner)[-1]


@both
async def test_in_a_group_it_commands_no_more(business: Business, sends: Sends):
    group = team_of(business)
    sends(business, business.owner, "/bind", chat=group)
    await business.town.idle()
    assert written(group) == []
    await says_in(business, group, "/bind")
    assert "is bound" in written(group)[-1]


async def test_an_owner_who_is_an_anonymous_administrator_is_told_what_to_do(business: Business):
    group = team_of(business)
    await says_in(business, group, "Good morning!", anonymous=True)
    assert written(group) == []
    await says_in(business, group, "/bind", anonymous=True)
    assert "Remain anonymous" in written(group)[-1]
    await says_in(business, group, "/bind")
    assert "is bound" in written(group)[-1]


def team_of(business: Business) -> LocalGroup:
    return business.town.telegram.add_group("Team", [business.owner, business.town.account])


async def says_in(business: Business, group: LocalGroup, text: str, **how: Any) -> None:
    business.owner.write(text, chat=group, **how)
    await business.town.idle()


def written(group: LocalGroup) -> list[str]:
    greeting = "Write /bind here"  # what a bot says that comes into a group
    bots = [message.text for message in group.messages if message.from_bot]
    return [text for text in bots if greeting not in text]
