"""Whoever brings a parcel no more keeps nothing of it in their chat, however it was said."""

from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest

from bot.fleet import (
    StatusToken,
    open_deliveries,
)
from bot.local_telegram import ChatMessage
from tests.support.business import SENDER, Business, bare, finds, sees, told

PERSONAL = (
    "Allen Avenue",
    "Bola",
    "803 000",
    "804 000",
    "blue gate",
    "brown bridge",
    "green door",
    "grey wall",
    "mango tree",
    "pink house",
    "red kiosk",
)
"""What is told of the customer and of the place, and what is said in each of the ways to do so."""


async def everything_was_said(business: Business) -> None:
    """Musa brings order 1001, and has read of it whatever people can write to a rider."""
    await business.joins_by_phone(business.bola)
    await business.accepted()
    await business.presses(business.owner, "💬 Write")
    await business.presses(business.owner, "Musa (rider)")
    await business.says(business.owner, "She is at the brown bridge")
    await business.says(business.bola, "/note Ring at the blue gate")
    await business.says(business.musa, "Is there a wall?")
    await business.presses(
        business.owner, "Reply", message=finds(business.owner, "Is there a wall?")
    )
    await business.says(business.owner, "There is a grey wall")
    await business.presses(business.musa, "Picked up", message=finds(business.musa, "Order 1001"))
    await business.says(business.musa, business.code("1001", SENDER))
    await business.says(business.bola, "Under the mango tree")
    business.bola.send_photo(caption="Here is the red kiosk")
    await business.town.idle()
    business.bola.send_voice()
    await business.town.idle()
    await business.says(business.musa, "Where?")
    await business.says(business.bola, "By the pink house")
    await business.presses(
        business.musa, "Message Bola", message=finds(business.musa, "At the door")
    )
    await business.says(business.bola, "/note It is the green door")
    shown = " ".join(told(business.musa))
    assert [words for words in PERSONAL if words not in shown] == ["804 000"]


def kept(business: Business) -> list[str]:
    """What Musa can still read of it, and the pictures, voices and places that he still has."""
    return [
        bare(message) or repr(message)
        for message in business.musa.messages
        if message.from_bot and _is_personal(message)
    ]


def _is_personal(message: ChatMessage) -> bool:
    has_words = any(words in bare(message) for words in PERSONAL)
    return has_words or message.body.attachment is not None


async def is_given_to_another(business: Business) -> None:
    card = finds(business.owner, "📦 Order 1001")
    await business.presses(business.owner, "Give to another rider", message=card)
    await business.presses(business.owner, "Sani Ali")


async def is_cancelled(business: Business) -> None:
    found = await open_deliveries(business.town.shop).__anext__()
    await business.town.shop.update_status(found.uuid, StatusToken.CANCELLED, note="Closed")
    await business.town.idle()


async def is_delivered(business: Business) -> None:
    await business.says(business.musa, f"/dropoff 1001 {business.dropoff_code}")


async def is_removed(business: Business) -> None:
    await business.says(business.owner, "/team")
    await business.presses(business.owner, "Remove Musa as a rider")
    await business.presses(business.owner, "Remove", message=business.owner.last)


@pytest.mark.parametrize(
    "it_ends",
    [is_given_to_another, is_cancelled, is_delivered, is_removed],
    ids=lambda f: f.__name__,
)
async def test_nothing_of_it_is_left_in_their_chat(
    business: Business, it_ends: Callable[[Business], Awaitable[None]]
):
    await everything_was_said(business)
    await it_ends(business)
    assert kept(business) == []


async def test_nothing_is_left_either_where_telegram_deletes_no_more(business: Business):
    await everything_was_said(business)
    await business.later(hours=49)
    await is_given_to_another(business)
    assert [text for text in kept(business) if any(words in text for words in PERSONAL)] == []


async def test_who_has_stopped_the_bot_keeps_nothing_either(business: Business):
    await everything_was_said(business)
    await business.says(business.musa, "/stop")
    await business.presses(business.musa, "Stop", message=business.musa.last)
    await is_given_to_another(business)
    assert kept(business) == []


# Asked for updates, a Telegram that is down would not give what is pressed meanwhile.
@pytest.mark.parametrize("mode", ["webhook"], indirect=True)
async def test_what_is_sent_late_is_not_sent_to_a_former_rider(business: Business):
    await business.joins_by_phone(business.bola)
    delivery = await business.accepted()
    business.town.telegram.refuses_calls = True
    await business.says(business.bola, "/note Ring at the blue gate")
    await business.town.shop.assign(business.riders["Sani Ali"], [delivery.uuid])
    await business.town.idle()
    business.town.telegram.refuses_calls = False
    await business.later(minutes=30)
    assert kept(business) == []
    assert sees(business.sani, "blue gate")


async def test_the_words_of_who_brings_it_stay_while_they_do(business: Business):
    await everything_was_said(business)
    await business.later(hours=1)
    assert sees(business.musa, "She is at the brown bridge")
    await business.order()
    business.clock.advance(timedelta(minutes=1))
    assert sees(business.musa, "Here is the red kiosk")
