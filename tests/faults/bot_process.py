"""A program of the house as a process of its own, and killed as by a power cut: first the bot."""

import asyncio
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import tomlkit

from bot.demo.town import Town
from tests.support.patience import PATIENCE

_ROOT = Path(__file__).parents[2]
_STARTED = ('"took over"', '"sender:')
_LONGEST_LINE = 2**20


class HandoverProcess:
    """`python -m bot` with a command and settings. Leaving the block ends it in any case.

    `output` is everything that any of its lives has written, line by line. `config` is where its
    settings are written at each start. `root` is where the code is, `module` what is run of it, and
    `environment` what it finds there beside ours.
    """

    def __init__(
        self,
        config: Path,
        settings: Mapping[str, Mapping[str, Any]],
        *command: str,
        root: Path = _ROOT,
        module: str = "bot",
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._config = config
        self._settings = settings
        self._command = command
        self._root = root
        self._module = module
        self._environment = environment or {}
        self._process: asyncio.subprocess.Process | None = None
        self._reader: asyncio.Task[None] | None = None
        self.output: list[str] = []

    @property
    def ended(self) -> bool:
        """Whether there is no process, or none any more."""
        return self._process is None or self._process.returncode is not None

    @property
    def pid(self) -> int:
        """Return the number of the process that runs now."""
        if self._process is None:
            raise RuntimeError("it was not started")
        return self._process.pid

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.kill()

    async def spawn(self) -> None:
        """Start the process and do not wait for anything."""
        self._config.write_text(tomlkit.dumps(self._settings))
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", self._module, *self._command, "--config", str(self._config)),
            cwd=self._root,
            env={**os.environ, "PYTHONPATH": str(self._root), **self._environment},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            limit=_LONGEST_LINE,
        )
        self._reader = asyncio.create_task(self._read(self._process))

    async def kill(self) -> None:
        """End the process with SIGKILL: it gets no chance to put anything in order."""
        if self._process is None or self._reader is None:
            return
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()
        await self._reader

    async def gone(self) -> None:
        """Return when the process has ended, whoever ended it."""
        if self._process is not None:
            await self._process.wait()

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        if process.stdout is None:
            return
        async for line in process.stdout:
            self.output.append(line.decode(errors="replace"))
            self.heard(self.output[-1])
        self.output.append(
            f"ended with {await process.wait()} at {datetime.now(UTC):%H:%M:%S.%f}\n"
        )

    def heard(self, line: str) -> None:
        """Take in a line that it has written."""


class BotProcess(HandoverProcess):
    """The bot with a town's settings, or with those that take their place."""

    def __init__(
        self,
        town: Town,
        root: Path = _ROOT,
        *,
        module: str = "bot",
        environment: Mapping[str, str] | None = None,
        settings: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> None:
        super().__init__(
            town.folder / "config.toml",
            settings or town.settings,
            "run",
            root=root,
            module=module,
            environment=environment,
        )
        self.started = asyncio.Event()

    async def spawn(self) -> None:
        self.started.clear()
        await super().spawn()

    async def start(self) -> None:
        """Start the process and return when it takes updates and sends messages."""
        await self.spawn()
        async with asyncio.timeout(PATIENCE):
            await self.started.wait()

    def heard(self, line: str) -> None:
        if all(words in line for words in _STARTED):
            self.started.set()
