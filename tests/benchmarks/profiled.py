"""Runs a module as `python -m` does, and notes where the processor's time goes while told to.

    PROFILED_MODULE=bot PROFILE=/tmp/profile.json python -m tests.benchmarks.profiled run

SIGUSR1 begins, and SIGUSR1 once more ends and writes the file. Nothing is traced: the program is
looked at whenever it has used a few milliseconds of CPU, and its main thread is held to account by
a clock of its own. Where the other threads are cannot be told: who looks holds the interpreter's
lock, so they have just let go of it, which is seldom where they spend their time.
"""

import json
import os
import runpy
import signal
import time
from collections import defaultdict
from pathlib import Path
from types import FrameType

_EVERY_SECONDS = 0.004
_ELSEWHERE = "(the threads of the database)"
_OUTERMOST = ("bot.cli", "bot.__main__")
"""What stands at the bottom of every stack: it is what runs the event loop."""


class Sampler:
    """Adds up CPU seconds by the place of ours that they are spent for."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self._whole = self._main = 0.0
        self._runs = False

    def toggle(self, *_: object) -> None:
        if not self._runs:
            self._look_at_all()
            self._seconds.clear()
            signal.setitimer(signal.ITIMER_PROF, _EVERY_SECONDS, _EVERY_SECONDS)
        else:
            signal.setitimer(signal.ITIMER_PROF, 0)
            unfinished = self._file.with_suffix(".part")
            unfinished.write_text(json.dumps(self._seconds))
            unfinished.rename(self._file)
        self._runs = not self._runs

    def look(self, _signal: int, frame: FrameType | None) -> None:
        self._look_at_all(frame)

    def _look_at_all(self, interrupted: FrameType | None = None) -> None:
        whole, main = time.process_time(), time.thread_time()
        self._seconds[place(interrupted)] += main - self._main
        self._seconds[_ELSEWHERE] += (whole - self._whole) - (main - self._main)
        self._whole, self._main = whole, main


def place(frame: FrameType | None) -> str:
    """Return the innermost function of ours in a stack; else the package that is at work."""
    package = "" if frame is None else _module(frame).partition(".")[0]
    while frame is not None:
        module = _module(frame)
        if module.startswith("bot.") and not module.startswith(_OUTERMOST):
            return f"{module}.{frame.f_code.co_qualname}"
        frame = frame.f_back
    return f"({package})"


def _module(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", ""))


def main() -> None:
    sampler = Sampler(Path(os.environ["PROFILE"]))
    signal.signal(signal.SIGUSR1, sampler.toggle)
    signal.signal(signal.SIGPROF, sampler.look)
    runpy.run_module(os.environ["PROFILED_MODULE"], run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
