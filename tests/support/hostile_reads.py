"""What a file can make of the process that reads it, as functions that read it."""

import fcntl
import json
import os
import subprocess
import sys
import time
from pathlib import Path

from bot.base.reader_process import FileRefused

MEGABYTE = 1024 * 1024


def shouts(content: bytes, word: str) -> bytes:
    return content.upper() + word.encode()


def refuses(content: bytes) -> bytes:
    raise FileRefused(content.decode())


def fails(content: bytes) -> bytes:
    raise LookupError(content)


def spins(_: bytes) -> bytes:
    """Never come back to the interpreter."""
    return bytes(sum(range(10**15)))


def waits(_: bytes) -> bytes:
    time.sleep(600)
    return b""


def fills_memory(_: bytes) -> bytes:
    return bytes(len([b"a" * MEGABYTE * n for n in range(10_000)]))


def opens_files(_: bytes) -> bytes:
    return bytes(len([Path("/dev/null").open() for _ in range(1_000)]))


def answers_much(_: bytes) -> bytes:
    return bytes(MEGABYTE)


def environment(_: bytes) -> bytes:
    return json.dumps(dict(os.environ)).encode()


def waits_with(_: bytes, path: str) -> bytes:
    """Wait with a lock on a file."""
    with Path(path).open() as locked:
        fcntl.flock(locked, fcntl.LOCK_EX)
        Path(f"{path}.held").write_text("")
        return waits(b"")


def holds(_: bytes, path: str) -> bytes:
    """Hold a lock on a file in a program, too, that does not end with this one."""
    with Path(path).open() as locked:
        fcntl.flock(locked, fcntl.LOCK_EX)
        Path(f"{path}.held").write_text("")
        command = [sys.executable, "-c", "import time; time.sleep(600)"]
        subprocess.run(command, pass_fds=[locked.fileno()], check=True)
    return b""


def takes_turns(_: bytes, path: str) -> bytes:
    """Write down when it begins and when it ends."""
    with Path(path).open("a") as turns:
        print("+", end="", file=turns, flush=True)
        time.sleep(0.3)
        print("-", end="", file=turns, flush=True)
    return b""
