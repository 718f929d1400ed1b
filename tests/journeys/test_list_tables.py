"""Lists that are asked for, as tables with buttons in their rows."""

from bot.fleet import StatusToken
from tests.journeys.test_board_table import cells
from tests.support.business import Business, bare, labels, sees


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
