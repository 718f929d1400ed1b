"""/report: figures of the business."""

import csv
import io
from collections.abc import Iterator

from bot.demo.town import ENVIRONMENT
from bot.fleet import StatusToken
from bot.local_telegram import ChatMessage
from bot.service.operations.enrolment import edit_rider
from tests.support.business import Business, bare, sees, told


def said(business: Business) -> list[ChatMessage]:
    return [message for message in business.owner.messages if message.from_bot]


def rows(message: ChatMessage) -> Iterator[dict[str, str]]:
    assert message.document is not None
    return csv.DictReader(io.StringIO(message.document.file.content.decode("utf-8-sig")))


async def test_a_days_figures_come_with_a_chart_and_a_table(business: Business):
    await business.on_the_way()
    await business.presses(business.musa, "Delivered")
    await business.later(minutes=24)
    await business.says(business.musa, business.dropoff_code)
    cancelled = await business.order(business.receiver("=HYPERLINK(1)"), fee=700)
    await business.town.shop.update_status(cancelled.uuid, StatusToken.CANCELLED, note="Twice")
    await business.order()
    await business.says(business.owner, "/report")
    text, chart, table = said(business)[-3:]
    for figure in (
        "Created: 3",
        "✅ delivered: 1",
        "❌ cancelled: 1",
        "🆕 waiting for a rider: 1",
        "Delivered in this time: 1",
        "Typical: 24 minutes from pickup to the door",
        "Musa Bello · 1 delivered",
        "1,500.00",
    ):
        assert figure in bare(text)
    assert chart.photo is not None
    assert chart.photo.file.content.startswith(b"\x89PNG")
    assert "Light bars: created" in (chart.caption or "")
    today = business.clock.now().date()
    listed = {row["Order"]: row for row in rows(table)}
    assert set(listed) == {"1001", "1002", "1003"}
    assert listed["1001"]["Rider"] == "Musa Bello"
    assert listed["1002"]["Receiver"] == "'=HYPERLINK(1)"
    assert table.document.file.name == f"deliveries-{today}-{today}.csv"


async def test_other_days_can_be_asked_for(business: Business):
    await business.order()
    await business.later(days=1)
    await business.says(business.owner, "/report")
    assert "Created: 0" in told(business.owner)[-1]
    await business.presses(business.owner, "Yesterday")
    assert "Created: 1" in bare(said(business)[-3])
    await business.presses(business.owner, "7 days")
    assert "Across: the day of the month" in (said(business)[-2].caption or "")
    for words in ("tomorrow", "2026-02-31", "2030-01-01", "0000-00-00"):
        await business.says(business.owner, f"/report {words}")
        assert "for the last 7 days" in told(business.owner)[-1]


async def test_a_report_waits_for_the_fleet_service_and_not_for_ever(business: Business):
    await business.town.close_fleet()
    await business.says(business.owner, "/report week")
    assert sees(business.owner, "I am counting")
    await business.later(minutes=11)
    assert sees(business.owner, "There is no report: the fleet service does not answer")


async def test_what_riders_earn_is_in_the_report_and_its_tables_to_the_hundredth(
    business: Business,
):
    environment = business.town.service.environment(ENVIRONMENT)
    await edit_rider(environment, business.riders["Musa Bello"], commission_value=15_005)
    await business.follows_through()
    await business.presses(business.bola, "5 ⭐")
    await business.presses(business.bola, "A tip for Musa")
    await business.says(business.bola, "99.95")
    await business.presses(business.bola, "In cash", message=business.bola.last)
    await business.says(business.owner, "/report")
    text, _, table, money = said(business)[-4:]
    assert "⭐️ 5.0 · 💼 Earned: NGN250.00 · 💝 tips in it: NGN99.95" in bare(text)
    assert "Cash" not in bare(text)
    (line,) = rows(table)
    assert (line["Commission"], line["Tips"]) == ("150.05", "99.95")
    for row, name in zip(rows(money), ("Musa Bello", "In all"), strict=True):
        assert (row["Rider"], row["Commission"], row["Tips"]) == (name, "150.05", "99.95")
        assert row["Collected"] == "0.00"
