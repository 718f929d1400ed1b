"""Files are read in a process of their own, which may take so much and no more."""

import asyncio
import fcntl
import json
import os
import resource
import sys
import time
from collections.abc import Callable
from itertools import accumulate
from pathlib import Path

import pytest
import uvloop

from bot.base.file_reader import AT_ONCE, FileReader
from bot.base.reader_process import POISONOUS, FileRefused, ReadingLimits
from tests.support import hostile_reads

SHORT = ReadingLimits(seconds=5, cpu_seconds=1, memory=256 * hostile_reads.MEGABYTE, answer=1024)
ROOT = Path(__file__).parents[2]


async def refusal(reads: Callable[..., bytes], *words: str, limits: ReadingLimits = SHORT) -> str:
    with pytest.raises(FileRefused) as refused:
        await FileReader().read(reads, b"a file", *words, limits=limits)
    return refused.value.why


def locked(folder: Path) -> tuple[Path, Path]:
    """Make a file to be locked, and a pipe from which nothing comes before it is."""
    lock, held = folder / "lock", folder / "lock.held"
    lock.touch()
    os.mkfifo(held)
    return lock, held


async def test_what_is_read_is_returned_whatever_the_words_are():
    for word in ("", "a\nb", "\0", "ab" * 50_000):
        assert await FileReader().read(hostile_reads.shouts, b"x\n\0" * 9, word) == (
            b"X\n\0" * 9 + word.encode()
        )


async def test_a_refusal_is_told_in_its_own_word():
    assert await refusal(hostile_reads.refuses) == "a file"


@pytest.mark.parametrize(
    "reads",
    [
        hostile_reads.fails,
        hostile_reads.spins,
        hostile_reads.fills_memory,
        hostile_reads.opens_files,
        hostile_reads.answers_much,
    ],
)
async def test_what_takes_too_much_is_refused(reads: Callable[..., bytes]):
    before, began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.monotonic()
    assert await refusal(reads) == POISONOUS
    assert time.monotonic() - began < SHORT.seconds + 2
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < before + 50 * 1024


def test_on_the_loop_of_the_commands_no_pipe_stays_open_of_what_answers_too_much():
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(refusal(hostile_reads.refuses))  # what is opened once and for all
        before = len([*Path("/proc/self/fd").iterdir()])
        assert runner.run(refusal(hostile_reads.answers_much)) == POISONOUS
        assert len([*Path("/proc/self/fd").iterdir()]) == before


async def test_what_waits_is_refused_and_whatever_it_has_started_ends(tmp_path: Path):
    lock = tmp_path / "lock"
    lock.touch()
    assert await refusal(hostile_reads.waits, limits=ReadingLimits(seconds=1)) == POISONOUS
    assert (
        await refusal(hostile_reads.holds, str(lock), limits=ReadingLimits(seconds=2)) == POISONOUS
    )
    with lock.open() as free:
        await asyncio.to_thread(fcntl.flock, free, fcntl.LOCK_EX)


async def test_who_is_called_away_leaves_nobody_reading(tmp_path: Path):
    lock, held = locked(tmp_path)
    reading = asyncio.create_task(FileReader().read(hostile_reads.holds, b"", str(lock)))
    await asyncio.to_thread(held.read_text)
    reading.cancel()
    await asyncio.gather(reading, return_exceptions=True)
    with lock.open() as free:
        await asyncio.to_thread(fcntl.flock, free, fcntl.LOCK_EX)


async def test_a_reader_ends_by_itself_where_its_bot_was_killed(tmp_path: Path):
    """Its time is up although nobody counts it: else a kill would leave it behind for ever."""
    lock, held = locked(tmp_path)
    program = (
        "import asyncio, sys\n"
        "from bot.base.file_reader import FileReader\n"
        "from bot.base.reader_process import ReadingLimits\n"
        "from tests.support.hostile_reads import waits_with\n"
        "limits = ReadingLimits(seconds=3)\n"
        "asyncio.run(FileReader().read(waits_with, b'', sys.argv[1], limits=limits))\n"
    )
    bot = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", program, str(lock)),
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    await asyncio.to_thread(held.read_text)
    bot.kill()
    await bot.wait()
    with lock.open() as free:
        await asyncio.to_thread(fcntl.flock, free, fcntl.LOCK_EX)


async def test_a_few_are_read_at_a_time(tmp_path: Path):
    turns = tmp_path / "turns"
    reader = FileReader()
    each = (reader.read(hostile_reads.takes_turns, b"", str(turns)) for _ in range(5))
    await asyncio.gather(*each)
    running = accumulate(1 if turn == "+" else -1 for turn in turns.read_text())
    assert max(running) == AT_ONCE


async def test_the_process_is_told_no_setting_of_ours():
    told = json.loads(await FileReader().read(hostile_reads.environment, b""))
    assert set(told) <= {
        "PATH", "TESSDATA_PREFIX", "PYTHONPATH", "OMP_NUM_THREADS", "LC_CTYPE",
    }  # fmt: skip
