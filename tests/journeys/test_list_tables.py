"""Lists that are asked for, as tables with buttons in their rows."""

import pytest

from bot.fleet import StatusToken
from bot.local_telegram import ChatMessage, LocalGroup
from tests.journeys.test_board_table import cells
from tests.journeys.test_groups import bound_group, nothing_personal
from tests.support.business import Business, bare, finds, labels, sees


async def test_deliveries_are_a_table_that_is_filtered_in_place(business: Business):
    await business.assigned()
    delivery = await business.order()
    await business.town.shop.update_status(delivery.uuid, StatusToken.CANCELLED, note="Twice")
    await business.says(business.owner, "/deliveries")
    listed = business.owner.last
    assert cells(listed) == [
        ["[1002]", "Bola A.\nAllen Avenue", "❌ Cancelled\n09:00 UTC", ""],
        ["[1001]", "Bola A.\nAllen Avenue", "🕓 Waiting for pickup\njust now", "Musa Bello"],
    ]
    await business.presses(business.owner, "Any status", message=listed)
    await business.presses(business.owner, "Cancelled", message=listed)
    assert "🔎 ❌ Cancelled" in bare(listed)
    assert [row[0] for row in cells(listed)] == ["[1002]"]
    await business.presses(business.owner, "1002", message=listed)
    assert sees(business.owner, "📦 Order 1002")


async def test_riders_are_a_table_of_their_load_and_state(business: Business):
    await business.assigned()
    await business.later(seconds=31)
    await business.says(business.owner, "/riders")
    listed = business.owner.last
    assert "2 riders" in bare(listed)
    assert cells(listed) == [
        ["[Musa Bello]", "1 open job", "🟢 active\n💬 in this chat"],
        ["[Sani Ali]", "0 open jobs", "🟢 active\n💬 in this chat"],
    ]
    assert not any("Musa" in label for label in labels(listed))
    await business.presses(business.owner, "Musa Bello", message=listed)
    assert "📞 +234 802 000 0001" in bare(business.owner.last)


async def test_who_wants_lines_gets_lines_here_too(business: Business):
    await business.says(business.owner, "/me")
    await business.presses(business.owner, "Lists as lines")
    await business.says(business.owner, "/riders")
    assert business.owner.last.body.rich is None
    assert "Musa Bello · 0 open jobs" in bare(business.owner.last)


async def test_a_table_is_taken_away_from_who_dispatches_no_more(business: Business):
    tola = await business.hires("Tola")
    await business.order()
    await business.says(tola, "/deliveries")
    listed = tola.last
    await business.says(business.owner, "/team")
    await business.presses(business.owner, "Remove Tola as a dispatcher")
    await business.presses(business.owner, "Remove", message=business.owner.last)
    tola.press_button(listed, listed.rich_buttons[0])
    await business.town.idle()
    assert listed not in tola.messages


async def waiting(business: Business) -> None:
    """More orders come in at once than have cards of their own."""
    for _ in range(5):
        await business.order()
    await business.later(seconds=15)


async def test_what_nobody_has_is_a_table_that_shrinks_as_it_is_given_out(business: Business):
    await waiting(business)
    listed = finds(business.owner, "orders wait for a rider")
    assert cells(listed) == [
        ["[1004]", "Bola A.\nAllen Avenue", "just now", "[Give]"],
        ["[1005]", "Bola A.\nAllen Avenue", "just now", "[Give]"],
    ]
    assert labels(listed) == ["Give out", "📋 Board"]
    business.owner.press_button(listed, listed.rich_buttons[1])
    await business.town.idle()
    assert "Who takes order 1004?" in bare(business.owner.last)
    await business.presses(business.owner, "Musa Bello")
    await business.later(seconds=3)
    assert "1 order waits for a rider" in bare(listed)
    assert labels(listed) == ["Assign", "Details", "📋 Board"]


async def test_in_a_group_the_table_of_what_waits_names_nobody_in_full(business: Business):
    group, _ = await bound_group(business, business.musa)
    await waiting(business)
    listed = group.messages[-1]
    assert cells(listed)[0][1] == "🏁 Bola · Allen Avenue"
    assert nothing_personal(business, group)
    business.owner.press_button(listed, listed.rich_buttons[0])
    await business.town.idle()
    assert "5 Allen Avenue" in bare(business.owner.sees(group)[-1])


async def test_a_group_gets_lines_where_one_who_dispatches_reads_lines(business: Business):
    group, _ = await bound_group(business)
    await waiting(business)
    listed = group.messages[-1]
    assert listed.body.rich is not None
    await business.says(business.owner, "/me")
    await business.presses(business.owner, "Lists as lines")
    await business.later(seconds=15)
    assert listed.body.rich is None
    assert "1004 · 🏁 Bola · Allen Avenue" in bare(listed)
    assert finds(business.owner, "orders wait for a rider").body.rich is None


async def picking(business: Business, chat: LocalGroup | None = None) -> ChatMessage:
    """Let the owner begin a pick of several: in their private chat, or in a group."""
    place = chat or business.owner.chat()
    if chat is None:
        await business.says(business.owner, "/board")
    await business.presses(business.owner, "Give out", chat=place)
    await business.presses(business.owner, "Choose one by one", chat=place)
    return business.owner.sees(place)[-1]


async def test_several_are_picked_by_boxes_that_are_ticked_in_the_table(business: Business):
    for _ in range(12):
        await business.order()
    choice = await picking(business)
    rows = [f"[☐ {number}]" for number in range(1001, 1013)]
    assert [row[0] for row in cells(choice)] == rows
    assert cells(choice)[0][1:] == ["Bola A.\nAllen Avenue", "Ada's Kitchen", "just now", ""]
    assert labels(choice) == ["Back"]
    for order in ("1002", "1012", "1003", "1003"):
        await business.presses(business.owner, order, message=choice)
    assert [row[0][1] for row in cells(choice)] == list("☐☑☐☐☐☐☐☐☐☐☐☑")
    assert labels(choice) == ["Give 2 to …", "Back"]
    await business.presses(business.owner, "Give 2 to …", message=choice)
    await business.presses(business.owner, "Musa Bello", message=choice)
    assert "2 deliveries are Musa Bello’s now.\n✅ 1002\n✅ 1012" in bare(choice)


async def test_in_a_group_the_pick_is_a_table_for_who_has_pressed_alone(business: Business):
    group, _ = await bound_group(business, business.musa)
    await waiting(business)
    there = [bare(message) for message in group.messages]
    choice = await picking(business, group)
    assert choice.only_for is business.owner
    assert [row[0] for row in cells(choice)][:2] == ["[☐ 1001]", "[☐ 1002]"]
    for order in ("1001", "1004"):
        await business.presses(business.owner, order, message=choice)
    assert [row[0][1] for row in cells(choice)] == list("☑☐☐☑☐")
    assert [bare(message) for message in group.messages] == there
    await business.presses(business.owner, "Give 2 to …", message=choice)
    await business.presses(business.owner, "Musa Bello", message=choice)
    assert "2 deliveries are Musa Bello’s now." in bare(choice)
    assert nothing_personal(business, group)


@pytest.mark.older_telegram
async def test_without_tables_each_box_is_a_button_under_the_lines(business: Business):
    for _ in range(11):
        await business.order()
        await business.later(seconds=1)
    choice = await picking(business)
    await business.presses(business.owner, "Next ›", message=choice)
    await business.presses(business.owner, "1011", message=choice)
    assert labels(choice)[:2] == ["☑ 1011 · Bola A. · Allen Avenue", "‹ Back"]
    assert "Give 1 to …" in labels(choice)
