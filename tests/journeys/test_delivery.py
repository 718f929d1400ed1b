"""/delivery: one order's card, as the fleet service has it now."""

from bot.fleet import StatusToken
from tests.support.business import Business, heard, labels, sees, told


async def test_a_delivery_is_shown_as_the_fleet_service_has_it_now(business: Business):
    delivery = await business.order()
    await business.town.stop_bot()
    await business.town.shop.update_status(delivery.uuid, StatusToken.CANCELLED, note="Too late")
    await business.later(seconds=2)  # Telegram takes one setWebhook a second
    await business.town.start_bot()
    await business.says(business.owner, "/delivery 1001")
    assert sees(business.owner, "Order 1001 · ❌ Cancelled")


async def test_a_closed_delivery_can_be_looked_up_and_not_be_changed(business: Business):
    await business.follows_through()
    await business.says(business.owner, "/delivery 1001")
    assert "Order 1001 · ✅ Delivered" in told(business.owner)[-1]
    assert heard(business.owner, "📦 Order 1001") == 1
    assert not set(labels(business.owner.last)) & {"Assign", "Status", "Edit", "Cancel delivery"}


async def test_a_number_is_needed_and_an_unknown_one_leads_nowhere(business: Business):
    await business.says(business.owner, "/delivery")
    assert told(business.owner)[-1].endswith("Write the order number: /delivery 1042")
    await business.says(business.owner, "/delivery 4711")
    assert "I find no order 4711" in told(business.owner)[-1]


async def test_a_card_shows_what_is_pressed_most_and_the_rest_behind_a_button(business: Business):
    await business.order()
    card = business.owner.last
    assert labels(card) == ["Assign", "⋯"]
    await business.presses(business.owner, "⋯", message=card)
    hidden = ["Status", "Edit", "Customer link", "💬 Write", "📷 Photo at the pickup"]
    assert labels(card) == ["Assign", *hidden, "Cancel delivery"]
    await business.presses(business.owner, "Assign", message=card)
    await business.presses(business.owner, "Musa Bello")
    assert labels(card) == ["Give to another rider", "⋯"]
