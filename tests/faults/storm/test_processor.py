"""What a process waits for the processor is counted for a time, and for nothing else."""

import asyncio
from datetime import UTC, datetime, timedelta

from tests.faults.storm.processor import ProcessorWatch, kept_waiting


def test_of_no_process_nothing_is_told():
    assert kept_waiting(-1) == 0


async def test_who_shares_one_processor_with_others_is_kept_waiting():
    busy = [
        await asyncio.create_subprocess_exec("taskset", "1", "sh", "-c", "while :; do :; done")
        for _ in range(3)
    ]
    watch = ProcessorWatch(lambda: [each.pid for each in busy])
    try:
        began = datetime.now(UTC)
        while sum(kept_waiting(each.pid) for each in busy) < 1:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.05)
        watch.look(datetime.now(UTC))
    finally:
        for each in busy:
            each.kill()
            await each.wait()
    assert watch.lost(began, datetime.now(UTC)) >= timedelta(seconds=1)
    assert not watch.lost(began - timedelta(hours=2), began - timedelta(hours=1))
