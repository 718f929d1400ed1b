"""What goes wrong in the scenarios: each does it, and returns when it is over."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime

from tests.cluster.postgres_cluster import PostgresCluster
from tests.cluster.replica import Replica
from tests.cluster.replicated_town import ReplicatedTown
from tests.cluster.watcher import Watcher
from tests.faults.eyes import Eyes
from tests.faults.kill_log import KillLog

PAUSE_SECONDS = 75.0
_FROZEN_SECONDS = 60.0
_COMES_BACK_AFTER = 20.0
_STILL_ARRIVING = 0.5
"""How long it arrives at Telegram what was on its way; a bot that cannot know that the database is
lost sends as long what it had just taken."""
_QUESTIONS = 3
"""How many each watcher asks at once."""


@dataclass(frozen=True, slots=True)
class Stage:
    """Where a fault strikes; each writes down when, once it has struck.

    Many ask at once then, so that it strikes in the middle of work, whatever comes first in it.
    """

    town: ReplicatedTown
    cluster: PostgresCluster
    struck: KillLog
    watchers: list[Watcher] = field(default_factory=list)

    async def rush(self) -> Replica:
        """Let all watchers ask at once; return the bot that sends, once it answers the first."""
        sender = self.town.sender
        before = sender.sent_at
        for watcher in _QUESTIONS * self.watchers:
            watcher.ask()
        await Eyes(self.town).see(lambda: self.town.sender.sent_at > before)
        return self.town.sender

    def note(self) -> None:
        self.struck.at.append(datetime.now(UTC))


Fault = Callable[[Stage], Awaitable[None]]


async def kill_sender(stage: Stage) -> None:
    """Kill the bot that sends; it is started again a while later."""
    sender = await stage.rush()
    await sender.kill()
    stage.note()
    await asyncio.sleep(_COMES_BACK_AFTER)
    await sender.spawn()
    await sender.ready()


async def pause_sender(stage: Stage) -> None:
    """Let the bot that sends stand still, and then go on as if nothing had been."""
    sender = await stage.rush()
    sender.pause()
    await asyncio.sleep(_STILL_ARRIVING)
    stage.note()
    await asyncio.sleep(PAUSE_SECONDS)
    sender.go_on()


async def kill_primary(stage: Stage) -> None:
    """Kill the primary and its Patroni; the node is started again a while later."""
    primary = await stage.cluster.primary()
    await stage.rush()
    await stage.cluster.kill(primary)
    await asyncio.sleep(_STILL_ARRIVING)
    stage.note()
    await asyncio.sleep(2 * _COMES_BACK_AFTER)
    stage.cluster.revive(primary)


async def freeze_primary(stage: Stage) -> None:
    """Let every process of the primary stand still, and then go on as if nothing had been."""
    primary = await stage.cluster.primary()
    await stage.rush()
    stage.cluster.freeze(primary)
    await asyncio.sleep(_STILL_ARRIVING)
    stage.note()
    await asyncio.sleep(_FROZEN_SECONDS)
    stage.cluster.thaw(primary)


async def no_more(stage: Stage) -> None:
    """Nothing next to what the replicas were started with."""
    await stage.rush()
