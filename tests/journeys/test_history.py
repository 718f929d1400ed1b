"""/history: what a rider has delivered, and the fees of it."""

from datetime import timedelta

import pytest

from bot.fleet import StatusToken
from tests.support.business import BOLA, Business, bare, finds, labels, told


async def test_a_history_counts_what_was_delivered_and_adds_up_the_fees(business: Business):
    await delivered(business, 3)
    await business.order()
    await business.says(business.owner, "/assign 1004")
    await business.presses(business.owner, "Musa")
    await business.says(business.musa, "/history")
    shown = told(business.musa)[-1]
    assert "📖 Delivered today: 3" in shown
    assert "💰 Delivery fees in total: NGN4,500.00" in shown
    assert "1003 · NGN1,500.00" in shown
    assert "1004" not in shown
    assert "Page" not in shown
    for private in ("Bola", "Allen Avenue", "803"):
        assert private not in shown

    await business.presses(business.musa, "Yesterday")
    assert "You delivered nothing yesterday." in told(business.musa)[-1]
    await business.later(days=1)
    await business.presses(business.musa, "Today")
    shown = finds(business.musa, "You have delivered nothing yet today.")
    await business.presses(business.musa, "Yesterday")
    assert "📖 Delivered yesterday: 3" in bare(shown)
    assert labels(shown) == ["Today", "All"]


async def test_a_long_history_has_pages_in_one_message(business: Business):
    await delivered(business, 12)
    before = len(told(business.musa))
    await business.says(business.musa, "/history ALL")
    assert "📖 Delivered in all: 12" in told(business.musa)[-1]
    assert "Page 1 of 2" in told(business.musa)[-1]
    await business.presses(business.musa, "Next")
    assert "Page 2 of 2" in told(business.musa)[-1]
    assert "NGN18,000.00" in told(business.musa)[-1]
    assert labels(business.musa.last) == ["‹ Back", "Today", "Yesterday"]
    assert len(told(business.musa)) == before + 1


async def test_the_days_of_a_history_are_asked_for_and_stay_with_its_pages(business: Business):
    await delivered(business, 12)
    day = business.clock.now().date()
    await business.later(days=2)
    await business.says(business.musa, f"/history {day - timedelta(days=1)} to {day}")
    shown = business.musa.last
    assert "📖 Delivered Mar 1, 2026 – Mar 2, 2026: 12" in bare(shown)
    await business.presses(business.musa, "Next", message=shown)
    assert "Page 2 of 2" in bare(shown)
    assert labels(shown) == ["‹ Back", "Today", "Yesterday", "All"]
    await business.says(business.musa, "/history 1 feb")
    assert "Delivered Feb 1, 2026: 0" in bare(business.musa.last)


@pytest.mark.parametrize("line", ["/history tomorrow", "/history all today"])
async def test_a_period_that_is_none_is_explained(business: Business, line: str):
    await business.says(business.musa, line)
    assert "Write /history today, yesterday or all, or days:" in told(business.musa)[-1]


async def test_without_the_fleet_service_there_is_no_history_but_a_sentence(business: Business):
    await business.town.close_fleet()
    await business.says(business.musa, "/history")
    assert "try again" in told(business.musa)[-1].lower()


async def delivered(business: Business, count: int) -> None:
    shop = business.town.shop
    for delivery in await business.in_the_bag(*[business.receiver()] * count):
        code = business.code(delivery.order_number, BOLA)
        await shop.update_status(delivery.uuid, StatusToken.DELIVERED, dropoff_code=code)
    await business.town.idle()
