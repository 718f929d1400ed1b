"""A day is the business's own, in every list: wherever it is, and however late or early it is.

The fleet service counts its days in the zone of its settings, or in another one.
"""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.local_telegram import LocalUser
from tests.journeys.test_history import delivered
from tests.support.business import Business, bare, finds, told

ZONES = (
    "America/Mexico_City",
    "America/Sao_Paulo",
    "Africa/Lagos",
    "Asia/Riyadh",
    "Pacific/Auckland",
)
HOURS = ("00:20", "20:30")
EVENING_IN_THE_WEST = ("America/Mexico_City", "20:30")


@pytest.fixture(params=[(zone, hour) for zone in ZONES for hour in HOURS], ids="@".join)
def where_and_when(request: pytest.FixtureRequest) -> tuple[str, str]:
    where_and_when: tuple[str, str] = request.param
    return where_and_when


@pytest.fixture
def changed_settings(where_and_when: tuple[str, str]) -> dict[str, dict[str, object]]:
    return {"business": {"timezone": where_and_when[0]}}


@pytest.fixture(params=["its own zone", "UTC"])
def fleet_zone(request: pytest.FixtureRequest, where_and_when: tuple[str, str]) -> ZoneInfo:
    return ZoneInfo(where_and_when[0] if request.param == "its own zone" else "UTC")


async def comes_to(business: Business, zone: ZoneInfo, hour: str) -> None:
    """Let time go by until it is this hour of the business's second next day."""
    day = business.clock.now().astimezone(zone).date() + timedelta(days=2)
    local = datetime.combine(day, datetime.strptime(hour, "%H:%M").time(), zone)  # noqa: DTZ007 - the zone is next to it
    business.clock.advance(local.astimezone(UTC) - business.clock.now())
    await business.town.idle()


async def hears(business: Business, person: LocalUser, words: str) -> str:
    await business.says(person, words)
    return told(person)[-1]


async def test_everything_that_counts_or_lists_a_day_means_the_same_one(
    business: Business, where_and_when: tuple[str, str], fleet_zone: ZoneInfo
):
    zone, owner, musa = ZoneInfo(where_and_when[0]), business.owner, business.musa
    await comes_to(business, zone, where_and_when[1])
    await delivered(business, 1)
    await business.later(minutes=5)

    await business.says(owner, "/report")
    assert "Delivered in this time: 1" in bare(finds(owner, "Delivered in this time"))
    said = ["today", "created today", "delivered today"]
    said += ["assigned today"] if fleet_zone == zone else []
    for words in said:
        assert "1001" in await hears(business, owner, f"/deliveries {words}"), words
        other = words.replace("today", "yesterday")
        assert "1001" not in await hears(business, owner, f"/deliveries {other}"), other
    assert "Delivered today: 1" in await hears(business, musa, "/history")
    assert "nothing yesterday" in await hears(business, musa, "/history yesterday")

    await comes_to(business, zone, "10:20")
    await business.later(days=-1)
    assert "1001" not in await hears(business, owner, "/deliveries today")
    assert "1001" in await hears(business, owner, "/deliveries delivered yesterday")
    assert "nothing yet today" in await hears(business, musa, "/history")
    shown = await hears(business, musa, "/history yesterday")
    assert "Delivered yesterday: 1" in shown
    assert "NGN1,500.00" in shown
    await business.says(owner, "/rider Musa")
    await business.presses(owner, "History")
    await business.presses(owner, "Yesterday")
    assert "delivered yesterday: 1" in told(owner)[-1]


@pytest.mark.parametrize("where_and_when", [EVENING_IN_THE_WEST], indirect=True)
@pytest.mark.parametrize("fleet_zone", ["UTC"], indirect=True)
async def test_a_day_of_the_business_has_pages(business: Business, where_and_when: tuple[str, str]):
    await business.order()
    await comes_to(business, ZoneInfo(where_and_when[0]), where_and_when[1])
    for _ in range(12):
        await business.order()
    shown = await hears(business, business.owner, "/deliveries today")
    assert "Page 1 of 2" in shown
    await business.presses(business.owner, "Next")
    assert "1002" in told(business.owner)[-1]
    assert "1001" not in told(business.owner)[-1]
