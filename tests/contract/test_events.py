"""Every kind of webhook in both payload shapes, received over HTTPS (contract: Events)."""

import hashlib
import hmac
from pathlib import Path

import pytest
from starlette.routing import Route, Router

from bot.base.http_server import Server
from bot.fleet import FleetEvent, read_event
from bot.service.operations.dashboard import mark_failed
from tests.contract.asking import ask, problems
from tests.contract.contract import PAYLOADS
from tests.contract.events import CAUSES, PAYLOAD_SHAPES, Cause
from tests.contract.reading import EVENT_READ, unread
from tests.contract.scene import House, Scene, opened
from tests.contract.tally import Tally
from tests.contract.variants import WRITE_VARIANTS
from tests.openapi.page import Page
from tests.service.fleet import KEY
from tests.service.receiver import Call, Receiver

_VARIANTS = {str(variant): variant for variant in WRITE_VARIANTS}


@pytest.mark.parametrize("cause", CAUSES, ids=lambda cause: cause.kind)
@pytest.mark.parametrize("shape", PAYLOADS)
async def test_an_event_is_told_as_the_contract_says(
    cause: Cause, shape: str, scene: Scene, tmp_path: Path, certificates: Path, tally: Tally
) -> None:
    receiver = Receiver()
    # Anything but a POST would be answered here, and never arrive.
    door = Router([Route("/fleet", receiver, methods=["POST"])])
    files = {"certfile": certificates / "server.pem", "keyfile": certificates / "server.key"}
    async with (
        Server(door, **files) as server,
        opened(
            scene, tmp_path, certificates, url=f"{server.url}/fleet", payload_shape=shape
        ) as house,
    ):
        about = await _bring_about(house, cause)
        await house.fleet.service.idle()
        page = Page((await house.http.get("/openapi.json")).json())
    (call,) = [call for call in receiver.calls if call.event == cause.kind]
    assert list(PAYLOAD_SHAPES[shape].problems(call.payload, "payload")) == []
    assert call.payload["data"]["delivery_id"] == about
    _check_headers(call, cause.kind, about)
    assert page.untrue(cause.kind, call.headers, call.payload) == []
    told = read_event(call.body)
    assert isinstance(told, FleetEvent)
    assert list(unread(call.payload, told, EVENT_READ)) == []
    tally.add("events", f"{cause.kind}, {shape}")


async def _bring_about(house: House, cause: Cause) -> str:
    if cause.request is None:
        uuid = house.names[cause.about]
        await mark_failed(house.fleet.development, uuid, "Nobody at home")
        return uuid
    variant = _VARIANTS[cause.request]
    answer = await ask(house.http, variant, house.names)
    assert problems(variant.row, answer) == []
    return house.names[cause.about] if cause.about else answer.json()["data"]["uuid"]


def _check_headers(call: Call, kind: str, delivery: str) -> None:
    assert call.headers["content-type"] == "application/json"
    assert call.headers["x-service-event"] == kind
    assert call.headers["x-service-delivery-id"] == delivery
    expected = hmac.new(KEY.encode(), call.body, hashlib.sha256).hexdigest()
    assert call.headers["x-service-signature"] == expected
