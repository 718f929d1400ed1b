"""What is kept of a delivery and its people ends thirty days after it, or as the settings say."""

import pytest

from bot.fleet import NewReceiver
from tests.support.business import Business, finds, sees, told
from tests.support.kept import told_in, written_in
from tests.workers.waiting import until

WORDS = (
    "Zubaida",
    "Oyinkansola",
    "7 Kofo Abayomi",
    "8030000001",
    "blue gate",
    "mango tree",
    "wet box",
    "rang thrice",
)
"""What is only of one customer: name, address, number, note, words, and what the rider wrote."""


async def comes_to_an_end(business: Business) -> str:
    """A delivery with everything that people can say of it; return its code of the drop-off."""
    business.bola.first_name = "Zubaida"
    await business.joins_by_phone(business.bola)
    await business.order(_receiver(business))
    await business.presses(business.owner, "Assign")
    await business.presses(business.owner, "Musa Bello")
    await business.presses(business.musa, "Accept")
    await business.says(business.bola, "/note Ring at the blue gate")
    await business.says(business.bola, "Under the mango tree, please")
    await business.presses(business.musa, "Picked up")
    await business.says(business.musa, business.pickup_code)
    await business.says(business.bola, "Do you see the mango tree?")
    await business.presses(business.musa, "Problem", message=finds(business.musa, "Order 1001"))
    await business.presses(business.musa, "Nobody there")
    await business.says(business.musa, "I rang thrice, wet box")
    await business.says(business.musa, f"/dropoff 1001 {business.dropoff_code}")
    await business.says(business.bola, "/rate 1001")
    await business.presses(business.bola, "5 ⭐")
    return business.dropoff_code


def _receiver(business: Business) -> NewReceiver:
    return business.receiver(name="Zubaida Oyinkansola", address="7 Kofo Abayomi")


async def test_thirty_days_after_the_end_neither_database_knows_the_customer(business: Business):
    code = await comes_to_an_end(business)
    assert {words for _, words in told_in(business, WORDS)} == set(WORDS)
    await business.later(days=29)
    assert told_in(business, ["Zubaida"])
    await business.later(days=2)
    needles = [*WORDS, str(business.bola.id)]
    assert told_in(business, needles) == set()
    await until(lambda: not written_in(business, WORDS, "handover.db", "fleet.db"))
    assert written_in(business, needles, "handover.db") == set()
    assert told_in(business, [f'"{code}"']) == set()
    await business.says(business.bola, "/track")
    assert "Write /start and I will tell you how to join" in told(business.bola)[-1]


async def test_whoever_works_here_and_what_is_open_stays(business: Business):
    await business.joins_by_phone(business.bola)
    await business.accepted()
    await business.later(days=60)
    await business.says(business.bola, "/where")
    assert "order 1001" in told(business.bola)[-1]
    await business.says(business.musa, "/jobs")
    assert sees(business.musa, "1001")
    await business.says(business.owner, "/delivery 1001")
    assert sees(business.owner, "Bola Ahmed")


async def test_what_was_wiped_by_the_fleet_service_is_read_without_harm(business: Business):
    await comes_to_an_end(business)
    await business.later(days=31)
    await until(lambda: not written_in(business, WORDS, "fleet.db"))
    await business.says(business.owner, "/delivery 1001")
    assert "1001" in told(business.owner)[-1]
    await business.says(business.musa, "/history all")
    assert "1001" in told(business.musa)[-1]
    await business.says(business.owner, "/find 1001")
    assert "1001" in told(business.owner)[-1]
    await business.later(minutes=10)
    assert told_in(business, ["Zubaida"]) == set()


@pytest.fixture
def changed_settings(request: pytest.FixtureRequest) -> dict[str, dict[str, object]]:
    return getattr(request, "param", {})


@pytest.mark.parametrize("changed_settings", [{"retention": {"days": 7}}], indirect=True)
async def test_the_setting_says_how_long(business: Business):
    await comes_to_an_end(business)
    await business.later(days=8)
    assert told_in(business, WORDS) == set()
