"""A change whose answer was lost says that it may be done, and reading shows that it was."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from urllib.parse import urlsplit

import pytest

from bot.fleet import (
    DeliveryEdit,
    DeliveryQuery,
    FleetClient,
    RiderQuery,
    State,
    StatusToken,
    Unknown,
    Wire,
)
from tests.contract.scene import House
from tests.fleet.methods import NEW
from tests.service.fleet import KEY

Names = Mapping[str, str]

_NEW = NEW.model_copy(update={"sender": NEW.sender.model_copy(update={"email": "ada@example.com"})})


async def _edit(fleet: FleetClient, names: Names, straight: FleetClient) -> Any:
    edit = DeliveryEdit.of(await straight.get_delivery(names["pending"]))
    return await fleet.update_delivery(
        names["pending"], edit.model_copy(update={"fee": Decimal(1800)})
    )


async def _was_created(fleet: FleetClient, _: Names) -> bool:
    newest = (await fleet.list_deliveries(DeliveryQuery())).page.items[0]
    return newest.receivers[0].name == _NEW.receivers[0].name


async def _was_edited(fleet: FleetClient, names: Names) -> bool:
    fee = (await fleet.get_delivery(names["pending"])).fee
    return fee is not None and fee.amount == Decimal(1800)


async def _was_assigned(fleet: FleetClient, names: Names) -> bool:
    rider = (await fleet.get_delivery(names["pending"])).rider
    return rider is not None and rider.uuid == names["idle"]


async def _was_cancelled(fleet: FleetClient, names: Names) -> bool:
    return (await fleet.get_delivery(names["pending"])).state is State.CANCELLED


async def _was_invited(fleet: FleetClient, _: Names) -> bool:
    invited = (await fleet.list_riders(RiderQuery(pending_invites=True))).page.items
    return "lost@example.com" in {rider.email for rider in invited}


async def _was_switched(fleet: FleetClient, names: Names) -> bool:
    return (await fleet.get_rider(names["idle"])).active is False


@dataclass(frozen=True)
class Change:
    """A change, and the read that shows whether it was made."""

    ask: Callable[[FleetClient, Names, FleetClient], Awaitable[Any]]
    was_made: Callable[[FleetClient, Names], Awaitable[bool]]


CHANGES = {
    "create": Change(lambda fleet, _, __: fleet.create_delivery(_NEW), _was_created),
    "update": Change(_edit, _was_edited),
    "assign": Change(
        lambda fleet, names, _: fleet.assign(names["idle"], [names["pending"]]), _was_assigned
    ),
    "status": Change(
        lambda fleet, names, _: fleet.update_status(names["pending"], StatusToken.CANCELLED),
        _was_cancelled,
    ),
    "invite": Change(
        lambda fleet, _, __: fleet.create_rider(["lost@example.com"], 10), _was_invited
    ),
    "switch": Change(
        lambda fleet, names, _: fleet.change_rider_status(names["idle"]), _was_switched
    ),
}


@asynccontextmanager
async def _losing_answers(port: int) -> AsyncIterator[int]:
    """Pass requests on to a port, and hang up as soon as the answer comes."""

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        answers, requests = await asyncio.open_connection("127.0.0.1", port)
        forward = asyncio.create_task(_pump(reader, requests))
        await answers.read(1)
        forward.cancel()
        for end in (requests, writer):
            end.close()
            with contextlib.suppress(ConnectionError):
                await end.wait_closed()

    async with await asyncio.start_server(pass_on, "127.0.0.1", 0) as server:
        yield server.sockets[0].getsockname()[1]


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65536):
        writer.write(data)
        await writer.drain()


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
async def test_a_change_whose_answer_was_lost_may_be_done_and_is_found(
    change: Change, house: House
) -> None:
    port = urlsplit(house.origin).port
    assert port
    async with (
        _losing_answers(port) as lossy_port,
        FleetClient(Wire(f"http://127.0.0.1:{port}/development/api/v1", KEY)) as straight,
        FleetClient(Wire(f"http://127.0.0.1:{lossy_port}/development/api/v1", KEY)) as lossy,
    ):
        assert not await change.was_made(straight, house.names)
        with pytest.raises(Unknown) as caught:
            await change.ask(lossy, house.names, straight)
        assert caught.value.may_be_done
        assert await change.was_made(straight, house.names)
