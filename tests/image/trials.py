"""What the image must do, as its user and with a root that can only be read."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import tomlkit

from bot import __version__
from bot.demo.town import Town
from tests.image.image import Image

_MOST_BYTES = 350_000_000
_START_SECONDS, _END_SECONDS, _PLAY_SECONDS = 60.0, 5.0, 300.0
_STARTED = {"run": '"reconciled"', "service run": '"starting"'}

Trial = Callable[[Image], Awaitable[str]]


async def trials(image: Image) -> list[tuple[str, str]]:
    """Return each trial by its name, with what was wrong; nothing where all was well."""
    named: dict[str, Trial] = {
        f"it has at most {_MOST_BYTES // 1_000_000} MB": _size,
        f"it is Handover {__version__}": _version,
        "its user is not root, and writes to the volume alone": _rights,
        "it has PostgreSQL's programs for backups": _postgresql,
        "it plays the demo": _demo,
        "it starts the fleet service, which ends when it is told to": _service,
        "it checks and runs the bot, which ends when it is told to": _bot,
    }
    return [(name, await trial(image)) for name, trial in named.items()]


async def _size(image: Image) -> str:
    size = image.bytes
    return f"{size / 1_000_000:.0f} MB" if size > _MOST_BYTES else ""


async def _version(image: Image) -> str:
    code, said = await _ended(image, "handover", "--version")
    return "" if (code, said.strip()) == (0, __version__) else said


async def _rights(image: Image) -> str:
    script = "id -u; touch /data/here && rm /data/here; touch /opt/there || true"
    _, said = await _ended(image, "sh", "-c", script)
    user, *refused = said.splitlines()
    is_well = user == image.config["User"] != "0" and len(refused) == 1 and "Read-only" in said
    return "" if is_well else said


async def _postgresql(image: Image) -> str:
    code, said = await _ended(image, "sh", "-c", "pg_dump --version && pg_restore --version")
    return said if code else ""


async def _demo(image: Image) -> str:
    code, said = await _ended(image, "handover", "demo", "--play")
    return "" if code == 0 else said[-2000:]


async def _service(image: Image) -> str:
    return await _starts_and_ends(image, "service run")


async def _bot(image: Image) -> str:
    """Check and run a bot in a town of this machine, with the volume's paths in its settings."""
    folder = image.volume / "town"
    folder.mkdir()
    async with Town(folder, mode="polling") as town:
        config = tomlkit.dumps(town.settings).replace(str(image.volume), "/data")
        (folder / "config.toml").write_text(config)
        for path in (folder, *folder.rglob("*")):
            os.chown(path, int(image.config["User"]), -1)
        options = ("--config", "/data/town/config.toml")
        code, said = await _ended(image, "handover", "check", *options)
        return said if code else await _starts_and_ends(image, "run", *options)


async def _ended(image: Image, *command: str) -> tuple[int, str]:
    async with _running(image, *command) as process:
        said, _ = await asyncio.wait_for(process.communicate(), _PLAY_SECONDS)
        assert process.returncode is not None
        return process.returncode, said.decode()


async def _starts_and_ends(image: Image, words: str, *options: str) -> str:
    """Start a program, and stop it as a container engine does: its first process gets SIGTERM."""
    said = ""
    async with _running(image, "handover", *words.split(), *options) as process:
        assert process.stdout is not None
        async with asyncio.timeout(_START_SECONDS):
            while _STARTED[words] not in said and (line := await process.stdout.readline()):
                said += line.decode()
        if process.returncode is not None or _STARTED[words] not in said:
            return said
        first = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text()
        os.kill(int(first), signal.SIGTERM)
        began = time.monotonic()
        rest, _ = await process.communicate()
        took = time.monotonic() - began
        if process.returncode != 0:
            return f"it ended with {process.returncode}: {said}{rest.decode()}"
        return f"it took {took:.1f} s to end" if took > _END_SECONDS else ""


@asynccontextmanager
async def _running(image: Image, *command: str) -> AsyncIterator[asyncio.subprocess.Process]:
    process = await asyncio.create_subprocess_exec(
        *image.runs(*command),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
