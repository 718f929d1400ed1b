"""Webhooks through the whole bot, beside its first version, in one run.

    python -m tests.benchmarks.events --rounds 3

The bot runs as a process of its own on a SQLite file. Every webhook is signed and posted, 64 at
once, and ends in two messages and an edit or two: the fleet service, a local Telegram without
limits and the sender of webhooks are in this process. The first version is taken from the history.
"""

import io
import itertools
import json
import statistics
import subprocess
import tempfile
import time
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
import uvloop
from rich.console import Console
from rich.table import Table

from bot.demo.telegram import LocalUser
from bot.demo.town import ENVIRONMENT, Town
from bot.fleet import Delivery, StatusToken
from bot.fleet.events import sign
from bot.identifiers import RiderUuid
from bot.service.operations.enrolment import register_rider
from tests.benchmarks.benchmark import (
    Benchmark,
    Figures,
    Rounds,
    Scale,
    Stage,
    Unmeasurable,
    by_turns,
)
from tests.benchmarks.goals import OURS, Row, at_least, at_most
from tests.benchmarks.load import order, phone
from tests.benchmarks.posting import Post, all_of, posting
from tests.benchmarks.processes import ROOT, cpu_seconds
from tests.benchmarks.rig import Rig, quiet, running_bot
from tests.faults.eyes import Eyes

FIRST_VERSION = "7c1fa66"

_AT_ONCE = 64
_CUSTOMERS = 20
_QUIET_SECONDS = 1.0


@dataclass(frozen=True)
class Measured:
    """What a number of webhooks took: to be taken in, until the last message, and of CPU."""

    webhooks: int
    taken_in: float
    done: float
    cpu: float
    calls: int

    @property
    def figures(self) -> tuple[float, ...]:
        """Webhooks a second to the last message, CPU ms each, taken in a second, calls each."""
        webhooks = self.webhooks
        per_second, taken_in = webhooks / self.done, webhooks / self.taken_in
        return per_second, self.cpu * 1000 / webhooks, taken_in, self.calls / webhooks


_EVENTS = "webhooks carried out, two messages each"
_CPU = "CPU of a webhook with two messages"
_FIRST = "the first version"
_ROWS = (
    Row(_EVENTS, "a second", _FIRST, at_least(8.0)),
    Row(_CPU, "ms", "what it may take", at_most(1.0), fixed=3.5),
)


async def measure_beside_first(scale: Scale, _stage: Stage) -> Rounds:
    deliveries, customers = scale.of(60, 5), scale.of(20, 1)
    with first_version() as first:
        sides = {
            _FIRST: partial(_figures, first, deliveries, customers),
            OURS: partial(_figures, ROOT, deliveries, customers),
        }
        return await by_turns(scale.of(5, 1), sides)


async def _figures(root: Path, deliveries: int, customers: int) -> Figures:
    per_second, cpu, *_ = (await measure(root, deliveries, customers)).figures
    return {_EVENTS: per_second, _CPU: cpu}


EVENTS = Benchmark("events", _ROWS, measure_beside_first)

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def main(
    deliveries: Annotated[int, typer.Option(min=1, help="Each has two webhooks.")] = 100,
    rounds: Annotated[int, typer.Option(min=1, help="How often each version is measured.")] = 3,
) -> None:
    """Measure this version and the first one by turns, and print the medians and their ratio."""
    with first_version() as first:
        measured: dict[str, list[Measured]] = {"first version": [], "this version": []}
        for _ in range(rounds):
            for name, root in (("first version", first), ("this version", ROOT)):
                measured[name].append(uvloop.run(measure(root, deliveries)))
    _report(measured)


@contextmanager
def first_version() -> Iterator[Path]:
    """Have the first version in a folder of its own, for as long as the block lasts.

    Raises:
        Unmeasurable: there is no history, or that version is not in it.
    """
    archive = ("git", "-C", str(ROOT), "archive", "--format=zip", FIRST_VERSION)
    try:
        archived = subprocess.run(archive, check=True, capture_output=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        raise Unmeasurable("the first version is not in this history") from error
    with tempfile.TemporaryDirectory(prefix="handover-first-") as folder:
        zipfile.ZipFile(io.BytesIO(archived)).extractall(folder)
        yield Path(folder)


async def measure(root: Path, deliveries: int, customers: int = _CUSTOMERS) -> Measured:
    """Start the bot that is found in a folder, and send it the webhooks of some deliveries."""
    async with running_bot(root, owners=(), is_quick=False) as rig:
        known = await known_deliveries(rig.town, deliveries, customers)
        await quiet(partial(len, rig.town.telegram.calls))
        return await send_webhooks(rig, known)


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


async def send_webhooks(rig: Rig, known: Sequence[Delivery]) -> Measured:
    town, pid = rig.town, rig.process.pid
    posts = [webhook(town, each, *step) for step in STEPS for each in known]
    ended: list[float] = []
    town.telegram.listeners.append(lambda _event: ended.append(time.perf_counter()))
    calls, cpu, began = len(town.telegram.calls), cpu_seconds(pid), time.perf_counter()
    async with posting(town.certificates.authority) as post:
        taken_in = await all_of(posts, post, _AT_ONCE)
    await quiet(partial(len, town.telegram.calls))
    return Measured(
        len(posts),
        taken_in,
        ended[-1] - began,
        cpu_seconds(pid) - cpu,
        len(town.telegram.calls) - calls,
    )


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


def _report(measured: dict[str, list[Measured]]) -> None:
    table = Table("", "webhooks/s", "CPU ms each", "taken in/s", "calls each")
    medians = {}
    for name, rounds in measured.items():
        figures = [each.figures for each in rounds]
        medians[name] = [statistics.median(column) for column in zip(*figures, strict=True)]
        table.add_row(name, *(f"{figure:.1f}" for figure in medians[name]))
    ratios = [this / first for this, first in zip(*reversed(list(medians.values())), strict=True)]
    table.add_row("ratio", *(f"{ratio:.2f}" for ratio in ratios))
    Console().print(table)


if __name__ == "__main__":
    app()
