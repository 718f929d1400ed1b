"""The fleet service as a process of its own: started, told the time, and killed."""

import asyncio
import json
import os
import re
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from tests.support import prefork
from tests.support.patience import PATIENCE

PROGRAM = "tests.faults.fleet_program"
_CODE = re.compile(r"^(Pickup|Drop-off) code: (\d+) \(delivery (\d+)\)")


class FleetProcess:
    """`python -m tests.faults.fleet_program`, in one life after the other, over one database.

    `module` is run in its place where somebody wants to watch it, and finds `environment`.
    A fresh process has a Python of its own, for who measures it.

    With a `start` its clock stands still between calls of `advance`, and goes on from where it was
    after a kill. `on_code` hears every code that is told: the stage, the order number, the code.
    """

    def __init__(
        self,
        folder: Path,
        *,
        webhook: str = "",
        start: datetime | None = None,
        module: str = PROGRAM,
        environment: Mapping[str, str] | None = None,
        is_fresh: bool = False,
    ) -> None:
        self._folder = folder
        self._module = module
        self._environment = environment or {}
        self._is_fresh = is_fresh
        self._webhook = webhook
        self._process: prefork.Program | None = None
        self._reader: asyncio.Task[None] | None = None
        self._said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.now = start
        self.url = ""
        self.on_code: Callable[[str, int, str], None] = _nobody_listens

    @property
    def pid(self) -> int:
        """Return the number of the process that runs now."""
        if self._process is None:
            raise RuntimeError("the fleet service was not started")
        return self._process.pid

    @property
    def base_url(self) -> str:
        return f"{self.url}/development/api/v1"

    async def start(self) -> None:
        """Start it, and return when it takes requests."""
        options = [*(("--webhook", self._webhook) if self._webhook else ())]
        options += ("--now", self.now.isoformat()) if self.now else ()
        self._process = await prefork.start(
            self._module,
            str(self._folder),
            *options,
            env={**os.environ, **self._environment},
            stdin=prefork.PIPE,
            stdout=prefork.PIPE,
            is_fresh=self._is_fresh,
        )
        self._said = asyncio.Queue()
        self._reader = asyncio.create_task(self._read(self._process))
        self.url = (await self._next("url"))["url"]

    async def advance(self, **time: float) -> None:
        """Let simulated time go by, and return when everything that is due was tried."""
        assert self._process is not None
        assert self._process.stdin is not None
        seconds = timedelta(**time).total_seconds()
        self._process.stdin.write(json.dumps({"advance": seconds}).encode() + b"\n")
        self.now = datetime.fromisoformat((await self._next("now"))["now"])

    async def kill(self) -> None:
        """End it with SIGKILL: it gets no chance to put anything in order."""
        if self._process is None or self._reader is None:
            return
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()
        await self._reader

    async def _next(self, key: str) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            while key not in (said := await self._said.get()):
                pass
        return said

    async def _read(self, process: prefork.Program) -> None:
        assert process.stdout is not None
        async for line in process.stdout:
            said = json.loads(line)
            if found := _CODE.match(said.get("text", "")):
                self.on_code(found[1], int(found[3]), found[2])
            else:
                self._said.put_nowait(said)


@asynccontextmanager
async def fleet_process(
    folder: Path,
    *,
    webhook: str = "",
    start: datetime | None = None,
    module: str = PROGRAM,
    environment: Mapping[str, str] | None = None,
    is_fresh: bool = False,
) -> AsyncIterator[FleetProcess]:
    """Run the service in a process of its own, which is killed at the end in any case."""
    process = FleetProcess(
        folder,
        webhook=webhook,
        start=start,
        module=module,
        environment=environment,
        is_fresh=is_fresh,
    )
    try:
        await process.start()
        yield process
    finally:
        await process.kill()


def _nobody_listens(_stage: str, _number: int, _code: str) -> None:
    return
