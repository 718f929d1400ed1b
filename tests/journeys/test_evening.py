"""A whole evening of two riders, with what goes wrong in it."""

import pytest

from bot.fleet import State
from bot.local_telegram import ChatEvent
from tests.evening import PARCELS, phone_of, play, prepare
from tests.support.business import Business, bare, rung, sees

SCREEN = 24
"""Lines of a message that fill a phone's screen."""


@pytest.mark.runs_on
async def test_an_evening_of_twelve_parcels_comes_to_its_end(business: Business):
    kemi = business.town.telegram.add_user("Kemi", phone=phone_of(2))
    await business.joins_by_phone(kemi)
    await prepare(business)
    seen: list[list[int]] = []

    def look(_event: ChatEvent) -> None:
        for rider in (business.musa, business.sani):
            shown = [bare(message) for message in rider.messages if message.from_bot]
            seen.append(sorted(len(text.splitlines()) for text in shown))

    business.town.telegram.listeners.append(look)
    before = len(rung(business, business.sani))
    await play(business, kemi)
    assert max(lengths[-1] for lengths in seen) <= SCREEN
    # Of what is longer than half of one there is never more than one message in a chat.
    assert max(lengths[-2] for lengths in seen if len(lengths) > 1) <= SCREEN // 2
    assert len(rung(business, business.sani)) == before + 1

    states = [each.state for each in await business.deliveries()]
    assert states.count(State.DELIVERED) == PARCELS - 1
    assert states.count(State.CANCELLED) == 1
    await business.says(business.musa, "/cash")
    assert sees(business.musa, "7,500.00")
    await business.says(business.sani, "/cash")
    assert sees(business.sani, "9,000.00")
