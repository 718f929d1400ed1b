"""How a command ends: when it is told to stop, or with a sentence and an exit code."""

import asyncio
import signal
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import NoReturn, TypeVar

import typer
import uvloop

T = TypeVar("T")

FAILED = 1
"""Something outside is wrong, there is no such thing, or it was refused."""

BAD_SETUP = 2
"""A setting, an argument, or what they name is wrong."""

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_CODE_OF_SIGNAL = 128
INTERRUPTED = _CODE_OF_SIGNAL + signal.SIGINT
"""Somebody who was asked something has pressed Ctrl-C."""


def fail(sentence: str) -> NoReturn:
    """Say that it was refused, or that there is no such thing; exit with 1."""
    typer.echo(sentence, err=True)
    raise typer.Exit(FAILED)


def refuse(sentence: str) -> NoReturn:
    """Say which setting or argument is wrong, and what to do; exit with 2."""
    typer.echo(sentence, err=True)
    raise typer.Exit(BAD_SETUP)


def refuse_port(port: int, free: int | None, command: str) -> NoReturn:
    """Say that another program has the port, and with which one the command would start."""
    if free is None:
        fail(f"Port {port} is taken by another program; choose one with --port.")
    refuse(f"Port {port} is taken by another program; {free} is free: {command} --port {free}")


def run_until_stopped(work: Coroutine[object, object, T], *, forever: bool = False) -> T | None:
    """Run until it is done, or SIGINT or SIGTERM comes: that cancels the work, which cleans up.

    Return what came of it. Where it was stopped, what runs `forever` has come to its usual end, and
    `None` is returned; anything else exits with 128 and the signal's number.
    """
    stop = _Stop()
    former = {each: signal.signal(each, stop.take) for each in STOP_SIGNALS}
    try:
        outcome = uvloop.run(stop.obeyed_by(work))
    finally:
        # Once it was told to stop, another signal must not cut the end off: they stay ignored.
        if stop.taken is None:
            for each, handler in former.items():
                signal.signal(each, handler)
    if stop.taken is not None and not forever:
        raise typer.Exit(_CODE_OF_SIGNAL + stop.taken)
    return outcome


@contextmanager
def stopped_between_steps() -> Iterator[Callable[[], None]]:
    """Give what is called before each step of something that must not end in the midst of one.

    It exits there if SIGINT or SIGTERM has come. A second one ends it without waiting for a step.
    """
    taken: list[int] = []

    def obey() -> None:
        if taken:
            sys.exit(_CODE_OF_SIGNAL + taken[0])

    def take(number: int, _frame: object) -> None:
        if taken:
            obey()
        taken.append(number)

    former = {each: signal.signal(each, take) for each in STOP_SIGNALS}
    try:
        yield obey
    finally:
        for each, handler in former.items():
            signal.signal(each, handler)


class _Stop:
    """The signal that has told the process to stop; a second one changes nothing."""

    def __init__(self) -> None:
        self.taken: int | None = None
        self._cancel: Callable[[], object] = _nothing_runs_yet

    def take(self, number: int, _frame: object) -> None:
        for each in STOP_SIGNALS:
            signal.signal(each, signal.SIG_IGN)
        self.taken = number
        self._cancel()

    async def obeyed_by(self, work: Coroutine[object, object, T]) -> T | None:
        running = asyncio.create_task(work)
        loop = asyncio.get_running_loop()

        def cancel() -> None:
            # The log of the run tells the signal by this name.
            name = signal.Signals(self.taken or 0).name
            loop.call_soon_threadsafe(running.cancel, name)

        self._cancel = cancel
        if self.taken is not None:  # before there was anything to cancel
            self._cancel()
        try:
            return await running
        except asyncio.CancelledError:
            return None


def _nothing_runs_yet() -> None:
    """Do nothing: the work finds out when it begins."""
