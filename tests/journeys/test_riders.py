"""/riders: who rides, with load and state."""

from bot.fleet import Rider
from tests.support.business import Business, sees, told
from tests.support.recorder import Recorder

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
    assert "Musa Bello · 1 open job · 🟢 active · 😴 off duty · 💬 in this chat" in listed
    assert "Sani Ali · 0 open jobs · 🟢 active · 💬 in this chat" in listed
    await business.presses(business.owner, "Musa Bello")
    card = told(business.owner)[-1]
    assert "📞 +234 802 000 0001" in card
    assert "1001 · Bola A. · Allen Avenue · just now · 🕓 Waiting for pickup" in card
    await business.presses(business.owner, "1001 · Bola A.", message=business.owner.last)
    assert sees(business.owner, "📦 Order 1001")
