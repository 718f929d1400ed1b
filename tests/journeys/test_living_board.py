"""/board is one message that keeps itself current, pinned where the bot may."""

import pytest

from bot.fleet import StatusToken
from bot.local_telegram import ChatMessage
from tests.support.business import Business, bare, finds, heard, labels, rung, told


async def board(business: Business) -> ChatMessage:
    await business.says(business.owner, "/board")
    return business.owner.last


async def current(business: Business) -> None:
    """Let so much time go by that what has changed is shown."""
    await business.later(seconds=10)


@pytest.mark.older_telegram
@pytest.mark.parametrize("mode", ["webhook", "polling"], indirect=True)
async def test_the_board_follows_what_happens_without_a_sound(business: Business):
    shown = await board(business)
    delivery = await business.order()
    sounds = len(rung(business, business.owner))
    await current(business)
    assert "🆕 Waiting for a rider: 1" in bare(shown)
    await business.town.shop.assign(business.riders["Musa Bello"], [delivery.uuid])
    await business.town.idle()
    await current(business)
    assert "1001 · Bola A. · Allen Avenue · just now · 🕓 Waiting for pickup · Musa Bello" in bare(
        shown
    )
    assert len(rung(business, business.owner)) == sounds
    assert heard(business.owner, "📋 Board") == 1


async def test_it_is_current_within_seconds_and_that_of_a_group_leaves_room(business: Business):
    group = business.town.telegram.add_group("Dispatch", [business.owner, business.town.account])
    for line in ("/bind", "/board"):
        business.owner.write(line, chat=group)
        await business.town.idle()
    shown, counted = await board(business), group.messages[-1]
    await business.later(seconds=10)
    calls = len(business.town.telegram.calls)
    for _ in range(60):
        await business.order()
        await business.later(seconds=1)
    edited = [
        (call.arguments["chat_id"], call.arguments["message_id"])
        for call in business.town.telegram.calls[calls:]
        if call.method == "editMessageText" and call.error is None
    ]
    assert 10 <= edited.count((str(business.owner.id), str(shown.message_id))) <= 12
    assert edited.count((str(group.id), str(counted.message_id))) <= 6
    await business.later(seconds=6)
    assert "Waiting for a rider: 60" in bare(shown)


@pytest.mark.without_limits  # keeping them, time goes by between the orders
async def test_many_changes_are_one_edit(business: Business):
    await board(business)
    calls = business.town.telegram.calls
    for _ in range(6):
        await business.order()
    await current(business)
    edits = [each for each in calls if each.method == "editMessageText"]
    assert sum("Board</b>" in str(each.arguments) for each in edits) == 1


async def test_it_is_pinned_and_the_one_before_it_has_no_buttons(business: Business):
    await business.order()
    first = await board(business)
    assert business.owner.chat().pinned == [first]
    second = await board(business)
    assert second is not first
    assert business.owner.chat().pinned == [second]
    assert bare(first).endswith("📋 Board · the current one is further down.")
    assert labels(first) == []
    assert "Give out" in labels(second)
    assert not any("pinned" in str(message) for message in business.owner.messages)


async def test_what_telegram_says_of_a_pin_is_no_word_of_anybody(business: Business):
    before = len(told(business.owner))
    await board(business)
    assert len(told(business.owner)) == before + 1


async def test_a_group_has_one_too_which_is_pinned_where_the_bot_may(business: Business):
    group = business.town.telegram.add_group("Dispatch", [business.owner, business.town.account])
    for line in ("/bind", "/board"):
        business.owner.write(line, chat=group)
        await business.town.idle()
    shown = group.messages[-1]
    assert "Open deliveries" in bare(shown)
    assert group.pinned == []
    await business.order()
    await current(business)
    assert "🆕 Waiting for a rider: 1" in bare(shown)
    group.promote(business.town.account)
    business.owner.write("/board", chat=group)
    await business.town.idle()
    (pinned,) = group.pinned
    assert "Open deliveries" in bare(pinned)
    assert "Open deliveries" not in bare(shown)
    sent = [str(c.arguments) for c in business.town.telegram.calls
            if c.arguments.get("chat_id") == str(group.id)]  # fmt: skip
    assert not any(word in text for text in sent for word in ("Ahmed", "5 Allen", "0803"))


@pytest.mark.older_telegram
async def test_a_page_that_was_turned_stays_turned(business: Business):
    for _ in range(11):
        await business.order()
        await business.later(seconds=1)
    shown = await board(business)
    await business.presses(business.owner, "Next ›", message=shown)
    assert "Page 2 of 2" in bare(shown)
    await business.order()
    await current(business)
    assert "Page 2 of 2" in bare(shown)
    assert "1012" in bare(shown)


async def test_after_a_day_it_stays_as_it_is_until_it_is_asked_for(business: Business):
    await business.order()
    shown = await board(business)
    await business.later(days=1, seconds=1)
    before = bare(shown)
    await business.order()
    await current(business)
    assert bare(shown) == before
    await business.presses(business.owner, "Refresh", message=shown)
    assert "further down" in bare(shown)
    assert "🆕 Waiting for a rider: 2" in bare(business.owner.last)
    await business.order()
    await current(business)
    assert "🆕 Waiting for a rider: 3" in bare(finds(business.owner, "📋 Board"))


async def test_it_outlives_a_restart_and_ends_with_the_right_to_see_it(business: Business):
    tola = await business.hires("Tola")
    await business.says(tola, "/board")
    await business.town.stop_bot()
    await business.later(seconds=2)
    await business.town.start_bot()
    delivery = await business.order()
    await current(business)
    assert "🆕 Waiting for a rider: 1" in bare(finds(tola, "📋 Board"))
    await business.says(business.owner, "/team")
    await business.presses(business.owner, "Remove Tola as a dispatcher")
    await business.presses(business.owner, "Remove", message=business.owner.last)
    assert heard(tola, "📋 Board") == 0
    await business.town.shop.update_status(delivery.uuid, StatusToken.CANCELLED, note="Late")
    await business.town.idle()
    await current(business)
    assert heard(tola, "Board") == 0


async def test_who_has_stopped_the_bot_gets_no_board_any_more(business: Business):
    tola = await business.hires("Tola")
    await business.says(tola, "/board")
    shown = tola.last
    await business.says(tola, "/stop")
    before = bare(shown)
    await business.order()
    await current(business)
    assert bare(shown) == before


async def test_it_is_shown_in_another_language_once_that_is_chosen(business: Business):
    shown = await board(business)
    await business.says(business.owner, "/language pt")
    assert "Painel" in bare(shown)


async def test_a_board_that_could_not_be_asked_for_says_so_until_something_is_heard(
    business: Business,
):
    await business.town.close_fleet()
    shown = await board(business)
    assert "as I last saw it" in bare(shown)
    await business.town.open_fleet()
    await business.order()
    await current(business)
    assert "as I last saw it" not in bare(shown)
