"""Webhooks through the whole bot, beside its first version, in one run.

    python -m tests.benchmarks.events --rounds 3

The bot runs as a process of its own on a SQLite file. Every webhook is signed and posted, 64 at
once, and ends in two messages and an edit or two: the fleet service, a local Telegram without
limits and the sender of webhooks are in this process. The first version is taken from the history.
"""

import asyncio
import itertools
import json
import os
import ssl
import statistics
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import aiohttp
import typer
import uvloop
from rich.console import Console
from rich.table import Table

from bot.demo.telegram import LocalUser
from bot.demo.town import ENVIRONMENT, Town
from bot.fleet import Delivery, StatusToken
from bot.fleet.events import sign
from bot.service.operations.enrolment import register_rider
from tests.benchmarks.load import order, phone
from tests.faults.bot_process import BotProcess
from tests.faults.eyes import Eyes

ROOT = Path(__file__).parents[2]
FIRST_VERSION = "7c1fa66"

_AT_ONCE = 64
_CUSTOMERS = 20
_QUIET_SECONDS = 1.0
_TICKS = os.sysconf("SC_CLK_TCK")


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
    """Have the first version in a folder of its own, for as long as the block lasts."""
    with tempfile.TemporaryDirectory(prefix="handover-first-") as folder:
        root = Path(folder) / "first"
        git = ("git", "-C", str(ROOT), "worktree")
        subprocess.run([*git, "add", "--detach", str(root), FIRST_VERSION], check=True)
        try:
            yield root
        finally:
            subprocess.run([*git, "remove", "--force", str(root)], check=True)


async def measure(root: Path, deliveries: int) -> Measured:
    """Start the bot that is found in a folder, and send it the webhooks of some deliveries."""
    with tempfile.TemporaryDirectory(prefix="handover-events-") as folder:
        async with AsyncExitStack() as stack:
            town = await stack.enter_async_context(Town(Path(folder)))
            bot = await stack.enter_async_context(BotProcess(town, root))
            await bot.start()
            known = await _known_deliveries(town, deliveries)
            await _quiet(town)
            return await _send(town, bot, known)


async def _known_deliveries(town: Town, number: int) -> list[Delivery]:
    """Have deliveries accepted by a rider who is not here, for customers who are."""
    rider = await register_rider(
        town.service.environment(ENVIRONMENT),
        name="Musa Bello",
        phone_code="234",
        phone_number="08020000001",
        email="musa@example.com",
    )
    customers = [
        town.telegram.add_user(f"Customer {each}", phone=phone(each)) for each in range(_CUSTOMERS)
    ]
    town.owner.write("/start")
    await _join(town, customers)
    known = []
    for customer in itertools.islice(itertools.cycle(range(_CUSTOMERS)), number):
        (delivery,) = await town.shop.create_delivery(order(customer))
        await town.shop.assign(rider, [delivery.uuid])
        await town.shop.update_status(delivery.uuid, StatusToken.ACCEPTED)
        known.append(await town.shop.get_delivery(delivery.uuid))
    return known


async def _join(town: Town, customers: Sequence[LocalUser]) -> None:
    eyes = Eyes(town)
    for user in customers:
        user.write("/start")
        await eyes.see(lambda user=user: any(each.keyboard for each in user.messages))
        user.press("Share my phone number")
        shared = user.messages[-1]
        await eyes.see(lambda user=user, shared=shared: user.last.message_id > shared.message_id)


async def _quiet(town: Town) -> None:
    """Return when nothing has reached Telegram for a while."""
    calls = -1
    while calls < len(town.telegram.calls):
        calls = len(town.telegram.calls)
        await asyncio.sleep(_QUIET_SECONDS)


async def _send(town: Town, bot: BotProcess, known: Sequence[Delivery]) -> Measured:
    bodies = [_webhook(each, *step) for step in _STEPS for each in known]
    calls, cpu, began = len(town.telegram.calls), _cpu_seconds(bot), time.perf_counter()
    ended = _watch(town)
    async with _poster(town) as post:
        waiting = iter(bodies)

        async def send() -> None:
            for body in waiting:
                await post(body)

        await asyncio.gather(*(send() for _ in range(_AT_ONCE)))
    taken_in = time.perf_counter() - began
    await _quiet(town)
    return Measured(
        len(bodies),
        taken_in,
        ended[-1] - began,
        _cpu_seconds(bot) - cpu,
        len(town.telegram.calls) - calls,
    )


def _watch(town: Town) -> list[float]:
    """Note when something happens in a chat."""
    times: list[float] = []
    town.telegram.listeners.append(lambda _event: times.append(time.perf_counter()))
    return times


@asynccontextmanager
async def _poster(town: Town) -> AsyncIterator[object]:
    context = ssl.create_default_context(cafile=town.certificates.authority)
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(ssl=context)) as http:

        async def post(body: bytes) -> None:
            headers = {"X-Service-Signature": sign(body, town.api_key)}
            async with http.post(town.events_url, data=body, headers=headers) as answer:
                assert answer.status == 200, await answer.text()

        yield post


_STEPS = (("delivery.in_transit", "in_transit", 1), ("delivery.completed", "delivered", 2))


def _webhook(delivery: Delivery, event: str, status: str, minutes: int) -> bytes:
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
    return json.dumps({"event": event, "timestamp": moment, "data": data}).encode()


def _cpu_seconds(bot: BotProcess) -> float:
    """Return what the bot's process has used so far (proc(5): utime and stime)."""
    fields = Path(f"/proc/{bot.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


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
