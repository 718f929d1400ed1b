"""A replica of the bot: a process that can be killed, paused, and have a clock of its own."""

import os
import signal
from collections.abc import Mapping
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import httpx

from tests.cluster.looking import until
from tests.cluster.telegram_door import TelegramDoor
from tests.faults.bot_process import HandoverProcess

_START_SECONDS = 60.0


class Replica(HandoverProcess):
    """One of the processes of `handover run`, or `handover service run`, behind a balancer."""

    def __init__(
        self,
        config: Path,
        settings: Mapping[str, Mapping[str, Any]],
        *command: str,
        door: TelegramDoor | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(config, settings, *command, environment=environment)
        self.name = config.stem
        self._door = door
        self.origin = f"http://127.0.0.1:{settings['web']['port']}"
        self.is_paused = False

    @property
    def sent_at(self) -> float:
        """When it last sent a message to Telegram."""
        return self._door.sent_at if self._door else 0.0

    async def ready(self) -> None:
        """Return when it takes requests.

        Raises:
            RuntimeError: it has ended instead; the message is what it said.
        """
        async with httpx.AsyncClient(trust_env=False) as http:
            await until(partial(self._answers, http), _START_SECONDS)

    async def _answers(self, http: httpx.AsyncClient) -> bool:
        if self.ended:
            raise RuntimeError("".join(self.output[-5:]))
        try:
            # The service says nothing of itself there yet, which is an answer as well.
            return (await http.get(f"{self.origin}/readyz")).status_code < 500
        except httpx.HTTPError:
            return False

    async def spawn(self) -> None:
        self.is_paused = False
        await super().spawn()

    def pause(self) -> None:
        """Let it stand still, as a machine that swaps or is moved does."""
        os.kill(self.pid, signal.SIGSTOP)
        self.is_paused = True

    def go_on(self) -> None:
        os.kill(self.pid, signal.SIGCONT)
        self.is_paused = False


def clock_ahead(by: timedelta, libfaketime: Path) -> dict[str, str]:
    """Return what a process must find in its environment to read another time."""
    return {
        "LD_PRELOAD": str(libfaketime),
        "FAKETIME": f"{by.total_seconds():+.0f}s",
        # A clock of that kind is wrong about the time of day, and counts seconds like any other.
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }
