"""One of the programs on a machine of its own: killed, told to stop, paused, its clock set."""

import asyncio
import os
import signal
import time
from collections.abc import Mapping
from contextlib import AbstractContextManager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx

from tests.faults.bot_process import HandoverProcess
from tests.faults.storm import set_clock
from tests.faults.storm.processor import kept_waiting

_START_SECONDS = 60.0
_END_SECONDS = 20.0
_LOOK_SECONDS = 0.2


class Machine(HandoverProcess):
    """A program of the storm, that takes requests at `port`.

    `kills` are the moments at which it was ended, however, and `is_felled` tells whether it was and
    nobody has started it again. `dirty_ends` are what it said last where it ended by itself, or did
    not when it was told to.
    """

    def __init__(
        self, config: Path, settings: Mapping[str, Mapping[str, Any]], module: str, port: int
    ) -> None:
        self.clock_file = config.with_suffix(".clock")
        super().__init__(
            config,
            settings,
            "run",
            module=module,
            environment={set_clock.FILE: str(self.clock_file)},
        )
        self.name = config.stem
        self.origin = f"http://127.0.0.1:{port}"
        self.kills: list[datetime] = []
        self.is_felled = True
        self._starting = asyncio.Lock()
        self.dirty_ends: list[str] = []

    def __str__(self) -> str:
        return self.name

    async def spawn(self) -> None:
        """Start it, unless another one has: several may find it felled."""
        async with self._starting:
            if self.ended:
                await super().spawn()
                # Not before: whoever waits for it would take its last end for one by itself.
                self.is_felled = False

    async def must_refuse(self, spoilt: AbstractContextManager[None]) -> None:
        """Start it in a place that is spoilt: it ends by itself, and nobody starts it meanwhile."""
        async with self._starting:
            with spoilt:
                await super().spawn()
                try:
                    async with asyncio.timeout(_START_SECONDS):
                        await self.gone()
                except TimeoutError:
                    self.dirty_ends.append(f"{self.name} runs in a place that is spoilt")
                await self.kill()

    async def must_end(self, why: str) -> None:
        """Return when it has ended by itself, and nobody has started it meanwhile."""
        self.is_felled = True
        try:
            async with asyncio.timeout(_START_SECONDS):
                await self.gone()
        except TimeoutError:
            self.dirty_ends.append(f"{self.name} goes on although {why}")
        self.kills.append(datetime.now(UTC))
        await self.kill()

    def strike_down(self) -> None:
        """Kill it this very moment, whatever runs here."""
        if not self.ended:
            self.is_felled = True
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            self.kills.append(datetime.now(UTC))

    async def power_cut(self) -> None:
        """Kill it, and return when it is gone."""
        self.strike_down()
        await self.kill()

    async def told_to_stop(self) -> None:
        """Tell it to stop, and return when it has."""
        if self.ended:
            return
        self.is_felled = True
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGTERM)
        before, ends = kept_waiting(self.pid), time.monotonic() + _END_SECONDS
        while not self.ended:
            if time.monotonic() > ends + kept_waiting(self.pid) - before:
                self.dirty_ends.append(f"{self.name} does not stop when it is told to")
                break
            await asyncio.sleep(_LOOK_SECONDS)
        self.kills.append(datetime.now(UTC))
        await self.kill()

    def pause(self) -> None:
        """Let it stand still, as a machine that swaps or is moved does."""
        os.kill(self.pid, signal.SIGSTOP)

    def go_on(self) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGCONT)

    def set_clock(self, ahead: float) -> None:
        """Set its clock ahead by so many seconds, or back."""
        set_clock.set_ahead(self.clock_file, ahead)

    async def ready(self) -> None:
        """Return when it takes requests, or has not for too long; start it again where it has
        ended by itself. That others have the processor meanwhile is not its own time.
        """
        ends = time.monotonic() + _START_SECONDS
        async with httpx.AsyncClient(trust_env=False, timeout=2) as http:

            async def answers() -> bool:
                if self.ended and not self.is_felled:
                    said = " ".join("".join(self.output[-8:]).split())
                    self.dirty_ends.append(f"{self.name}: {said}")
                    await self.spawn()
                with suppress(httpx.HTTPError):
                    return (await http.get(f"{self.origin}/readyz")).status_code < 500
                return False

            while not await answers():
                waited = 0.0 if self.ended else kept_waiting(self.pid)
                if time.monotonic() > ends + waited:
                    self.dirty_ends.append(f"{self.name} takes no requests after its start")
                    return
                await asyncio.sleep(_LOOK_SECONDS)
