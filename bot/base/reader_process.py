"""The process that reads one file from a stranger, as `bot.base.file_reader` starts it.

It sets its own limits before it reads a byte, so that it ends even if its parent no longer waits.
"""

import json
import resource
import signal
import sys
from contextlib import suppress
from dataclasses import astuple, dataclass
from importlib import import_module

POISONOUS = "poisonous"
"""The reason for refusing a file if reading it exceeded the limits or ended the process."""
REFUSED = 3
"""The exit status of a refusal; the process has written the reason."""

_MEGABYTE = 1024 * 1024
_OPEN_FILES = 64
_LARGEST_FILE = 64 * _MEGABYTE
"""Bytes of a file that is written, such as a module that Python keeps compiled."""


class FileRefused(Exception):
    """A file is not taken; `why` tells the reason."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True)
class ReadingLimits:
    """The limits of reading one file, and of the bytes of its answer.

    `seconds` are wall-clock time.
    """

    seconds: int = 12
    cpu_seconds: int = 6
    memory: int = 512 * _MEGABYTE
    answer: int = 16 * _MEGABYTE

    def bind(self) -> None:
        """Apply the limits to this process and to every process that it starts."""
        signal.alarm(self.seconds)
        for kind, most in (
            (resource.RLIMIT_AS, self.memory),
            (resource.RLIMIT_CPU, self.cpu_seconds),
            (resource.RLIMIT_NOFILE, _OPEN_FILES),
            (resource.RLIMIT_FSIZE, _LARGEST_FILE),
            (resource.RLIMIT_CORE, 0),
        ):
            with suppress(ValueError, OSError):  # macOS bounds no memory; a lower limit stays
                resource.setrlimit(kind, (most, most))


def ordered(module: str, function: str, words: tuple[str, ...], limits: ReadingLimits) -> bytes:
    """Return the line with the order, which precedes the file's content."""
    return json.dumps([module, function, words, astuple(limits)]).encode() + b"\n"


def main() -> None:
    """Read the file as the first line of the input orders, and write the result."""
    module, function, words, limits = json.loads(sys.stdin.buffer.readline())
    ReadingLimits(*limits).bind()
    reads = getattr(import_module(module), function)
    try:
        sys.stdout.buffer.write(reads(sys.stdin.buffer.read(), *words))
    except FileRefused as refusal:
        sys.stdout.buffer.write(refusal.why.encode())
        sys.exit(REFUSED)
