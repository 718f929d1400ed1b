"""The way to the next stop: a link to a map, the address to copy, and a pin where there is one."""

import json
from urllib.parse import parse_qs, urlsplit

import pytest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tests.support.business import Business, finds, labels
from tests.support.recorder import Recorder

POINTS = {
    "sender_latitude": "6.45",
    "sender_longitude": "3.4",
    "customer_latitude": 6.6,
    "customer_longitude": 3.35,
}


class Surveyor(Recorder):
    """Stands at the fleet service's door and puts points on the map into its answers."""

    def around(self, app: ASGIApp) -> ASGIApp:
        """Return an app that answers like the fleet service, with the points."""

        async def answer(scope: Scope, receive: Receive, send: Send) -> None:
            start: list[Message] = []

            async def change(message: Message) -> None:
                if message["type"] == "http.response.start":
                    start.append(message)
                    return
                body = json.loads(message["body"])
                if isinstance(body.get("data"), dict) and "order_number" in body["data"]:
                    body["data"] |= POINTS
                changed = json.dumps(body).encode()
                kept = [pair for pair in start[0]["headers"] if pair[0] != b"content-length"]
                length = (b"content-length", str(len(changed)).encode())
                await send({**start[0], "headers": [*kept, length]})
                await send({**message, "body": changed})

            await app(scope, receive, change if scope["type"] == "http" else send)

        return answer


async def way(business: Business) -> tuple[str | None, str | None]:
    """Where the card's link leads, and what another of its buttons copies."""
    card = finds(business.musa, "Order 1001 ·")
    if "⋯" in labels(card):
        await business.presses(business.musa, "⋯", message=card)
    buttons = [button for row in card.buttons for button in row]
    link = next((button.url for button in buttons if button.url), None)
    destination = parse_qs(urlsplit(link or "").query).get("destination", [None])[0]
    return destination, next((button.copy_text for button in buttons if button.copy_text), None)


async def test_the_way_leads_to_the_next_stop_by_its_address(business: Business):
    await business.accepted()
    assert await way(business) == ("12 Marina Road", "12 Marina Road")
    await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")
    assert await way(business) == ("5 Allen Avenue", "5 Allen Avenue")
    await business.says(business.musa, f"/dropoff 1001 {business.dropoff_code}")
    assert await way(business) == (None, None)


class TestWherePointsAreKnown:
    @pytest.fixture
    def fleet_door(self) -> Recorder:
        return Surveyor()

    async def test_the_way_leads_to_the_point_and_a_pin_moves_on_and_goes_with_the_job(
        self, business: Business
    ):
        await business.accepted()
        assert await way(business) == ("6.45,3.4", "12 Marina Road")
        await business.presses(business.musa, "Pin")
        assert pins(business) == [(6.45, 3.4, "Ada's Kitchen", "12 Marina Road")]
        await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")
        assert pins(business) == [(6.6, 3.35, "Bola Ahmed", "5 Allen Avenue")]
        await business.says(business.musa, f"/dropoff 1001 {business.dropoff_code}")
        assert pins(business) == []


def pins(business: Business) -> list[tuple[float, float, str, str]]:
    venues = [
        message.body.attachment
        for message in business.musa.messages
        if message.from_bot and message.location
    ]
    return [
        (venue.location.latitude, venue.location.longitude, venue.title, venue.address)
        for venue in venues
    ]
