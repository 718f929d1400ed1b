"""/history: what a rider has delivered, the fees of it, and what it has brought."""

from datetime import timedelta

import pytest

from bot.demo.town import ENVIRONMENT
from bot.fleet import StatusToken
from bot.service.environment import Environment
from bot.service.operations.enrolment import edit_rider
from bot.service.operations.keys import end_operator_key, known_operator_keys
from tests.support.business import BOLA, NEW_ORDER, Business, bare, finds, labels, told
from tests.support.photo_door import WITHOUT_DOOR


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
    assert labels(shown) == ["Today", "All", "7 days"]


async def test_a_long_history_has_pages_in_one_message(business: Business):
    await delivered(business, 12)
    before = len(told(business.musa))
    await business.says(business.musa, "/history ALL")
    assert "📖 Delivered in all: 12" in told(business.musa)[-1]
    assert "Page 1 of 2" in told(business.musa)[-1]
    await business.presses(business.musa, "Next")
    assert "Page 2 of 2" in told(business.musa)[-1]
    assert "NGN18,000.00" in told(business.musa)[-1]
    assert labels(business.musa.last) == ["‹ Back", "Today", "Yesterday", "7 days"]
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
    assert labels(shown) == ["‹ Back", "Today", "Yesterday", "All", "7 days"]
    await business.says(business.musa, "/history 1 feb")
    assert "Delivered Feb 1, 2026: 0" in bare(business.musa.last)


@pytest.mark.parametrize("line", ["/history tomorrow", "/history all today"])
async def test_a_period_that_is_none_is_explained(business: Business, line: str):
    await business.says(business.musa, line)
    assert "Write /history today, yesterday, week or all, or days:" in told(business.musa)[-1]


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


async def test_a_history_tells_what_was_earned_by_job_day_and_week(business: Business):
    await earns(business, "Musa Bello", 15_050)
    await delivered(business, 2)
    await business.later(days=1)
    await earns(business, "Musa Bello", 20_000)
    await delivered(business, 1)
    await business.says(business.musa, "/history")
    shown = told(business.musa)[-1]
    assert "💼 Earned: NGN200.00" in shown
    assert "1003 · NGN1,500.00 · 💼 NGN200.00" in shown
    await business.presses(business.musa, "7 days")
    week = told(business.musa)[-1]
    assert "💼 Earned: NGN501.00" in week
    assert "🗓 Mar 3, 2026 · 1 delivered · NGN200.00\n" in week
    assert "🗓 Mar 2, 2026 · 2 delivered · NGN301.00\n" in week
    await business.presses(business.musa, "All")
    assert "🗓 Week of Mar 2, 2026 · 3 delivered · NGN501.00" in told(business.musa)[-1]
    await business.says(business.owner, "/rider musa")
    await business.presses(business.owner, "History")
    assert "💼 Earned: NGN200.00" in bare(business.owner.last)


async def test_a_rider_without_a_commission_is_told_of_none(business: Business):
    await delivered(business, 1)
    await business.says(business.musa, "/history")
    assert "💼" not in told(business.musa)[-1]


async def test_where_the_door_is_shut_a_history_does_without_what_was_earned(business: Business):
    await earns(business, "Musa Bello", 15_050)
    await delivered(business, 1)
    (key,) = await known_operator_keys(fleet(business))
    await end_operator_key(fleet(business), key.number)
    await business.says(business.musa, "/history")
    assert "📖 Delivered today: 1" in told(business.musa)[-1]
    assert "💼" not in told(business.musa)[-1]


class TestWithoutTheDoor:
    @pytest.fixture
    def changed_settings(self) -> dict[str, dict[str, object]]:
        return {"fleet": WITHOUT_DOOR}

    async def test_a_commission_is_known_where_the_creation_told_it_for_this_rider(
        self, business: Business
    ):
        await earns(business, "Musa Bello", 15_050)
        rider = business.riders["Musa Bello"]
        await business.says(business.owner, NEW_ORDER)
        await business.says(business.owner, "Rice")
        await business.says(business.owner, "1500")
        await business.presses(business.owner, "Rider")
        await business.presses(business.owner, "Musa Bello")
        await business.presses(business.owner, "Create")
        (delivery,) = await business.deliveries()
        assert delivery.rider is not None
        assert delivery.rider.uuid == rider
        await business.presses(business.musa, "Accept")
        await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")
        await business.says(business.musa, f"/dropoff 1001 {business.dropoff_code}")
        await business.says(business.musa, "/history")
        assert "💼 Earned: NGN150.50" in told(business.musa)[-1]


def fleet(business: Business) -> Environment:
    return business.town.service.environment(ENVIRONMENT)


async def earns(business: Business, rider: str, hundredths: int) -> None:
    """The fleet service pays a rider so much for each delivery from now on."""
    await edit_rider(fleet(business), business.riders[rider], commission_value=hundredths)
