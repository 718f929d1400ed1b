"""A program of the house as a process of its own, and killed as by a power cut: first the bot."""

import asyncio
import os
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import tomlkit

from bot.demo.town import Town
from tests.support import prefork
from tests.support.patience import PATIENCE

_STARTED = ('"took over"', '"sender:')
_LONGEST_LINE = 2**20


class HandoverProcess:
    """`python -m bot` with a command and settings. Leaving the block ends it in any case.

    `output` is everything that any of its lives has written, line by line. `config` is where its
    settings are written at each start. `module` is what is run, and `environment` what it finds
    next to ours. A fresh process has a Python of its own, for who measures it.
    """

    def __init__(
        self,
        config: Path,
        settings: Mapping[str, Mapping[str, Any]],
        *command: str,
        module: str = "bot",
        environment: Mapping[str, str] | None = None,
        is_fresh: bool = False,
    ) -> None:
        self._config = config
        self._settings = settings
        self._command = command
        self._module = module
        self._environment = environment or {}
        self._is_fresh = is_fresh
        self._process: prefork.Program | None = None
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
        self._process = await prefork.start(
            self._module,
            *self._command,
            "--config",
            str(self._config),
            env={**os.environ, **self._environment},
            stdout=prefork.PIPE,
            stderr=prefork.STDOUT,
            limit=_LONGEST_LINE,
            is_fresh=self._is_fresh,
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

    async def _read(self, process: prefork.Program) -> None:
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
        *,
        module: str = "bot",
        environment: Mapping[str, str] | None = None,
        settings: Mapping[str, Mapping[str, Any]] | None = None,
        is_fresh: bool = False,
    ) -> None:
        super().__init__(
            town.folder / "config.toml",
            settings or town.settings,
            "run",
            module=module,
            environment=environment,
            is_fresh=is_fresh,
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
