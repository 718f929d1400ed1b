"""Reading files and pictures from strangers, each in a process of its own.

That process is bounded in its time, its memory and the size of its answer. It shares no thread with
this process, and knows none of its settings.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress

from bot.base.log import Logger
from bot.base.reader_process import POISONOUS, REFUSED, FileRefused, ReadingLimits, ordered

_log = Logger(__name__)

AT_ONCE = 2
"""Files that one process has read at a time; the others wait."""

_START = "from bot.base.reader_process import main; main()"
_PASSED_ON = ("PATH", "TESSDATA_PREFIX")
_CHUNK = 64 * 1024
_LAST_WORDS_SECONDS = 1
_LIMITS = ReadingLimits()


class FileReader:
    """Has files read, a few at a time."""

    def __init__(self) -> None:
        self._room = asyncio.Semaphore(AT_ONCE)

    async def read(
        self,
        reads: Callable[..., bytes],
        content: bytes,
        *words: str,
        limits: ReadingLimits = _LIMITS,
    ) -> bytes:
        """Return what a function of a module returns for the content and the words.

        Raises:
            FileRefused: the function has refused it, or it took more than its limits.
        """
        order = ordered(reads.__module__, reads.__qualname__, words, limits)
        async with self._room:
            status, answer = await _run(order + content, limits)
        if status == REFUSED:
            raise FileRefused(answer.decode())
        if status != 0:
            _log.warning("reading a file took too much", read=reads.__qualname__, status=status)
            raise FileRefused(POISONOUS)
        return answer


async def _run(question: bytes, limits: ReadingLimits) -> tuple[int, bytes]:
    """Return the exit status of the process, and the answer it gave in time."""
    # The process gets the paths of programs and modules, and no secret of this process.
    passed_on = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    modules = os.pathsep.join(filter(None, sys.path))
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-P",
        "-c",
        _START,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env={**passed_on, "PYTHONPATH": modules, "OMP_NUM_THREADS": "1"},
        start_new_session=True,  # a group of its own, to be killed with all that it has started
    )
    answer = bytearray()
    try:
        with suppress(TimeoutError):
            async with asyncio.timeout(limits.seconds):
                await _talk(process, question, answer, limits.answer)
    finally:
        with suppress(ProcessLookupError, PermissionError):  # with whatever it has started
            os.killpg(process.pid, signal.SIGKILL)
        status = await process.wait()
        # uvloop keeps the pipe open until all that the process wrote is read.
        with suppress(TimeoutError):
            async with asyncio.timeout(_LAST_WORDS_SECONDS):
                while process.stdout is not None and await process.stdout.read(_CHUNK):
                    pass
    return status, bytes(answer)


async def _talk(
    process: asyncio.subprocess.Process, question: bytes, answer: bytearray, most: int
) -> None:
    """Return when the process has ended, or has answered more than it may."""
    if process.stdin is None or process.stdout is None:
        raise LookupError("a process without its pipes")
    process.stdin.write(question)
    process.stdin.write_eof()
    while chunk := await process.stdout.read(_CHUNK):
        answer += chunk
        if len(answer) > most:
            return
    await process.wait()
