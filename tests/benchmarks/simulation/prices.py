"""What things cost and how long they take, in seconds: measured with the other benchmarks' rig."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from itertools import cycle, islice
from pathlib import Path
from typing import Self

from bot.demo.town import Town
from tests.benchmarks import backlog
from tests.benchmarks.bots import meet_everybody
from tests.benchmarks.events import measure
from tests.benchmarks.posting import all_of, posting
from tests.benchmarks.processes import ROOT, at_rest, cpu_seconds
from tests.benchmarks.rig import OWNERS, opened_store, running_bot
from tests.benchmarks.simulation.commits import postgresql_transaction, sqlite_transaction
from tests.benchmarks.speech import typed

_AT_ONCE = 64
_MESSAGES = 1500
_COMMANDS = 500
_DELIVERIES = 40
_UNTIL_WARM = 200


@dataclass(frozen=True, slots=True)
class Prices:
    """The processor's time of what the bot does, but of the messages that follow from it.

    `telegram` and `fleet` are how long the quickest answer from there takes, and `spread` by how
    much Telegram's others are later in the mean: nobody can measure that here.
    A request to the fleet service reads, asks, reads again and tells everybody, so it is taken for
    two webhooks. `transaction` is what one costs a database of its own, `shared_transaction` one on
    PostgreSQL.
    """

    message: float
    update: float
    webhook: float
    transaction: float
    shared_transaction: float
    telegram: float = 0.08
    spread: float = 0.02
    fleet: float = 0.1

    @property
    def request(self) -> float:
        return 2 * self.webhook

    @classmethod
    def of_file(cls, file: Path) -> Self:
        """Read the prices that an earlier simulation has printed as JSON."""
        return cls(**json.loads(file.read_text())["prices"])

    def as_json(self) -> dict[str, float]:
        return asdict(self)


async def measured(say: Callable[[str], None]) -> Prices:
    """Measure for about half a minute."""
    say("messages")
    message = await _message()
    say("updates")
    update = await _update() - message
    say("webhooks")
    _, milliseconds, _, calls = (await measure(ROOT, _DELIVERIES, _DELIVERIES // 2)).figures
    webhook = milliseconds / 1000 - calls * message
    say("transactions")
    return Prices(
        message=message,
        update=max(update, 0.0),
        webhook=max(webhook, 0.0),
        transaction=await sqlite_transaction(),
        shared_transaction=await postgresql_transaction(),
    )


async def _message() -> float:
    async def prepare(town: Town) -> None:
        async with opened_store(town) as database:
            await backlog.fill(database, range(1, _MESSAGES + 1))

    async with running_bot(prepare=prepare) as rig:
        await rig.telegram.reach("sendMessage", _UNTIL_WARM)
        cpu, before = cpu_seconds(rig.process.pid), rig.telegram.counts["sendMessage"]
        await rig.telegram.reach("sendMessage", _MESSAGES)
        return (cpu_seconds(rig.process.pid) - cpu) / (_MESSAGES - before)


async def _update() -> float:
    async with running_bot() as rig, posting(rig.town.certificates.authority) as post:
        await meet_everybody(rig.door, rig.telegram, post)
        pid, wanted = rig.process.pid, rig.telegram.counts["sendMessage"] + _COMMANDS
        posts = [typed(rig.door, user, "/help") for user in islice(cycle(OWNERS), _COMMANDS)]
        await at_rest(pid)
        cpu = cpu_seconds(pid)
        await all_of(posts, post, _AT_ONCE)
        await rig.telegram.reach("sendMessage", wanted)
        await at_rest(pid)
        return (cpu_seconds(pid) - cpu) / _COMMANDS
