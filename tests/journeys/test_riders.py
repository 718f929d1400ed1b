"""/riders: who rides, with load and state."""

import pytest

from bot.demo.town import ENVIRONMENT
from bot.fleet import Rider
from bot.service.operations.enrolment import register_rider
from tests.support.business import Business, labels, sees, told
from tests.support.recorder import Recorder

pytestmark = pytest.mark.older_telegram

CHANGE = "/riders/change_status/"


async def rider(business: Business, name: str = "Musa Bello") -> Rider:
    return await business.town.shop.get_rider(business.riders[name])


def switches(door: Recorder) -> int:
    return sum(CHANGE in path for path in door.paths)


async def test_riders_are_listed_with_load_and_state(business: Business):
    await business.assigned()
    await business.says(business.musa, "/duty off")
    await business.later(seconds=31)
    await business.says(business.owner, "/riders")
    listed = told(business.owner)[-1]
    assert "2 riders" in listed
    assert "Musa Bello · 1 open job · 🟢 active · 😴 off duty" in listed
    assert "Sani Ali · 0 open jobs · 🟢 active · 💬 in this chat" in listed
    await business.presses(business.owner, "Musa Bello")
    card = told(business.owner)[-1]
    assert "📞 +234 802 000 0001" in card
    assert "1001 · Bola A. · Allen Avenue · just now · 🕓 Waiting for pickup" in card
    await business.presses(business.owner, "1001 · Bola A.", message=business.owner.last)
    assert sees(business.owner, "📦 Order 1001")


async def test_whom_nothing_reaches_stands_last_with_the_reason(business: Business):
    await register_rider(
        business.town.service.environment(ENVIRONMENT),
        name="Ada Never",
        phone_code="234",
        phone_number="08020000009",
        email="never@example.com",
    )
    business.musa.block()
    await business.town.idle()
    await business.later(seconds=31)
    await business.says(business.owner, "/riders")
    lines = told(business.owner)[-1].splitlines()[2:5]
    assert [line.partition(" · ")[0] for line in lines] == ["Sani Ali", "Ada Never", "Musa Bello"]
    assert lines[1].endswith("📵 not in this chat")
    assert lines[2].endswith("📵 has blocked the bot")
    await business.says(business.sani, "/stop")
    await business.says(business.owner, "/rider Sani")
    assert "📵 has stopped the bot" in told(business.owner)[-1]
    await business.says(business.owner, "/team")
    assert "Sani · rider · 📵 has stopped the bot" in told(business.owner)[-1]
    await business.presses(business.owner, "Invite a rider")
    assert labels(business.owner.last)[0] == "Ada Never · 📵 not in this chat"
    business.musa.unblock()
    await business.says(business.musa, "/start")
    await business.says(business.owner, "/rider Musa")
    assert "💬 in this chat" in told(business.owner)[-1]


async def test_the_fleets_own_sums_stand_over_the_list_and_a_riders_on_their_card(
    business: Business,
):
    await business.follows_through()
    await business.later(seconds=31)
    await business.says(business.owner, "/riders")
    listed = told(business.owner)[-1]
    assert "🟢 2 active · ⚪️ 0 not active · ✅ 1 delivered in all · 💰" in listed
    await business.presses(business.owner, "Musa Bello")
    card = told(business.owner)[-1]
    assert "✅ 1 delivery completed" in card
    assert "🗓 Since 2026-03-02" in card
    assert f"No. {(await rider(business)).riderid}" in card
