"""Where the processor's time goes: for a webhook, a command, a message and a fleet request."""

import asyncio
import json
import os
import signal
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from rich.markup import escape
from rich.table import Table

from tests.benchmarks import backlog
from tests.benchmarks.benchmark import Scale
from tests.benchmarks.bots import meet_everybody
from tests.benchmarks.events import known_to, send_webhooks
from tests.benchmarks.failures import attempted, reason
from tests.benchmarks.fleet_rig import running_fleet
from tests.benchmarks.posting import all_of, posting
from tests.benchmarks.results import shown
from tests.benchmarks.rig import OWNERS, opened_store, running_bot
from tests.benchmarks.speech import typed

_MODULE = "tests.benchmarks.profiled"
_MOST = 3
_AT_ONCE = 16
_LOOKS, _LOOK_SECONDS = 200, 0.05


@dataclass(frozen=True, slots=True)
class Cost:
    """What one place in the code takes of each thing that is done."""

    place: str
    milliseconds: float
    share: float


class Profile:
    """One program's profile; it is to be started in this environment."""

    def __init__(self, folder: Path, module: str) -> None:
        self._file = folder / "profile.json"
        self.environment = {"PROFILE": str(self._file), "PROFILED_MODULE": module}
        self.seconds: dict[str, float] = {}

    @asynccontextmanager
    async def of(self, pid: int) -> AsyncIterator[None]:
        """Note where a process spends its time while the block runs."""
        os.kill(pid, signal.SIGUSR1)
        yield
        os.kill(pid, signal.SIGUSR1)
        for _ in range(_LOOKS):
            await asyncio.sleep(_LOOK_SECONDS)
            if self._file.exists():
                break
        self.seconds = json.loads(self._file.read_text())

    def costs(self, count: int) -> list[Cost]:
        """Return the greatest of them, for each of so many things that were done."""
        whole = sum(self.seconds.values())
        places = sorted(self.seconds.items(), key=lambda item: -item[1])
        return [
            Cost(place, seconds * 1000 / count, seconds / whole)
            for place, seconds in places[:_MOST]
        ]


async def _events(profile: Profile, scale: Scale) -> int:
    environment = profile.environment
    async with running_bot(owners=(), module=_MODULE, environment=environment) as rig:
        known = await known_to(rig, scale.of(150, 20))
        async with profile.of(rig.process.pid):
            return (await send_webhooks(rig, known)).webhooks


async def _commands(profile: Profile, scale: Scale) -> int:
    commands = scale.of(2000, 200)
    async with (
        running_bot(module=_MODULE, environment=profile.environment) as rig,
        posting(rig.town.certificates.authority) as post,
    ):
        await meet_everybody(rig, post)
        posts = [typed(rig.door, user, "/help") for user in islice(cycle(OWNERS), commands)]
        wanted = rig.telegram.counts["sendMessage"] + commands
        async with profile.of(rig.process.pid):
            await all_of(posts, post, _AT_ONCE)
            await rig.telegram.reach("sendMessage", wanted)
    return commands


async def _messages(profile: Profile, scale: Scale) -> int:
    chats = range(1, scale.of(2000, 200) + 1)
    async with (
        running_bot(latency=0.05, module=_MODULE, environment=profile.environment) as rig,
        posting(rig.town.certificates.authority) as post,
    ):
        async with opened_store(rig.town, alone=False) as database:
            await backlog.fill(database, chats)
        async with profile.of(rig.process.pid):
            await post(typed(rig.door, OWNERS[0], "/start"))  # wakes the sender
            await rig.telegram.reach("sendMessage", len(chats))
    return len(chats)


async def _requests(profile: Profile, scale: Scale) -> int:
    half = scale.of(1000, 100)
    async with (
        running_fleet(module=_MODULE, environment=profile.environment) as fleet,
        profile.of(fleet.pid),
    ):
        await all_of(range(half), fleet.asker.create, _AT_ONCE)
        await all_of([fleet.created["data"]["uuid"]] * half, fleet.asker.get, _AT_ONCE)
    return 2 * half


_Work = Callable[[Profile, Scale], Awaitable[int]]
_PROFILED: Mapping[str, tuple[str, _Work]] = {
    "a webhook, with a message and an edit": ("bot", _events),
    "a command with one answer": ("bot", _commands),
    "a message": ("bot", _messages),
    "a request to the fleet service": ("tests.faults.fleet_program", _requests),
}

Costs = Mapping[str, Sequence[Cost] | Exception]
"""What costs most, by what is done, or why that is not known."""


async def measure_costs(scale: Scale) -> Costs:
    return {
        what: await attempted(_costs(scale, module, work))
        for what, (module, work) in _PROFILED.items()
    }


async def _costs(scale: Scale, module: str, work: _Work) -> Sequence[Cost]:
    with tempfile.TemporaryDirectory(prefix="handover-profile-") as folder:
        profile = Profile(Path(folder), module)
        return profile.costs(await work(profile, scale))


def costs_as_json(found: Costs) -> dict[str, Any]:
    return {
        what: reason(costs) if isinstance(costs, Exception) else [asdict(each) for each in costs]
        for what, costs in found.items()
    }


def costs_table(found: Costs) -> Table:
    table = Table("CPU of", "goes first to", "ms each", "share")
    for what, costs in found.items():
        if isinstance(costs, Exception):
            table.add_row(what, escape(f"failed: {reason(costs)}"))
            continue
        for number, cost in enumerate(costs):
            name = "" if number else what
            table.add_row(name, cost.place, shown(cost.milliseconds), f"{cost.share:.0%}")
    return table
