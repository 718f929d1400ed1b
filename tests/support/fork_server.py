"""A Python that has loaded the project once, and splits off a process for each program asked for.

`tests/support/prefork.py` starts it and asks. Loading is most of what a short command costs.
"""

import fcntl
import gc
import importlib
import json
import os
import pkgutil
import runpy
import select
import signal
import socket
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

import bot

LARGEST = 256 * 1024
"""Bytes of a request: arguments and environment as JSON."""


@dataclass(frozen=True, slots=True)
class Request:
    """A program to run: a module, as after `python -m`, and what it finds as it begins.

    A fresh one gets a Python of its own, as is needed where its start or its memory is measured.
    """

    module: str
    arguments: list[str]
    folder: str
    environment: dict[str, str]
    has_terminal: bool = False
    is_fresh: bool = False


def _modules() -> Iterator[str]:
    for module in pkgutil.walk_packages(bot.__path__, "bot."):
        if not any(part in module.name for part in ("migrations", "__main__", "pytest_plugin")):
            yield module.name


def _split_off(control: socket.socket) -> Request | None:
    """Start what is asked for; return its request in each child, and nothing in the end.

    Whoever asked is told the process number at once, and the exit code after the process has gone.
    """
    woken, wakes = socket.socketpair()
    wakes.setblocking(False)
    signal.set_wakeup_fd(wakes.fileno())
    signal.signal(signal.SIGCHLD, lambda *_: None)
    statuses: dict[int, int] = {}
    while True:
        ready, _, _ = select.select([control, woken], [], [])
        if woken in ready:
            woken.recv(LARGEST)
            for pid in [each for each in statuses if os.waitid(os.P_PID, each, _GONE) is not None]:
                _, how = os.waitpid(pid, 0)
                _tell(status := statuses.pop(pid), os.waitstatus_to_exitcode(how))
                os.close(status)
        if control not in ready:
            continue
        message, received, _, _ = socket.recv_fds(control, LARGEST, 4, socket.MSG_CMSG_CLOEXEC)
        if not message:
            for pid in statuses:
                os.kill(pid, signal.SIGKILL)
            return None
        *streams, status = received
        pid = os.fork()
        if pid == 0:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            for number, stream in enumerate(streams):
                os.dup2(stream, number)
            for descriptor in (*streams, status, *statuses.values()):
                os.close(descriptor)
            for each in (control, woken, wakes):
                each.close()
            return Request(**json.loads(message))
        for stream in streams:
            os.close(stream)
        statuses[pid] = status
        _tell(status, pid)


_GONE = os.WEXITED | os.WNOHANG | os.WNOWAIT


def _tell(status: int, number: int) -> None:
    with suppress(BrokenPipeError):
        os.write(status, b"%d\n" % number)


def _become(request: Request) -> None:
    """Be the program from here on: it ends as it would, had Python been started for it."""
    if request.has_terminal:
        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    os.chdir(request.folder)
    if request.is_fresh:
        program = [sys.executable, "-m", request.module, *request.arguments]
        os.execve(sys.executable, program, request.environment)  # noqa: S606
    os.environ.clear()
    os.environ.update(request.environment)
    time.tzset()
    sys.stdin, sys.stdout, sys.stderr = (
        os.fdopen(0, closefd=False),
        os.fdopen(1, "w", buffering=1 if os.isatty(1) else -1, closefd=False),
        os.fdopen(2, "w", buffering=1, errors="backslashreplace", closefd=False),
    )
    sys.argv = [request.module, *request.arguments]
    runpy.run_module(request.module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    for name in _modules():
        importlib.import_module(name)
    gc.collect()
    gc.freeze()
    if wanted := _split_off(socket.socket(fileno=int(sys.argv[1]))):
        _become(wanted)
