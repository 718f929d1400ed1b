"""Many orders at once, with Telegram's limits on: an answer is not behind what nobody asked for."""

import asyncio
from datetime import datetime, timedelta

import pytest

from bot.local_telegram import LocalUser
from bot.local_telegram.world import ApiCall
from tests.support.business import Business, heard, rung, sees

pytestmark = [
    pytest.mark.parametrize("has_limits", [True], indirect=True),
    pytest.mark.runs_on,  # it is about what is under way at one time
]
ORDERS = 20


async def rush(business: Business) -> None:
    """So many orders come in at once, and nobody waits for the bot."""
    orders = (business.new_order() for _ in range(ORDERS))
    await asyncio.gather(*(business.town.shop.create_delivery(order) for order in orders))
    await business.town.service.idle()


async def test_an_own_command_is_answered_at_once_while_twenty_orders_come_in(business: Business):
    await rush(business)
    asked_at = business.clock.now()
    await business.says(business.owner, "/help")
    (answered_at,) = sent(business, business.owner, "Paste or forward an order")
    assert answered_at - asked_at < timedelta(seconds=1)
    assert heard(business.owner, "Jollof rice") == 3
    assert sees(business.owner, "17 orders wait for a rider")


async def test_twenty_orders_at_once_are_four_sounds_and_few_changes(business: Business):
    before = len(business.town.telegram.calls)
    await rush(business)
    await business.town.idle()
    calls = [each for each in business.town.telegram.calls[before:] if "chat_id" in each.arguments]
    assert len(rung(business, business.owner)) == 4
    assert len(calls) <= 10


async def test_a_riders_answer_is_not_behind_a_dispatchers_orders(business: Business):
    await business.accepted()
    await rush(business)
    pressed_at = business.clock.now()
    await business.presses(business.musa, "Picked up")
    (asked_at,) = sent(business, business.musa, "I delete your message at once")
    assert asked_at - pressed_at < timedelta(seconds=1)


async def test_changes_of_a_card_that_wait_for_their_turn_are_one(business: Business):
    group_calls = business.town.telegram.calls
    delivery = await business.order()
    await rush(business)
    before = len(group_calls)
    shop = business.town.shop
    await shop.assign(business.riders["Musa Bello"], [delivery.uuid])
    await shop.assign(business.riders["Sani Ali"], [delivery.uuid])
    await shop.assign(business.riders["Musa Bello"], [delivery.uuid])
    await business.town.service.idle()
    await business.town.idle()
    edits = [
        call
        for call in group_calls[before:]
        if call.method == "editMessageText"
        and call.arguments["chat_id"] == str(business.owner.id)
        and delivery.order_number in call.arguments["text"]
    ]
    assert 1 <= len(edits) <= 2
    assert "Musa Bello" in edits[-1].arguments["text"]


def said(call: ApiCall) -> str:
    return call.arguments.get("text", "") if call.method == "sendMessage" else ""


def sent(business: Business, person: LocalUser, words: str) -> list[datetime]:
    """When something was sent to somebody that says these words."""
    return [
        call.at
        for call in business.town.telegram.calls
        if call.arguments.get("chat_id") == str(person.id) and words in said(call)
    ]
