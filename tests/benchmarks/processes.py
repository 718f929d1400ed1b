"""Programs that are measured: started as processes of their own, watched, and ended."""

import asyncio
import json
import os
import re
import sys
import time
from asyncio.subprocess import Process
from collections import deque
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from tests.benchmarks.failures import Died, Unmeasurable

ROOT = Path(__file__).parents[2]
START_SECONDS = 120.0
"""For machines that are busy: one that has ended is told of at once."""
_LAST_SECONDS = 0.5
_KEPT_LINES = 50
_LACKS = re.compile(r"ModuleNotFoundError: No module named '(.+)'")
_OF_THE_HOUSE = ("bot", "tests")
_NEXT_TO_NOTHING = 0.002


@asynccontextmanager
async def program(
    module: str, *, environment: Mapping[str, str] | None = None, **settings: object
) -> AsyncIterator[Process]:
    """Run a module from when it says that it is ready until the block ends.

    Raises:
        Died: it ended before the block did.
        Unmeasurable: a library that it imports is not installed.
    """
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", module, json.dumps(settings, default=str)),
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), **(environment or {})},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    said: deque[str] = deque(maxlen=_KEPT_LINES)
    reader = asyncio.create_task(_keep_lines(process.stderr, said))
    try:
        async with asyncio.timeout(START_SECONDS):
            assert await process.stdout.readline(), "it has never been ready"
        yield process
    except Exception as error:
        # Who has lost a connection to it may hear so before the system says that it has ended.
        with suppress(TimeoutError):
            status = await asyncio.wait_for(process.wait(), _LAST_SECONDS)
            await reader
            raise death(module, f"ended with {status}", said) from error
        raise
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        await reader


async def _keep_lines(stream: asyncio.StreamReader, said: deque[str]) -> None:
    async for line in stream:
        said.append(line.decode(errors="replace"))


def death(name: str, how: str, said: Iterable[str]) -> Died | Unmeasurable:
    """Tell with what last words a program has ended."""
    words = [line.strip() for line in said if line.strip()]
    last = words[-1] if words else "it said nothing"
    lacks = _LACKS.match(last)
    if lacks and lacks[1].partition(".")[0] not in _OF_THE_HOUSE:
        return Unmeasurable(f"{lacks[1]} is not installed")
    return Died(f"{name} {how}: {last}")


def cpu_seconds(pid: int) -> float:
    """Return what a process has used so far, all its threads together."""
    # What clock_getcpuclockid(3) returns on Linux: /proc counts in hundredths only.
    return time.clock_gettime((~pid << 3) | 2)


def resident_mb(pid: int) -> float:
    """Return how much memory a process holds (proc(5): VmRSS)."""
    status = Path(f"/proc/{pid}/status").read_text()
    (line,) = (line for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) / 1024


async def at_rest(pid: int, seconds: float = 0.05) -> None:
    """Return when a process has stopped to use the processor, but for its regular looks."""
    before = -1.0
    while cpu_seconds(pid) > before + _NEXT_TO_NOTHING:
        before = cpu_seconds(pid)
        await asyncio.sleep(seconds)
