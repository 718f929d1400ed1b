"""The ends of a command: by a signal, or with a sentence and an exit code."""

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
"""The exit code after Ctrl-C at a question."""


def fail(sentence: str) -> NoReturn:
    """Print why the command has failed, on standard error; exit with 1."""
    typer.echo(sentence, err=True)
    raise typer.Exit(FAILED)


def refuse(sentence: str) -> NoReturn:
    """Print which setting or argument is wrong, and what to do; exit with 2."""
    typer.echo(sentence, err=True)
    raise typer.Exit(BAD_SETUP)


def refuse_port(port: int, free: int | None, command: str) -> NoReturn:
    """Print that another program has the port, and a command with a free one; exit with 2.

    Without a free port, exit with 1.
    """
    if free is None:
        fail(f"Port {port} is taken by another program; choose one with --port.")
    refuse(f"Port {port} is taken by another program; {free} is free: {command} --port {free}")


def run_until_stopped(work: Coroutine[object, object, T], *, forever: bool = False) -> T | None:
    """Run work until it is done, or until SIGINT or SIGTERM cancels it; return its result.

    A signal is the usual end of work that runs `forever`: the result is then `None`. Other work
    that is stopped by a signal exits with 128 plus the signal's number.
    """
    stop = _Stop()
    former = {each: signal.signal(each, stop.take) for each in STOP_SIGNALS}
    try:
        outcome = uvloop.run(stop.obeyed_by(work))
    finally:
        # After a signal the handlers stay ignored: another signal must not interrupt the end.
        if stop.taken is None:
            for each, handler in former.items():
                signal.signal(each, handler)
    if stop.taken is not None and not forever:
        raise typer.Exit(_CODE_OF_SIGNAL + stop.taken)
    return outcome


@contextmanager
def stopped_between_steps() -> Iterator[Callable[[], None]]:
    """Yield a function to call between two steps of work that must not stop within a step.

    The function exits if SIGINT or SIGTERM has come. A second signal exits at once.
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
    """The first signal that stops the process; further signals are ignored."""

    def __init__(self) -> None:
        self.taken: int | None = None
        # Nothing runs yet: `obeyed_by` sees an early signal when the work begins.
        self._cancel: Callable[[], object] = lambda: None

    def take(self, number: int, _frame: object) -> None:
        for each in STOP_SIGNALS:
            signal.signal(each, signal.SIG_IGN)
        self.taken = number
        self._cancel()

    async def obeyed_by(self, work: Coroutine[object, object, T]) -> T | None:
        running = asyncio.create_task(work)
        loop = asyncio.get_running_loop()

        def cancel() -> None:
            # The log of the run reads the name of the signal from the cancellation.
            name = signal.Signals(self.taken or 0).name
            # Threadsafe, as a signal handler runs outside the loop and has to wake it up.
            loop.call_soon_threadsafe(running.cancel, name)

        self._cancel = cancel
        if self.taken is not None:  # the signal came before there was a task to cancel
            self._cancel()
        try:
            return await running
        except asyncio.CancelledError:
            return None
