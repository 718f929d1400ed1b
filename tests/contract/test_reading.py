"""The client reads every field of every shape, from documents made of the contract's tables."""

import json
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from bot.fleet import (
    DeliveryQuery,
    FleetClient,
    FleetEvent,
    HistoryQuery,
    RiderQuery,
    StatusToken,
    Wire,
    read_event,
)
from tests.contract.events import PAYLOAD_SHAPES
from tests.contract.kinds import Maker
from tests.contract.reading import (
    BOOKING_READ,
    DELIVERY_LIST_READ,
    DELIVERY_READ,
    EVENT_READ,
    RIDER_LIST_READ,
    RIDER_READ,
    Reading,
    page_read,
    unread,
)
from tests.contract.shapes import SHAPES
from tests.fleet.methods import EDIT, NEW
from tests.fleet.stand_in import KEY, RIDER, StandIn, success


@dataclass(frozen=True)
class Call:
    """The client's method that gets a shape, and where the fields of that shape go."""

    ask: Callable[[FleetClient, Any], Awaitable[Any]]
    table: Reading


_CREATE = Call(lambda fleet, _: fleet.create_delivery(NEW), DELIVERY_READ)
_INVITE = Call(lambda fleet, _: fleet.create_rider(["a@example.com"], 10), RIDER_READ)
CALLS: Mapping[str, Call] = {
    "create, newer": _CREATE,
    "create, newer, several receivers": _CREATE,
    "create, older": _CREATE,
    "update": Call(lambda fleet, doc: fleet.update_delivery(doc["uuid"], EDIT), DELIVERY_READ),
    "assign": Call(lambda fleet, _: fleet.assign(RIDER, [RIDER]), DELIVERY_READ),
    "get": Call(lambda fleet, doc: fleet.get_delivery(doc["uuid"]), DELIVERY_READ),
    "list": Call(
        lambda fleet, doc: fleet.list_deliveries(
            DeliveryQuery(page=doc["deliveries"]["current_page"])
        ),
        DELIVERY_LIST_READ,
    ),
    "status update": Call(
        lambda fleet, doc: fleet.update_status(doc["uuid"], StatusToken.ACCEPTED), DELIVERY_READ
    ),
    "rider creation": _INVITE,
    "rider creation, several": _INVITE,
    "rider list": Call(
        lambda fleet, doc: fleet.list_riders(RiderQuery(page=doc["riders"]["current_page"])),
        RIDER_LIST_READ,
    ),
    "rider detail": Call(lambda fleet, doc: fleet.get_rider(doc["uuid"]), RIDER_READ),
    "history": Call(
        lambda fleet, doc: fleet.rider_history(RIDER, HistoryQuery(page=doc["current_page"])),
        page_read(DELIVERY_READ),
    ),
    "rider status change": Call(
        lambda fleet, doc: fleet.change_rider_status(doc["uuid"]), RIDER_READ
    ),
    "booking link": Call(lambda fleet, _: fleet.get_booking_link("code"), BOOKING_READ),
}
FULL, SPARE, BARE = range(3)
"""Every field with its first kind; with its second, and none that may be left out; the last."""


@pytest.mark.parametrize("choice", [FULL, SPARE, BARE])
@pytest.mark.parametrize("shape", SHAPES)
async def test_every_field_of_an_answer_is_read(shape: str, choice: int) -> None:
    call = CALLS[shape]
    document = SHAPES[shape].make("data", Maker(choice)) or SHAPES[shape].make("data", Maker())
    async with (
        StandIn(success(document)) as service,
        FleetClient(Wire(service.url, KEY), read_attempts=1) as fleet,
    ):
        read = await call.ask(fleet, document)
    assert list(_unread(document, read, call.table)) == []


def _unread(document: Any, read: Any, table: Reading) -> Iterator[str]:
    documents = document if isinstance(document, list) else [document]
    readings = read if isinstance(read, list) else [read]
    for one, reading in zip(documents, readings, strict=True):
        yield from unread(one, reading, table)


@pytest.mark.parametrize("choice", [FULL, SPARE, BARE])
@pytest.mark.parametrize("shape", PAYLOAD_SHAPES)
def test_every_field_of_an_event_is_read(shape: str, choice: int) -> None:
    document = PAYLOAD_SHAPES[shape].make("payload", Maker(choice))
    told = read_event(json.dumps(document).encode())
    assert isinstance(told, FleetEvent)
    assert list(unread(document, told, EVENT_READ)) == []
