"""Every kind of webhook in both payload shapes, received over HTTPS (contract: Events)."""

import hashlib
import hmac
from pathlib import Path

import pytest

from bot.fleet import FleetEvent, read_event
from tests.contract.causing import caused
from tests.contract.contract import PAYLOADS
from tests.contract.events import CAUSES, PAYLOAD_SHAPES, Cause
from tests.contract.reading import EVENT_READ, unread
from tests.contract.scene import Scene
from tests.contract.tally import Tally
from tests.service.fleet import KEY
from tests.service.receiver import Call


@pytest.mark.parametrize("cause", CAUSES, ids=lambda cause: cause.kind)
@pytest.mark.parametrize("shape", PAYLOADS)
async def test_an_event_is_told_as_the_contract_says(
    cause: Cause, shape: str, scene: Scene, tmp_path: Path, certificates: Path, tally: Tally
) -> None:
    call, about, page = await caused(cause, shape, scene, tmp_path, certificates)
    assert list(PAYLOAD_SHAPES[shape].problems(call.payload, "payload")) == []
    assert call.payload["data"]["delivery_id"] == about
    _check_headers(call, cause.kind, about)
    assert page.untrue(cause.kind, call.headers, call.payload) == []
    told = read_event(call.body)
    assert isinstance(told, FleetEvent)
    assert list(unread(call.payload, told, EVENT_READ)) == []
    tally.add("events", f"{cause.kind}, {shape}")


def _check_headers(call: Call, kind: str, delivery: str) -> None:
    assert call.headers["content-type"] == "application/json"
    assert call.headers["x-service-event"] == kind
    assert call.headers["x-service-delivery-id"] == delivery
    expected = hmac.new(KEY.encode(), call.body, hashlib.sha256).hexdigest()
    assert call.headers["x-service-signature"] == expected
