"""Webhooks through the whole bot, next to a straight one that is as durable.

Both are processes of their own on SQLite files. Every webhook is signed and posted, 64 at once, and
ends in a message and the edit of a card: a quick Telegram and the sender of webhooks are in this
process, and so is our bot's fleet service.
"""

import itertools
import json
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial

from bot.demo.town import ENVIRONMENT, Town, free_port
from bot.fleet import Delivery, StatusToken
from bot.fleet.events import sign
from bot.identifiers import RiderUuid
from bot.local_telegram import LocalUser
from bot.service.operations.enrolment import register_rider
from tests.benchmarks.benchmark import Benchmark, Figures, Rounds, Scale, Side, Stage, by_turns
from tests.benchmarks.failures import attempted
from tests.benchmarks.goals import OURS, TIMED, Row, at_least, at_most
from tests.benchmarks.load import order, phone
from tests.benchmarks.posting import Post, all_of, posting
from tests.benchmarks.processes import cpu_seconds, program
from tests.benchmarks.rig import Door, Rig, running_bot
from tests.faults.eyes import Eyes

_AT_ONCE = 64
_CUSTOMERS = 20
_MODULE = "tests.benchmarks.references.straight_bot"


@dataclass(frozen=True, slots=True)
class Measured:
    """What a number of webhooks took: seconds until the last call, and of CPU."""

    webhooks: int
    seconds: float
    cpu: float


_EVENTS = "webhooks carried out, a message and an edit each"
_CPU = "CPU of such a webhook"
_STRAIGHT = "a straight bot, as durable"
_ROWS = (
    # Commits that are shared should carry twice as many, and lanes and cards cost no more CPU.
    Row(_EVENTS, "a second", _STRAIGHT, at_least(2.0), tolerance=TIMED),
    Row(_CPU, "ms", _STRAIGHT, at_most(1.0), tolerance=TIMED),
)


async def measure(scale: Scale, _stage: Stage) -> Rounds:
    rounds, deliveries = scale.rounds, scale.of(60, 20)
    async with running_bot(owners=()) as rig, AsyncExitStack() as stack:
        known = await known_to(rig, (rounds + 1) * deliveries, scale.of(20, 5))
        straight = await attempted(stack.enter_async_context(_straight(rig, known)))

        def side(door: Door | None) -> Side:
            return partial(_figures, rig, iter(known), deliveries, door)

        beside = straight if isinstance(straight, Exception) else side(straight)
        return await by_turns(rounds, {OURS: side(None), _STRAIGHT: beside}, warm_up=True)


@asynccontextmanager
async def _straight(rig: Rig, known: Sequence[Delivery]) -> AsyncIterator[Door]:
    """Start the straight bot, which has told somebody of each of these deliveries."""
    town, port = rig.town, free_port()
    running = program(
        _MODULE,
        port=port,
        certificate=town.certificates.certificate,
        key=town.certificates.key,
        database=town.folder / "straight.db",
        api_url=rig.telegram.url,
        api_key=town.api_key,
        token=town.account.token,
        deliveries=[{"id": one.uuid, "chat": chat} for chat, one in enumerate(known, start=1)],
    )
    async with running as process:
        yield Door(f"https://127.0.0.1:{port}/events", "", process.pid)


async def _figures(
    rig: Rig, known: Iterator[Delivery], deliveries: int, door: Door | None
) -> Figures:
    took = await send_webhooks(rig, list(itertools.islice(known, deliveries)), door)
    return {_EVENTS: took.webhooks / took.seconds, _CPU: took.cpu * 1000 / took.webhooks}


EVENTS = Benchmark("events", _ROWS, measure, cores=2)


async def known_to(rig: Rig, number: int, customers: int = _CUSTOMERS) -> list[Delivery]:
    """Have a bot behind a quick Telegram know deliveries, and the people who get them."""
    rig.telegram.steps_aside = True
    known = await known_deliveries(rig.town, number, customers)
    await rig.idle()
    rig.telegram.steps_aside = False
    return known


async def known_deliveries(town: Town, number: int, customers: int = _CUSTOMERS) -> list[Delivery]:
    """Have deliveries accepted by a rider who is not here, for customers who are."""
    rider = await register_rider(
        town.service.environment(ENVIRONMENT),
        name="Musa Bello",
        phone_code="234",
        phone_number="08020000001",
        email="musa@example.com",
    )
    users = [
        town.telegram.add_user(f"Customer {each}", phone=phone(each)) for each in range(customers)
    ]
    town.owner.write("/start")
    await _join(town, users)
    known = []
    for customer in itertools.islice(itertools.cycle(range(customers)), number):
        (delivery,) = await town.shop.create_delivery(order(customer))
        await town.shop.assign(RiderUuid(rider), [delivery.uuid])
        await town.shop.update_status(delivery.uuid, StatusToken.ACCEPTED)
        known.append(await town.shop.get_delivery(delivery.uuid))
    return known


async def _join(town: Town, customers: Sequence[LocalUser]) -> None:
    eyes = Eyes(town)
    for user in customers:
        user.write("/start")
        await eyes.see(partial(_is_asked_for_their_number, user))
        user.press("Share my phone number")
        shared = user.messages[-1].message_id
        await eyes.see(partial(_is_answered, user, shared))


def _is_asked_for_their_number(user: LocalUser) -> bool:
    return any(each.keyboard for each in user.messages)


def _is_answered(user: LocalUser, message_id: int) -> bool:
    return user.last.message_id > message_id


async def send_webhooks(
    rig: Rig, known: Sequence[Delivery], straight: Door | None = None
) -> Measured:
    """Send two webhooks for each of these deliveries to our bot, or to the straight one.

    The second ones follow when all the first were taken: what overtakes them is told alone.
    """
    town, telegram = rig.town, rig.telegram
    url, pid = (straight.url, straight.pid) if straight else (town.events_url, rig.process.pid)
    steps = [[replace(webhook(town, each, *step), url=url) for each in known] for step in STEPS]
    webhooks = len(STEPS) * len(known)
    before = telegram.counts.copy()
    cpu, began = cpu_seconds(pid), time.perf_counter()
    async with posting(town.certificates.authority) as post:
        for posts in steps:
            await all_of(posts, post, _AT_ONCE)
    if straight:
        await telegram.reach("editMessageText", before["editMessageText"] + webhooks)
    else:
        await rig.idle()
    assert telegram.counts["sendMessage"] - before["sendMessage"] >= webhooks
    return Measured(webhooks, telegram.calls[-1].at - began, cpu_seconds(pid) - cpu)


STEPS = (("delivery.in_transit", "in_transit", 1), ("delivery.completed", "delivered", 2))


def webhook(town: Town, delivery: Delivery, event: str, status: str, minutes: int) -> Post:
    """Put together what the fleet service would send (contract: Events, Payload)."""
    moment = f"2099-01-01T00:0{minutes}:00.000000Z"
    (receiver,) = delivery.receivers
    data = {
        "delivery_id": delivery.uuid,
        "order_number": delivery.order_number,
        "status": status,
        "updated_at": moment,
        "rider": {"name": "Musa Bello", "phone": "+2348020000001"},
        "customer_name": receiver.name,
        "customer_phone": receiver.phone_number,
        "customer_address": receiver.address,
    }
    return signed(town, {"event": event, "timestamp": moment, "data": data})


def signed(town: Town, event: Mapping[str, object]) -> Post:
    """Sign a webhook as the fleet service does."""
    body = json.dumps(event).encode()
    return Post(town.events_url, body, {"X-Service-Signature": sign(body, town.api_key)})
