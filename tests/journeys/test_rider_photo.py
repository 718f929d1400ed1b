"""Customers see who comes, where the fleet service has a photo of the rider."""

from typing import Any

import pytest

from tests.support.business import Business, bare, finds, heard, sent
from tests.support.fleet_readings import FleetReading

HOST = "photos.example.com"
PHOTO = f"https://{HOST}/musa.jpg"
ON_ITS_WAY = "🛵 Order 1001 is on the way."

pytestmark = pytest.mark.parametrize(
    "changed_settings", [{"business": {"photo_hosts": [HOST]}}], ids=["with the host"]
)


class _Album:
    """Gives each rider in an answer a photo, at an address that may change with each answer."""

    def __init__(self, address: str = PHOTO, *, renewed: bool = False) -> None:
        self.address = address
        self.renewed = renewed
        self.told = 0

    def __call__(self, _path: str, answer: Any) -> Any:
        if isinstance(answer, list):
            return [self("", each) for each in answer]
        if not isinstance(answer, dict):
            return answer
        kept = {name: self("", value) for name, value in answer.items()}
        if "vehicle_plate_number" in kept:
            self.told += 1
            mark = f"?{self.told}" if self.renewed else ""
            kept["photo"] = self.address and f"{self.address}{mark}"
        return kept


@pytest.fixture
def album() -> _Album:
    return _Album()


@pytest.fixture
def fleet_reading(album: _Album) -> FleetReading:
    return FleetReading(retold=(album,))


async def on_its_way(business: Business) -> None:
    await business.joins_by_phone(business.bola)
    await business.on_the_way()


def pictures(business: Business, person: int) -> list[str]:
    """The addresses of the pictures that Telegram was asked to show to somebody.

    The local one fetches nothing from the web and refuses each, so the words come alone.
    """
    calls = [call for call in business.town.telegram.calls if call.method == "sendPhoto"]
    return [c.arguments["photo"] for c in calls if c.arguments["chat_id"] == str(person)]


async def test_who_is_told_that_a_rider_comes_is_shown_their_photo_once(business: Business):
    await on_its_way(business)
    assert "Musa brings it." in bare(finds(business.bola, ON_ITS_WAY))
    await business.later(minutes=10)
    await business.says(business.owner, "/delivery 1001")
    assert pictures(business, business.bola.id) == [PHOTO]
    assert heard(business.bola, ON_ITS_WAY) == 1
    for person in (business.owner, business.musa):
        assert pictures(business, person.id) == []


class TestWithoutOne:
    @pytest.fixture(params=["", None, "http://photos.example.com/musa.jpg", "https://x.example/a"])
    def album(self, request: pytest.FixtureRequest) -> _Album:
        return _Album(request.param)

    async def test_the_words_alone_are_said(self, business: Business):
        """Nobody's photo, one that is not on https, or one of a host that is not shown."""
        await on_its_way(business)
        assert pictures(business, business.bola.id) == []
        assert heard(business.bola, ON_ITS_WAY) == 1


class TestAnotherAddressEachTime:
    @pytest.fixture
    def album(self) -> _Album:
        return _Album(renewed=True)

    async def test_it_names_no_other_rider(self, business: Business):
        await business.joins_by_phone(business.bola)
        await business.accepted()
        before = sent(business, business.musa)
        for _ in range(3):
            await business.later(minutes=6)
            await business.says(business.owner, "/delivery 1001")
        assert sent(business, business.musa) == before
        await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")
        assert len(pictures(business, business.bola.id)) == 1
