"""How a command ends: when it is told to stop, or with a sentence and an exit code."""

import asyncio
import signal
from collections.abc import Coroutine
from typing import NoReturn, TypeVar

import typer

T = TypeVar("T")

FAILED = 1
"""Something outside is wrong, there is no such thing, or it was refused."""

BAD_SETUP = 2
"""A setting, an argument, or what they name is wrong."""


def fail(sentence: str) -> NoReturn:
    """Say that it was refused, or that there is no such thing; exit with 1."""
    _end(sentence, FAILED)


def refuse(sentence: str) -> NoReturn:
    """Say which setting or argument is wrong, and what to do; exit with 2."""
    _end(sentence, BAD_SETUP)


def refuse_port(port: int, free: int | None, command: str) -> NoReturn:
    """Say that another program has the port, and with which one the command would start."""
    if free is None:
        fail(f"Port {port} is taken by another program; choose one with --port.")
    refuse(f"Port {port} is taken by another program; {free} is free: {command} --port {free}")


async def until_stopped(work: Coroutine[object, object, T]) -> T | None:
    """Run until SIGINT or SIGTERM comes, which cancels the work and lets it clean up.

    Return what came of the work, None where it was stopped.
    """
    running = asyncio.create_task(work)
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, running.cancel)
    try:
        return await running
    except asyncio.CancelledError:
        return None


def _end(sentence: str, code: int) -> NoReturn:
    typer.echo(sentence, err=True)
    raise typer.Exit(code)
