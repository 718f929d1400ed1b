"""`handover service run` as a process of its own, in a folder of its own."""

import asyncio
import os
import re
import signal
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from tests.support import prefork
from tests.support.patience import PATIENCE

FREE_PORT = {"HANDOVER_SERVICE__WEB__PORT": "0"}


class ServiceProcess:
    """What runs, and what it has printed."""

    def __init__(self, process: prefork.Program) -> None:
        self._process = process
        self.printed: list[str] = []

    async def line_with(self, words: str) -> str:
        """The first line from now on that says this."""
        assert self._process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            while line := (await self._process.stdout.readline()).decode():
                self.printed.append(line)
                if words in line:
                    return line
        raise AssertionError(f"it never said {words}: {self.printed}")

    async def base_url(self, environment: str) -> str:
        line = await self.line_with(f"{environment}: ")
        (url,) = re.findall(rf"^{environment}: (\S+)", line)
        return url

    async def code_for(self, phone: str) -> str:
        line = await self.line_with(f"SMS to {phone}: ")
        (code,) = re.findall(r"code: (\d+)", line)
        return code

    async def stop(self, how: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        """Let it end, and return its exit code and what it logged."""
        if self._process.returncode is None:
            self._process.send_signal(how)
        async with asyncio.timeout(PATIENCE):
            _out, logged = await self._process.communicate()
        assert self._process.returncode is not None
        return self._process.returncode, logged.decode()


@asynccontextmanager
async def service_running(
    folder: Path, *arguments: str, environment: Mapping[str, str] = FREE_PORT
) -> AsyncIterator[ServiceProcess]:
    process = await prefork.start(
        "bot",
        "service",
        "run",
        *arguments,
        cwd=folder,
        env={**os.environ, **environment},
        stdout=prefork.PIPE,
        stderr=prefork.PIPE,
    )
    service = ServiceProcess(process)
    try:
        yield service
    finally:
        await service.stop()


async def command(folder: Path, *arguments: str) -> str:
    """What a command of the operator prints, in a process of its own."""
    process = await prefork.start("bot", "service", *arguments, cwd=folder, stdout=prefork.PIPE)
    async with asyncio.timeout(PATIENCE):
        out, _ = await process.communicate()
    assert process.returncode == 0
    return out.decode().strip()
