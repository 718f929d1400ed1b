"""A storm that is told to stop says what it has seen so far."""

import asyncio
import os
import re
import signal
import sys
from pathlib import Path

import pytest


@pytest.mark.long("a storm takes half a minute to begin and to be judged")
@pytest.mark.timeout(300)
async def test_a_storm_that_is_told_to_stop_writes_its_report(tmp_path: Path):
    storm = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.faults", "--kills", "50", "--only", "Telegram slow"),
        cwd=Path(__file__).parents[3],
        env=os.environ | {"TMPDIR": str(tmp_path)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    assert storm.stdout is not None
    try:
        await storm.stdout.readuntil(b"faults so far: ")
        storm.send_signal(signal.SIGTERM)
        said = (await storm.stdout.read()).decode()
        assert await storm.wait() == 1
    finally:
        if storm.returncode is None:
            storm.kill()
            await storm.wait()
    assert re.search(r"seed 7: [1-9]\d* faults in \d+ s, then stopped", said)
    assert "calls to Telegram" in said
    assert "Traceback" not in said
    logs = Path(said.split("logs: ")[1].strip())
    assert "Telegram slow (fault 1)" in (logs / "strikes.log").read_text()
