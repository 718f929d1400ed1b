"""Bot and fleet service as in the units and containers: no rights, one folder to write into."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import gettempdir

import pytest
import tomlkit

from bot.demo.town import Town
from tests.cli.service_process import FREE_PORT
from tests.faults.eyes import Eyes
from tests.support.business import sees
from tests.support.confined import confined
from tests.support.patience import PATIENCE

ROOT = Path(__file__).parent.parent.parent
NOT_EVEN_A_HOME = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), **FREE_PORT}


@pytest.fixture
def state(tmp_path: Path) -> Path:
    folder = tmp_path / "state"
    folder.mkdir(mode=0o700)
    return folder


@asynccontextmanager
async def running(state: Path, *words: str) -> AsyncIterator[asyncio.subprocess.Process]:
    process = await asyncio.create_subprocess_exec(
        *confined(state, sys.executable, "-m", "bot", *words),
        env=NOT_EVEN_A_HOME,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def stopped(process: asyncio.subprocess.Process) -> str:
    """Stop it, see that it ends well, and return what it has said."""
    process.send_signal(signal.SIGTERM)
    async with asyncio.timeout(PATIENCE):
        said, _ = await process.communicate()
    assert process.returncode == 0, said
    assert b"Traceback" not in said
    return said.decode()


def test_what_is_confined_can_write_nowhere_else_and_is_not_root(state: Path):
    elsewhere = (gettempdir(), "/var", "/dev", ROOT, state.parent)
    tried = "; ".join(f"touch {folder}/written && echo {folder}" for folder in elsewhere)
    words = confined(state, "sh", "-c", f"touch here; id -u; {tried}")
    said = subprocess.run(words, capture_output=True, text=True, check=False).stdout
    assert said == f"{(state / 'here').stat().st_uid}\n"
    assert said != "0\n"


async def test_the_bot_answers_and_writes_only_into_its_folder(tmp_path: Path, state: Path):
    async with Town(tmp_path, mode="polling") as town:
        settings = town.settings
        settings["store"] = {}
        (state / "config.toml").write_text(tomlkit.dumps(settings))
        async with running(state, "run", "--config", "config.toml") as bot:
            town.owner.write("/start")
            await Eyes(town).see(lambda: sees(town.owner, "Hello"))
            said = await stopped(bot)
    assert "ERROR" not in said.upper()
    left = {each.name for each in state.iterdir()}
    assert {"handover.db", "handover.key"} <= left
    assert all(name.startswith("handover.") for name in left - {"config.toml"})


async def test_the_fleet_service_starts_and_writes_only_into_its_folder(state: Path):
    async with running(state, "service", "run") as service:
        assert service.stdout is not None
        async with asyncio.timeout(PATIENCE):
            while b"production has no API key" not in await service.stdout.readline():
                assert not service.stdout.at_eof()
        await stopped(service)
    left = {each.name for each in state.iterdir()}
    assert {"fleet.db", "fleet.key"} <= left
    assert all(name.startswith("fleet.") for name in left)
