"""The project's programs as processes of their own, split off from a Python that has loaded it."""

import asyncio
import atexit
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import IO

from tests.support.fork_server import Request

ROOT = Path(__file__).parents[2]
PIPE, STDOUT, DEVNULL = subprocess.PIPE, subprocess.STDOUT, subprocess.DEVNULL
_LIMIT = 2**16


class Program:
    """A process of a program of ours, with what `asyncio.subprocess.Process` offers for it."""

    def __init__(
        self,
        pid: int,
        status: asyncio.StreamReader,
        stdin: IO[bytes] | None,
        stdout: asyncio.StreamReader | None,
        stderr: asyncio.StreamReader | None,
    ) -> None:
        self.pid, self.stdin, self.stdout, self.stderr = pid, stdin, stdout, stderr
        self.returncode: int | None = None
        self._ends = asyncio.ensure_future(self._watch(status))

    async def _watch(self, status: asyncio.StreamReader) -> int:
        # To its end, so that the pipe is closed before anybody hears that the process is gone.
        self.returncode = int(await status.read())
        if self.stdin is not None:
            self.stdin.close()
        return self.returncode

    async def wait(self) -> int:
        return await asyncio.shield(self._ends)

    async def communicate(self) -> tuple[bytes, bytes]:
        if self.stdin is not None:
            self.stdin.close()
        out, errors = await asyncio.gather(_all_of(self.stdout), _all_of(self.stderr))
        await self.wait()
        return out, errors

    def send_signal(self, how: signal.Signals) -> None:
        if self.returncode is None:
            os.kill(self.pid, how)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


async def _all_of(stream: asyncio.StreamReader | None) -> bytes:
    return b"" if stream is None else await stream.read()


async def start(
    module: str,
    *arguments: str,
    cwd: Path = ROOT,
    env: Mapping[str, str] | None = None,
    stdin: int = DEVNULL,
    stdout: int | None = None,
    stderr: int | None = None,
    limit: int = _LIMIT,
    has_terminal: bool = False,
    is_fresh: bool = False,
) -> Program:
    """Run `python -m MODULE ARGUMENTS…`, with streams as `asyncio.create_subprocess_exec` has them.

    At a terminal, `stdin` becomes the one that controls the process. A fresh program gets a Python
    of its own, as where its start or its memory is measured.
    """
    ours: list[int | None] = [None, None, None]
    theirs = [0, 1, 2]
    opened: list[int] = []
    for number, wish in enumerate((stdin, stdout, stderr)):
        if wish == PIPE:
            read, write = os.pipe()
            ours[number], theirs[number] = (write, read) if number == 0 else (read, write)
            opened.append(theirs[number])
        elif wish == DEVNULL:
            theirs[number] = os.open(os.devnull, os.O_RDWR)
            opened.append(theirs[number])
        elif wish == STDOUT:
            theirs[number] = theirs[1]
        elif wish is not None:
            theirs[number] = wish
    request = Request(
        module,
        [*arguments],
        str(cwd),
        _environment(env),
        has_terminal=has_terminal,
        is_fresh=is_fresh,
    )
    told = _ask(request, theirs)
    for each in opened:
        os.close(each)
    status = await _reading(told)
    pid = int(await status.readline())
    typed, printed, errors = ours
    return Program(
        pid,
        status,
        None if typed is None else os.fdopen(typed, "wb", buffering=0),
        None if printed is None else await _reading(printed, limit),
        None if errors is None else await _reading(errors, limit),
    )


async def _reading(descriptor: int, limit: int = _LIMIT) -> asyncio.StreamReader:
    reader = asyncio.StreamReader(limit=limit)
    pipe = os.fdopen(descriptor, "rb", buffering=0)
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), pipe)
    return reader


def run(
    module: str, *arguments: str, cwd: Path = ROOT, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run `python -m MODULE ARGUMENTS…` to its end, with nothing to read; the loop stands still."""
    request = Request(module, [*arguments], str(cwd), _environment(env))
    with (
        Path(os.devnull).open() as nothing,
        tempfile.TemporaryFile("w+") as out,
        tempfile.TemporaryFile("w+") as err,
    ):
        told = _ask(request, [nothing.fileno(), out.fileno(), err.fileno()])
        with os.fdopen(told) as status:
            _pid, code = map(int, status)
        out.seek(0)
        err.seek(0)
        return subprocess.CompletedProcess([module, *arguments], code, out.read(), err.read())


def _environment(env: Mapping[str, str] | None) -> dict[str, str]:
    """Return what the program finds; a Python that runs already reads no more settings of its own.

    Raises:
        ValueError: it holds such a setting. Start a process in the usual way then.
    """
    environment = dict(os.environ if env is None else env)
    given = {name for name in environment if name.startswith("PYTHON")} - {*os.environ}
    if late := given - {"PYTHONPATH"}:
        raise ValueError(f"{', '.join(late)} is read only as Python starts")
    return environment


def _ask(request: Request, streams: list[int]) -> int:
    """Ask for a program; return where the server tells its number, and its exit code at the end."""
    told, tells = os.pipe()
    message = json.dumps(asdict(request)).encode()
    socket.send_fds(_server(), [message], [*streams, tells])
    os.close(tells)
    return told


@cache
def _server() -> socket.socket:
    """The socket of the one server of this process, which ends with it."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    number = theirs.fileno()
    program = subprocess.Popen(
        [sys.executable, "-m", "tests.support.fork_server", str(number)],
        cwd=ROOT,
        pass_fds=[number],
    )
    theirs.close()

    def end() -> None:
        ours.close()
        program.wait()

    atexit.register(end)
    return ours
