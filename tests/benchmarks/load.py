"""A business day as its clients make it: deliveries created, carried, looked up, delivered."""

import asyncio
import itertools
import random
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from datetime import date
from typing import TypeVar

from bot.fleet import (
    Delivery,
    DeliveryQuery,
    FilterToken,
    FleetClient,
    HistoryQuery,
    NewDelivery,
    NewItem,
    NewReceiver,
    Origin,
    StatusToken,
)
from bot.identifiers import RiderUuid

T = TypeVar("T")

_STAGES = {StatusToken.IN_TRANSIT: "Pickup", StatusToken.DELIVERED: "Drop-off"}


class Codes:
    """Codes as they are told, for whoever waits for one."""

    def __init__(self) -> None:
        self._told: defaultdict[tuple[str, int], asyncio.Future[str]] = defaultdict(
            lambda: asyncio.get_running_loop().create_future()
        )

    def told(self, stage: str, number: int, code: str) -> None:
        self._told[stage, number].set_result(code)

    async def of(self, stage: str, delivery: Delivery) -> str:
        return await self._told[stage, int(delivery.order_number)]


class Day:
    """So many deliveries, so many of them in hand at once; `times` is what each request took."""

    def __init__(self, client: FleetClient, riders: list[RiderUuid], codes: Codes) -> None:
        self._client = client
        self._riders = riders
        self._codes = codes
        self._random = random.Random(7)
        self.times: defaultdict[str, list[float]] = defaultdict(list)

    async def run(self, deliveries: int, at_once: int) -> None:
        numbers = itertools.chain(range(deliveries))
        async with asyncio.TaskGroup() as hands:
            for _ in range(at_once):
                hands.create_task(self._carry(numbers))

    async def _carry(self, numbers: "itertools.chain[int]") -> None:
        for number in numbers:
            await self._one(number)

    async def _one(self, number: int) -> None:
        client, rider = self._client, self._random.choice(self._riders)
        (delivery,) = await self._timed("create", lambda: client.create_delivery(order(number)))
        await self._timed("get", lambda: client.get_delivery(delivery.uuid))
        await self._timed("assign", lambda: client.assign(rider, [delivery.uuid]))
        await self._timed("list", lambda: client.list_deliveries(_PENDING))
        for status in (StatusToken.ACCEPTED, *_STAGES):
            await self._move(delivery, status)
        await self._timed("history", lambda: client.rider_history(rider, HistoryQuery()))

    async def _move(self, delivery: Delivery, status: StatusToken) -> None:
        codes = {}
        if status in _STAGES:
            name = "pickup_code" if status is StatusToken.IN_TRANSIT else "dropoff_code"
            codes[name] = await self._codes.of(_STAGES[status], delivery)
        moved = lambda: self._client.update_status(delivery.uuid, status, **codes)  # noqa: E731
        await self._timed(f"update_status {status}", moved)

    async def _timed(self, name: str, ask: Callable[[], Awaitable[T]]) -> T:
        began = time.perf_counter()
        answer = await ask()
        self.times[name].append(time.perf_counter() - began)
        return answer


_PENDING = DeliveryQuery(status=FilterToken.PENDING)


def phone(number: int) -> str:
    """Return the number (E.164) of who gets an order."""
    return f"+234805{number:07}"


def order(number: int) -> NewDelivery:
    """Put together what somebody orders."""
    return NewDelivery(
        creation_date=date(2026, 3, 2),
        fee=1500,
        sender=Origin(
            name="Ada Stores",
            address="1 Broad Street",
            phone_code="234",
            phone_number=f"0803{number:07}",
        ),
        receivers=(
            NewReceiver(
                name=f"Customer {number}",
                address=f"{number} Marina Road",
                phone_code="234",
                phone_number=phone(number).replace("+234", "0"),
                items=(NewItem(description="Shoes", quantity=2, value=7500),),
            ),
        ),
    )
