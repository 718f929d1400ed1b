"""/deliveries: the list with its filters and pages, all in one message."""

from datetime import timedelta

import pytest

from bot.fleet import StatusToken
from tests.support.business import Business, bare, labels, told

pytestmark = pytest.mark.older_telegram


def orders(text: str) -> list[str]:
    return [line.split(" ")[0] for line in text.splitlines() if line[:4].isdigit()]


async def test_filters_and_pages_change_one_message_and_stay_with_it(business: Business):
    for number in range(12):
        delivery = await business.order()
        if number < 2:
            await business.town.shop.update_status(
                delivery.uuid, StatusToken.CANCELLED, note="Twice"
            )
        await business.later(seconds=1)
    await business.says(business.owner, "/deliveries")
    listed, sent = business.owner.last, len(told(business.owner))
    assert orders(bare(listed)) == [str(number) for number in range(1012, 1002, -1)]
    assert "Page 1 of 2" in bare(listed)

    await business.presses(business.owner, "Any status", message=listed)
    await business.presses(business.owner, "Waiting for a rider", message=listed)
    assert "🔎 🆕 Waiting for a rider" in bare(listed)
    assert "Page" not in bare(listed)
    assert len(orders(bare(listed))) == 10

    await business.presses(business.owner, "Waiting for a rider", message=listed)
    await business.presses(business.owner, "Cancelled", message=listed)
    assert orders(bare(listed)) == ["1002", "1001"]
    await business.presses(business.owner, "All days", message=listed)
    await business.presses(business.owner, "Today", message=listed)
    assert "🔎 ❌ Cancelled, Today" in bare(listed)
    assert orders(bare(listed)) == ["1002", "1001"]

    await business.presses(business.owner, "Any rider", message=listed)
    await business.presses(business.owner, "Musa Bello", message=listed)
    assert "No delivery fits this filter: ❌ Cancelled, Musa Bello, Today." in bare(listed)
    await business.presses(business.owner, "Clear the filter", message=listed)
    assert "Page 1 of 2" in bare(listed)
    await business.presses(business.owner, "Next ›", message=listed)
    assert orders(bare(listed)) == ["1002", "1001"]
    assert "Page 2 of 2" in bare(listed)
    assert len(told(business.owner)) == sent
    assert listed in business.owner.messages


async def test_the_list_of_yesterday_and_of_one_rider(business: Business):
    await business.assigned("Sani Ali")
    await business.later(days=1)
    await business.assigned("Musa Bello")
    await business.says(business.owner, "/deliveries")
    listed = business.owner.last
    await business.presses(business.owner, "All days", message=listed)
    await business.presses(business.owner, "Yesterday", message=listed)
    assert orders(bare(listed)) == ["1001"]
    await business.presses(business.owner, "Any rider", message=listed)
    await business.presses(business.owner, "Sani Ali", message=listed)
    assert orders(bare(listed)) == ["1001"]
    await business.presses(business.owner, "Sani Ali", message=listed)
    await business.presses(business.owner, "Any rider", message=listed)
    await business.presses(business.owner, "Any origin", message=listed)
    assert labels(listed)[1:] == ["Automated", "Made by hand", "Via booking link", "Imported"]
    await business.presses(business.owner, "Imported", message=listed)
    assert "No delivery fits this filter: Yesterday, Imported." in bare(listed)


async def test_a_page_that_is_not_there_any_more_shows_the_last_one(business: Business):
    for _ in range(11):
        await business.order()
    await business.says(business.owner, "/deliveries")
    listed = business.owner.last
    on = next(b.data for row in listed.buttons for b in row if b.label == "Next ›")
    business.owner.press_data(on.replace(";2", ";99"), message=listed)
    await business.town.idle()
    assert "Page 2 of 2" in bare(listed)


async def test_days_are_asked_for_in_words_and_stay_with_the_list(business: Business):
    today = business.clock.now().date()
    shop = business.town.shop
    await business.follows_through()
    later = business.new_order().model_copy(update={"creation_date": today + timedelta(days=1)})
    await shop.create_delivery(later)
    await business.town.idle()
    for asked, found in {
        "delivered today": ["1001"],
        "delivered yesterday": [],
        "assigned today": ["1001"],
        "scheduled tomorrow": ["1002"],
        f"scheduled {today} to {today + timedelta(days=1)}": ["1002", "1001"],
        "created today": ["1002", "1001"],
        "today": ["1002", "1001"],
    }.items():
        await business.says(business.owner, f"/deliveries {asked}")
        assert orders(bare(business.owner.last)) == found, asked
    await business.says(business.owner, "/deliveries scheduled tomorrow")
    listed = business.owner.last
    assert "🔎 Scheduled for Mar 3, 2026" in bare(listed)
    await business.presses(business.owner, "Any status", message=listed)
    await business.presses(business.owner, "Waiting for a rider", message=listed)
    assert "🔎 🆕 Waiting for a rider, Scheduled for Mar 3, 2026" in bare(listed)
    assert orders(bare(listed)) == ["1002"]
    await business.says(business.owner, "/deliveries next month")
    assert "scheduled tomorrow" in bare(business.owner.last)
