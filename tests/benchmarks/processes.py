"""Programs that are measured: started as processes of their own, watched, and ended."""

import asyncio
import json
import os
import sys
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).parents[2]
_START_SECONDS = 30.0
_NEXT_TO_NOTHING = 0.002


@asynccontextmanager
async def program(
    module: str, *, environment: Mapping[str, str] | None = None, **settings: object
) -> AsyncIterator[int]:
    """Run a module from when it says that it is ready until the block ends; yield its number."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", module, json.dumps(settings, default=str)),
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), **(environment or {})},
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        assert process.stdout is not None
        async with asyncio.timeout(_START_SECONDS):
            assert await process.stdout.readline(), f"{module} did not start"
        yield process.pid
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


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
