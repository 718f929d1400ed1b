"""The nemesis: kills the bot at random instants and starts it again at once."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random

from tests.faults.bot_process import BotProcess
from tests.faults.parcels import Parcels

_LONGEST_DELAY = 2.0


@dataclass(frozen=True, slots=True)
class KillLog:
    """When the bot was killed."""

    at: list[datetime]

    def next_after(self, sent: datetime) -> timedelta | None:
        """How long after something was sent the bot was killed; `None` if it never was."""
        return min((kill - sent for kill in self.at if kill >= sent), default=None)

    def between(self, first: datetime, last: datetime) -> bool:
        """Whether the bot was killed between two times."""
        return any(first <= kill <= last for kill in self.at)


class Nemesis:
    """Kills so many times, spread over the work, each time after a random delay.

    A bot that ends by itself is started again as well, as a supervisor would; it is counted.
    """

    def __init__(self, bot: BotProcess, parcels: Parcels, random: Random) -> None:
        self._bot = bot
        self._parcels = parcels
        self._random = random
        self.kills = KillLog([])
        self.starts = 0
        self.own_ends: list[str] = []
        self.finished = asyncio.Event()

    async def strike(self, moments: Sequence[int]) -> None:
        """Kill once for each moment: when so many deliveries have come to their end."""
        for moment in moments:
            await self._until_ended(moment)
            await self._watch(self._random.uniform(0, _LONGEST_DELAY))
            await self._bot.kill()
            # Not before: until it has ended, what it has sent is still arriving.
            self.kills.at.append(datetime.now(UTC))
            await self._start()
        self.finished.set()
        await self._watch(None)

    async def _until_ended(self, count: int) -> None:
        while self._parcels.ended < count:
            changed = asyncio.ensure_future(self._parcels.changed.next().wait())
            gone = asyncio.ensure_future(self._bot.gone())
            await asyncio.wait({changed, gone}, return_when=asyncio.FIRST_COMPLETED)
            changed.cancel()
            if gone.cancel():
                continue
            await self._start_after_own_end()

    async def _watch(self, seconds: float | None) -> None:
        """Let so much time go by; start the bot again if it ends meanwhile."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while True:
                    await self._bot.gone()
                    await self._start_after_own_end()

    async def _start_after_own_end(self) -> None:
        await self._bot.kill()
        self.own_ends.append("".join(self._bot.output[-1:]).strip())
        await self._start()

    async def _start(self) -> None:
        self.starts += 1
        await self._bot.spawn()


def draw_moments(random: Random, kills: int, deliveries: int) -> list[int]:
    """Draw after how many ended deliveries the bot is killed, each time."""
    return sorted(random.randrange(0, max(1, deliveries * 95 // 100)) for _ in range(kills))
