"""What the client sends and reads, proven by what it asks for and by what changes its records.

An answer's field is read if the client's records are others where only this field is another one.
"""

import contextlib
import copy
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from datetime import date
from decimal import Decimal
from itertools import count
from typing import Any

from bot.fleet import (
    CreationMode,
    DeliveryEdit,
    DeliveryQuery,
    EditedItem,
    EditedReceiver,
    FilterToken,
    FleetClient,
    FleetError,
    Grouping,
    HistoryQuery,
    NewItem,
    NewReceiver,
    RiderQuery,
    StatusToken,
    Wire,
    read_event,
)
from tests.contract.contract import PATHS, Endpoint
from tests.contract.events import PAYLOAD_SHAPES
from tests.contract.kinds import BOOLEAN, CURRENCY, Either, Kind, Maker, Plain
from tests.contract.reading import EVENT_READ, LeftOut, Reading, Within
from tests.contract.rows import bracketed
from tests.contract.shapes import SHAPES
from tests.contract.table.fields import ROWS, Field, leaves, sent
from tests.contract.test_reading import CALLS
from tests.fleet.methods import EDIT, METHODS, NEW
from tests.fleet.stand_in import DELIVERY, KEY, RIDER, Asked, StandIn, success

SENT, READ = "sent", "read"
_DAY = date(2026, 3, 2)
_RECEIVER = NewReceiver(
    name="Bayo",
    address="2 Long Rd",
    phone_code="234",
    phone_number="0802",
    items=(NewItem(description="Shoes", quantity=2, value=7500),),
)
_ITEM = EditedItem(uuid=DELIVERY, description="Shoes", quantity=2, value=Decimal(7500))
_EDITED: EditedReceiver = EDIT.receiver.model_copy(update={"items": (_ITEM,)})
_WHOLE_EDIT: DeliveryEdit = EDIT.model_copy(update={"receiver": _EDITED})
_EVERY_WISH = DeliveryQuery(
    status=FilterToken.PENDING,
    rider_uuid=RIDER,
    start=_DAY,
    end=_DAY,
    creation_mode=CreationMode.MANUAL,
    search="Bola",
    group_by=Grouping.SENDER_CITY,
    tag_id="7",
    partner_id="7",
    scheduled=True,
    schedule_date=_DAY,
    search_all_locations=True,
    delivery_in_all_locations=True,
)
_ASKING: tuple[Callable[[FleetClient], Awaitable[object]], ...] = (
    *METHODS.values(),
    lambda fleet: fleet.create_delivery(NEW.model_copy(update={"receivers": (_RECEIVER,)})),
    lambda fleet: fleet.update_delivery(DELIVERY, _WHOLE_EDIT),
    lambda fleet: fleet.list_deliveries(_EVERY_WISH),
    lambda fleet: fleet.list_riders(RiderQuery(active=True, pending_invites=True)),
    lambda fleet: fleet.rider_history(RIDER, HistoryQuery(start=_DAY, end=_DAY)),
    lambda fleet: fleet.update_status(DELIVERY, StatusToken.IN_TRANSIT, pickup_code="1"),
    lambda fleet: fleet.update_status(DELIVERY, StatusToken.DELIVERED, dropoff_code="1"),
    lambda fleet: fleet.update_status(DELIVERY, StatusToken.CANCELLED, note="Too late"),
)


async def client_column() -> Mapping[Field, str]:
    return {
        **dict.fromkeys(await _sent(), SENT),
        **{field: cell async for field, cell in _answers()},
        **dict(_events()),
    }


# Requests


async def _sent() -> set[Field]:
    async with StandIn(success({})) as service:
        for ask in _ASKING:
            async with FleetClient(Wire(service.url, KEY), read_attempts=1) as fleet:
                # The answer is none that the client could read: what was asked counts.
                with contextlib.suppress(FleetError):
                    await ask(fleet)
    return {field for asked in service.asked for field in fields_of(asked)}


def fields_of(asked: Asked, *, wished: bool = False) -> Iterator[Field]:
    """Yield the contract's fields that a request has; `wished` are those that are not empty."""
    endpoint = endpoint_of(asked.method, asked.path)
    for name in re.findall(r"\{(\w+)\}", endpoint.path):
        yield Field(f"{endpoint.name}: path", name)
    query = [name for name, value in asked.query.items() if value or not wished]
    body = [name for name, value in _body_of(asked) if value or not wished]
    yield from sent(endpoint.name, query, dict.fromkeys(body, ""))


def _body_of(asked: Asked) -> list[tuple[str, str]]:
    """Read a request's body as form fields, in whichever encoding it came."""
    if asked.headers.get("content-type", "").startswith("application/json"):
        return bracketed(json.loads(asked.body))
    return asked.form


def endpoint_of(method: str, path: str) -> Endpoint:
    """Return the contract's endpoint that a request is for."""
    found = [each for each in PATHS if each.method == method and _is_of(each, path)]
    return min(found, key=lambda each: each.path.count("{"))


def _is_of(endpoint: Endpoint, path: str) -> bool:
    return re.search(re.sub(r"\{\w+\}", "[^/]+", endpoint.path) + "$", path) is not None


# Answers


async def _answers() -> AsyncIterator[tuple[Field, str]]:
    for shape, kind in SHAPES.items():
        endpoints = {row.endpoint.name for row in ROWS if row.shape == shape}
        async for path, owner, read in _read_of(shape, kind):
            cell = READ if read else left_out(CALLS[shape].table, path)
            for name in endpoints:
                yield Field(f"{name}: answer", path, owner), cell


async def _read_of(shape: str, kind: Kind) -> AsyncIterator[tuple[str, str, bool]]:
    """Yield what a shape has, and whether the client reads it."""
    document = kind.make("data", Maker())
    others = {(path, owner): changed(document, path, leaf) for path, owner, leaf in leaves(kind)}
    documents = [document, *others.values()]
    async with (
        StandIn(*map(success, documents)) as service,
        FleetClient(Wire(service.url, KEY), read_attempts=1) as fleet,
    ):
        first, *readings = [await _reading(fleet, shape, each) for each in documents]
    for (path, owner), reading in zip(others, readings, strict=True):
        yield path, owner, reading != first


async def _reading(fleet: FleetClient, shape: str, document: Any) -> object:
    return await CALLS[shape].ask(fleet, document[0] if isinstance(document, list) else document)


def _events() -> Iterator[tuple[Field, str]]:
    for shape, kind in PAYLOAD_SHAPES.items():
        document = kind.make("payload", Maker())
        usual = _told(document)
        for path, owner, leaf in leaves(kind):
            read = _told(changed(document, path, leaf)) != usual
            cell = READ if read else left_out(EVENT_READ, path)
            yield Field(f"webhook, {shape}", path, owner), cell


def _told(payload: Any) -> object:
    return read_event(json.dumps(payload).encode())


def changed(document: Any, path: str, kind: Kind) -> Any:
    """Return a copy of a document in which only what stands at a path is something else."""
    other = copy.deepcopy(document)
    numbers = count(5000)
    _change(other, path.split("."), lambda name, was: _another(kind, name, was, next(numbers)))
    return other


def _change(value: Any, steps: list[str], make: Callable[[str, Any], Any]) -> None:
    for each in value if isinstance(value, list) else [value]:
        name, *others = steps
        if not others:
            each[name] = make(name, each[name])
        else:
            _change(each[name], others, make)


def _another(kind: Kind, name: str, was: Any, number: int) -> Any:
    plain = kind.kinds[0] if isinstance(kind, Either) else kind
    assert isinstance(plain, Plain)
    if plain is BOOLEAN:
        return not was
    if plain is CURRENCY:
        return "USD"
    made = plain.make(name, Maker(numbers=count(number)))
    return made if made != was else f"{name} {number}"


def left_out(table: Reading, path: str) -> str:
    """Return why the client leaves a field out, in the words of the table of its reading."""
    name, _, rest = path.partition(".")
    where = table[name]
    if isinstance(where, LeftOut):
        return f"– {where.why}"
    return left_out(where.fields, rest) if isinstance(where, Within) and rest else ""
