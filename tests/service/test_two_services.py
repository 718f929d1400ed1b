"""Two services share one PostgreSQL database: what is to be sent goes once, in order."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import pytest

from bot.service.app import FleetService
from bot.service.operations.create import create_deliveries
from bot.service.operations.enrolment import register_rider
from bot.service.operations.keys import set_key
from bot.service.operations.webhook_administration import set_webhook
from bot.service.request_bodies.new_delivery import NewDelivery
from bot.service.rules.account import SENDS_AT_ONCE
from tests.service.fleet import KEY, order, settings_at
from tests.service.fleet import receiver as parcel_for
from tests.service.receiver import Receiver
from tests.store import postgres
from tests.support.clock import ManualClock
from tests.support.patience import PATIENCE

BOTH_AT_ONCE = 2 * SENDS_AT_ONCE
SLOWLY = timedelta(seconds=1.5)
DELIVERIES = 20


@dataclass
class Slowness:
    """The first calls are answered when both services are busy with them, 1.5 seconds later."""

    clock: ManualClock
    calls: int = 0
    together: asyncio.Barrier = field(default_factory=lambda: asyncio.Barrier(BOTH_AT_ONCE))

    async def wait(self) -> None:
        self.calls += 1
        if self.calls <= BOTH_AT_ONCE and await self.together.wait() == 0:
            self.clock.advance(SLOWLY)


@dataclass
class Carrier:
    slowness: Slowness
    sent: list[tuple[str, str]] = field(default_factory=list)

    async def send(self, phone: str, text: str) -> None:
        self.sent.append((phone, text))
        await self.slowness.wait()


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with postgres.running() as server:
        yield server.url


@pytest.fixture
def carrier(clock: ManualClock) -> Carrier:
    return Carrier(Slowness(clock))


@pytest.fixture
async def services(
    url: str, tmp_path: Path, certificates: Path, clock: ManualClock, carrier: Carrier
) -> AsyncIterator[list[FleetService]]:
    settings = settings_at(tmp_path, certificates, database_url=url)
    async with AsyncExitStack() as stack:
        yield [
            await stack.enter_async_context(FleetService(settings, sms=carrier, clock=clock))
            for _ in range(2)
        ]


def order_of(number: int, rider: str) -> NewDelivery:
    """An order of people whom no other order is of, so that no text waits for another."""
    parcel = parcel_for(customer_phone_number=f"0805444{number:04}")
    sender = f"0803111{number:04}"
    return NewDelivery.model_validate(order(sender_phone=sender, receivers=[parcel], riderid=rider))


async def test_each_webhook_and_each_text_is_sent_once_and_in_order(
    services: list[FleetService], receiver: Receiver, carrier: Carrier, clock: ManualClock
):
    receiver.meanwhile = Slowness(clock).wait
    environments = [service.environment("development") for service in services]
    await set_key(environments[0], KEY)
    await set_webhook(environments[0], receiver.url)
    known = {"name": "Musa Bello", "phone_code": "234", "phone_number": "08067778888"}
    rider = await register_rider(environments[0], email="musa@example.com", **known)
    for number in range(DELIVERIES):
        await create_deliveries(environments[number % 2], order_of(number, rider))
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*(service.idle() for service in services))
    assert len(carrier.sent) == 2 * DELIVERIES
    assert set(Counter(carrier.sent).values()) == {1}
    told: dict[str, list[str]] = {}
    for call in receiver.calls:
        told.setdefault(call.headers["x-service-delivery-id"], []).append(call.event)
    assert list(told.values()) == [["delivery.created", "delivery.assigned"]] * DELIVERIES
