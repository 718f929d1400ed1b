"""Each morning at four the cards of what is over go from the chats of who works here."""

import pytest

from bot.fleet import Delivery, StatusToken
from bot.local_telegram import LocalUser
from tests.support.business import (
    BOLA,
    SENDER,
    Business,
    bare,
    finds,
    heard,
    labels,
    rung,
    sees,
    told,
)

CARD = "Order {} ·"


def deletions(business: Business, person: LocalUser) -> list[str]:
    """By which methods messages were deleted from somebody's chat, oldest first."""
    return [
        call.method
        for call in business.town.telegram.calls
        if call.method in {"deleteMessage", "deleteMessages"}
        and call.arguments["chat_id"] == str(person.id)
    ]


async def cancelled(business: Business, delivery: Delivery) -> None:
    await business.town.shop.update_status(delivery.uuid, StatusToken.CANCELLED, note="Lost")
    await business.town.idle()


async def delivered(business: Business, delivery: Delivery) -> None:
    """What Musa has in the bag arrives."""
    code = business.code(delivery.order_number, BOLA)
    await business.says(business.musa, f"/dropoff {delivery.order_number} {code}")


async def next_morning(business: Business) -> None:
    """It was nine when the story began; now it is four."""
    await business.later(hours=19)


@pytest.mark.parametrize("mode", ["webhook", "polling"], indirect=True)
async def test_a_rider_finds_a_line_in_the_morning_and_what_is_still_to_do(business: Business):
    first, second, third, _ = await business.in_the_bag(*[business.receiver()] * 4)
    for delivery in (first, second):
        await delivered(business, delivery)
    await cancelled(business, third)
    sounds, before = len(rung(business, business.musa)), len(deletions(business, business.musa))
    await business.later(hours=18, minutes=59)
    assert sees(business.musa, "Order 1001 · ✅ Delivered")

    await business.later(minutes=11)
    for order in (1001, 1002, 1003):
        assert not sees(business.musa, CARD.format(order))
    assert sees(business.musa, CARD.format(1004))
    assert told(business.musa)[-1] == (
        "🧪 🗂 Yesterday: 2 delivered, 1 cancelled. /history shows them."
    )
    assert len(rung(business, business.musa)) == sounds
    assert deletions(business, business.musa)[before:] == ["deleteMessages"]
    assert sees(business.musa, "Order 1003 was cancelled. Stop here.")

    await delivered(business, finished := (await business.in_the_bag(business.receiver()))[0])
    await business.later(hours=24)
    assert told(business.musa)[-1].startswith("🧪 🗂 Yesterday: 1 delivered. ")
    assert not sees(business.musa, CARD.format(finished.order_number))
    await business.says(business.musa, "/history all")
    assert sees(business.musa, "Delivered in all: 3")


async def test_a_dispatcher_reads_of_all_and_keeps_boards_words_and_groups(business: Business):
    group = business.town.telegram.add_group("Dispatch", [business.owner, business.town.account])
    business.owner.write("/bind", chat=group)
    await business.town.idle()
    await business.follows_through()
    await business.says(business.owner, "/board")
    await cancelled(business, await business.order())
    await business.order()
    of_bola = told(business.bola)
    await next_morning(business)
    assert not sees(business.owner, "Order 1001 ·")
    assert not sees(business.owner, "Order 1002 ·")
    assert sees(business.owner, "Order 1003 · 🆕")
    assert sees(business.owner, "❌ Order 1002 was cancelled.")
    assert sees(business.owner, "📋 Board")
    line = "🧪 🗂 Yesterday: 1 delivered, 1 cancelled. /deliveries shows them."
    assert heard(business.owner, line) == 1
    assert any("Order 1001 · ✅" in bare(message) for message in group.messages)
    assert told(business.bola) == of_bola


async def test_what_comes_of_a_delivery_later_is_still_heard_and_brings_no_card_back(
    business: Business,
):
    await business.follows_through()
    await next_morning(business)
    await business.presses(business.bola, "⭐", message=finds(business.bola, "Tap the stars"))
    await business.says(business.owner, "/delivery 1001")
    assert sees(business.owner, "Order 1001 · ✅ Delivered")
    assert heard(business.owner, "Order 1001 ·") == 1
    await business.later(hours=24)
    assert not sees(business.owner, "Order 1001 ·")
    assert sees(business.owner, "🗂 Before today: 1 delivered. /deliveries shows them.")


async def test_who_wants_to_keep_them_says_so_and_who_does_not_any_more(business: Business):
    await business.follows_through()
    await business.says(business.musa, "/me")
    assert "🗂 Finished cards are cleared at 04:00." in told(business.musa)[-1]
    await business.presses(business.musa, "Keep finished cards")
    assert "🗂 Finished cards stay in this chat." in told(business.musa)[-1]
    await next_morning(business)
    assert sees(business.musa, "Order 1001 · ✅ Delivered")
    assert not sees(business.owner, "Order 1001 ·")

    await business.presses(business.musa, "Clear finished cards")
    await business.later(minutes=20)
    assert sees(business.musa, "Order 1001 · ✅ Delivered")
    await business.later(hours=24)
    assert not sees(business.musa, "Order 1001 ·")
    await business.says(business.bola, "/me")
    assert "🗂" not in told(business.bola)[-1]
    assert not any("finished" in label for label in labels(business.bola.last))


async def test_a_bot_that_was_down_at_four_does_it_when_it_is_back_and_once(business: Business):
    await business.follows_through()
    await business.town.stop_bot()
    await business.later(hours=21)
    await business.town.start_bot()
    await business.town.idle()
    assert not sees(business.musa, "Order 1001 ·")
    await business.town.stop_bot()
    await business.later(seconds=2)
    await business.town.start_bot()
    await business.later(minutes=20)
    assert heard(business.musa, "🗂 Yesterday: 1 delivered.") == 1


async def test_what_had_to_wait_for_telegram_is_done_after_a_restart(business: Business):
    await business.follows_through()
    business.town.telegram.down = True
    await business.later(hours=19)
    await business.town.stop_bot()
    business.town.telegram.down = False
    await business.later(minutes=5)
    await business.town.start_bot()
    await business.later(minutes=5)
    assert not sees(business.musa, "Order 1001 ·")
    assert heard(business.musa, "🗂 Yesterday: 1 delivered.") == 1


async def test_who_has_blocked_the_bot_loses_nothing_and_holds_up_nobody(business: Business):
    await business.follows_through()
    business.musa.block()
    await next_morning(business)
    assert sees(business.musa, "Order 1001 · ✅ Delivered")
    assert not sees(business.owner, "Order 1001 ·")
    business.musa.unblock()
    await business.says(business.musa, "/start")
    await cancelled(business, await business.accepted())
    await business.later(hours=24)
    assert not sees(business.musa, "Order 1002 ·")


async def test_what_telegram_does_not_delete_any_more_is_left_as_it_is(business: Business):
    old = await business.on_the_way()
    await business.later(hours=59)
    await delivered(business, old)
    await cancelled(business, await business.accepted())
    await business.later(hours=8)
    assert sees(business.musa, "Order 1001 · ✅ Delivered")
    assert not sees(business.musa, "Order 1002 ·")
    assert "🗂 Yesterday: 1 cancelled." in told(business.musa)[-1]


async def test_the_card_of_a_place_where_nothing_waits_any_more_goes_too(business: Business):
    created = [await business.order() for _ in range(2)]
    await business.town.shop.assign(
        business.riders["Musa Bello"], [delivery.uuid for delivery in created]
    )
    await business.town.idle()
    await business.presses(business.musa, "Accept all")
    for delivery in created:
        code = business.code(delivery.order_number, SENDER)
        await business.says(business.musa, f"/pickup {delivery.order_number} {code}")
    place = finds(business.musa, "Nothing waits for you at this pickup any more")
    await next_morning(business)
    assert place not in business.musa.messages
    assert sees(business.musa, CARD.format(1001))
    assert sees(business.musa, "1 more stop")
    assert not sees(business.musa, "🗂")


@pytest.mark.parametrize("changed_settings", [{"business": {"timezone": "Africa/Lagos"}}])
async def test_it_is_four_where_the_business_is(business: Business):
    await business.follows_through()
    await business.later(hours=17, minutes=59)
    assert sees(business.musa, "Order 1001 ·")
    await business.later(minutes=11)
    assert not sees(business.musa, "Order 1001 ·")
