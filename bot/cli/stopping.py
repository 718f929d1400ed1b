"""Running until the process is told to stop."""

import asyncio
import signal
from collections.abc import Coroutine


async def until_stopped(work: Coroutine[object, object, None]) -> None:
    """Run until SIGINT or SIGTERM comes, which cancels the work and lets it clean up."""
    running = asyncio.create_task(work)
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, running.cancel)
    try:
        await running
    except asyncio.CancelledError:
        return
