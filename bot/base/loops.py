"""Loops that go on: an unexpected error ends none of them, nor the process."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from traceback import extract_tb

from bot.base.clock import Clock
from bot.base.log import Logger

_log = Logger(__name__)

Loop = Callable[[], Awaitable[None]]

AFTER_FAULT = timedelta(seconds=5)


async def keep_going(clock: Clock, loop: Loop) -> None:
    """Run a loop until it ends by itself; after a fault of ours, start it again a while later."""
    while True:
        try:
            return await loop()
        except Exception as error:  # noqa: BLE001 - whatever it is, the others and this one go on
            report_fault(loop, error)
        await clock.wait(asyncio.Event(), clock.now() + AFTER_FAULT)


def report_fault(where: object, error: Exception) -> None:
    """Log what failed and where, without the message of the error: it may quote anybody."""
    frames = [f"{frame.name}:{frame.lineno}" for frame in extract_tb(error.__traceback__)]
    what = getattr(where, "func", where)  # of a partial
    name = getattr(what, "__qualname__", type(what).__qualname__)
    _log.error("a loop failed and goes on", loop=name, fault=type(error).__name__, at=frames[-3:])
