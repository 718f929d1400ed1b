"""Times say their date where it is not today, and old clients read them in the business's zone."""

import re

import pytest

from tests.support.business import Business, bare, finds, told


def formats(business: Business) -> list[str]:
    """How the owner's newest message wishes its times to be shown."""
    entities = business.owner.last.entities
    return [one.date_time_format for one in entities if one.type == "date_time"]


async def test_what_was_yesterday_says_so_on_the_card_and_on_the_customers_question(
    business: Business,
):
    await business.order()
    await business.follows(business.bola, "Bola Ahmed")
    assert "🕑 Created 09:00 UTC" in bare(finds(business.owner, "📦 Order 1001"))
    await business.later(days=1)
    await business.says(business.owner, "/delivery 1001")
    assert "🕑 Created 2026-03-02 09:00 UTC" in bare(business.owner.last)
    assert formats(business)[0] == "dt"
    await business.says(business.bola, "/where")
    assert "Ordered: 2026-03-02 09:00 UTC." in told(business.bola)[-1]
    await business.presses(business.owner, "Assign")
    await business.presses(business.owner, "Musa Bello")
    assert "✅ Ordered 2026-03-02 09:00 UTC" in bare(finds(business.bola, "◉"))


@pytest.mark.parametrize(
    "changed_settings",
    [{"business": {"timezone": zone}} for zone in ("Africa/Lagos", "America/Sao_Paulo")],
    ids=["zone with a name", "zone without one"],
)
async def test_today_and_the_hour_are_those_of_the_business(
    business: Business, changed_settings: dict[str, dict[str, str]]
):
    lagos = changed_settings["business"]["timezone"] == "Africa/Lagos"
    before_midnight = 13.9 if lagos else 17.9
    await business.later(hours=before_midnight)
    await business.order()
    own = "23:54 WAT" if lagos else "23:54 UTC-03"
    assert f"Created {own}" in bare(finds(business.owner, "📦 Order 1001"))
    await business.later(minutes=12)
    await business.says(business.owner, "/delivery 1001")
    assert f"Created 2026-03-02 {own}" in bare(business.owner.last)
    await business.says(business.owner, "/board")
    assert re.search(r"Board · 00:06 (WAT|UTC-03)", bare(business.owner.last))


async def test_a_message_that_waited_over_midnight_says_which_day_it_means(business: Business):
    await business.later(hours=14, minutes=58)
    await business.order()
    await business.follows(business.bola, "Bola Ahmed")
    business.town.telegram.refuses_calls = True
    business.bola.write("/where")
    await business.later(minutes=4)
    business.town.telegram.refuses_calls = False
    await business.later(minutes=2)
    assert "Ordered: 2026-03-02 23:58 UTC." in told(business.bola)[-1]
