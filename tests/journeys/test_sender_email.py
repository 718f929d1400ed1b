"""A fleet service that takes "required" at its word wants the sender's e-mail address, too."""

import pytest
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from tests.support.business import NEW_ORDER, Business, heard, sees
from tests.support.fleet_readings import Asked, FleetReading, email_of_sender
from tests.support.recorder import Recorder

FORM = f"{NEW_ORDER}\nItems: 2 x Jollof rice 3000\nFee: 1500\nRider: Musa"


class WantsEmail(Recorder):
    """Refuses to create what has no e-mail address of its sender, and keeps those that it saw."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []

    def around(self, app: ASGIApp) -> ASGIApp:
        insisting = FleetReading((self._look,)).around(app)

        async def insist(scope: Scope, receive: Receive, send: Send) -> None:
            creates = scope.get("path", "").endswith("/deliveries/create")
            await (insisting if creates else app)(scope, receive, send)

        return super().around(insist)

    def _look(self, asked: Asked) -> Response | None:
        self.addresses.append(asked.fields["sender_email"])
        return email_of_sender(asked)


without_a_setting = pytest.mark.parametrize("changed_settings", [{"business": {"email": ""}}])


@pytest.fixture
def fleet_door() -> WantsEmail:
    return WantsEmail()


@without_a_setting
async def test_who_creates_is_asked_once_and_the_owner_told_the_setting(
    business: Business, fleet_door: WantsEmail
):
    fleet_door.addresses.clear()
    await business.says(business.owner, FORM)
    await business.presses(business.owner, "✅ Create")
    assert sees(business.owner, "wants the sender's e-mail address")
    assert sees(business.owner, "business.email")
    await business.says(business.owner, "no address")
    assert sees(business.owner, "wants the sender's e-mail address")
    await business.says(business.owner, "ada@kitchen.example")
    assert sees(business.owner, "is everything right?")
    await business.presses(business.owner, "✅ Create")
    assert sees(business.owner, "was created")
    assert fleet_door.addresses == ["", "ada@kitchen.example"]


@without_a_setting
async def test_only_owners_are_told_the_setting_and_once_a_day(business: Business):
    efe = await business.hires("Efe")
    for _ in range(2):
        await business.says(efe, FORM)
        await business.presses(efe, "✅ Create")
        assert sees(efe, "wants the sender's e-mail address")
        await business.says(efe, "/cancel")
    assert not sees(efe, "business.email")
    assert heard(business.owner, "this in the config: business.email") == 1
    await business.later(hours=25)
    await business.says(efe, FORM)
    await business.presses(efe, "✅ Create")
    assert heard(business.owner, "this in the config: business.email") == 2


@pytest.mark.parametrize("changed_settings", [{"business": {"email": "us@couriers.example"}}])
async def test_with_the_setting_nobody_is_asked(business: Business, fleet_door: WantsEmail):
    fleet_door.addresses.clear()
    await business.says(business.owner, FORM)
    await business.presses(business.owner, "✅ Create")
    assert sees(business.owner, "was created")
    assert fleet_door.addresses == ["us@couriers.example"]
