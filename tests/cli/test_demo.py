"""`handover demo` as somebody at a terminal has it."""

import asyncio
import os
import pty
import re
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from bot.cli import app
from tests.support.patience import PATIENCE


def test_a_language_that_the_bot_does_not_speak_is_refused():
    ended = CliRunner().invoke(app, ["demo", "--language", "tlh", "--play"])
    assert ended.exit_code == 2
    assert ended.stderr.startswith("The bot does not speak 'tlh'; it speaks en, ar, es, fr, pt.")


@pytest.mark.parametrize("arguments", ["--play", "--day", "--port 0"])
def test_a_disk_without_room_is_named_before_anything_is_begun(tmp_path: Path, arguments: str):
    command = ["unshare", "--mount", "--map-root-user", "sh", "-c"]
    demo = f"exec {sys.executable} -m bot demo {arguments}"
    small = f"mount -t tmpfs -o size=1m tmpfs {tmp_path} && {demo}"
    ended = subprocess.run(
        [*command, small],
        env={**os.environ, "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 2
    assert ended.stderr == (
        f"A town takes 50 MB, and {tmp_path} has 1 MB left: let TMPDIR name another folder.\n"
    )


async def test_the_page_begins_in_the_language_that_is_asked_for(tmp_path: Path):
    async with demo(tmp_path, "--port", "0", "--no-tour", "--language", "es") as terminal:
        url = await terminal.says(r"http://127\.0\.0\.1:\d+/")
        async with httpx.AsyncClient(base_url=url, trust_env=False) as page:
            state = (await page.get("/api/state")).json()
        assert state["town"]["language"]["code"] == "es"
        assert {user["language_code"] for user in state["users"]} == {"es"}
        assert await terminal.ends(signal.SIGINT) == 0


class Terminal:
    """The command in a terminal of its own, and what it has printed there."""

    def __init__(self, process: asyncio.subprocess.Process, screen: asyncio.StreamReader) -> None:
        self.process = process
        self._screen = screen
        self.printed = ""

    async def says(self, pattern: str) -> str:
        """Return what first matches, once it stands there."""
        async with asyncio.timeout(PATIENCE):
            while (found := re.search(pattern, self.printed)) is None:
                self.printed += (await self._screen.readline()).decode()
        return found[0]

    async def ends(self, how: signal.Signals) -> int:
        self.process.send_signal(how)
        async with asyncio.timeout(PATIENCE):
            code = await self.process.wait()
        self.printed += await _rest(self._screen)
        return code


async def _rest(screen: asyncio.StreamReader) -> str:
    try:
        return (await screen.read()).decode()
    except OSError:  # how a terminal says that nobody writes there any more
        return ""


@asynccontextmanager
async def demo(folder: Path, *arguments: str) -> AsyncIterator[Terminal]:
    ours, theirs = pty.openpty()
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        "demo",
        *arguments,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TMPDIR": str(folder), "TERM": "dumb"},
    )
    os.close(theirs)
    screen = asyncio.StreamReader()
    transport, _ = await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(screen), os.fdopen(ours, "rb", buffering=0)
    )
    try:
        yield Terminal(process, screen)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
        transport.close()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
async def test_it_serves_the_page_until_it_is_stopped_and_leaves_nothing(
    tmp_path: Path, how: signal.Signals
):
    async with demo(tmp_path, "--port", "0") as terminal:
        url = await terminal.says(r"http://127\.0\.0\.1:\d+/")
        async with httpx.AsyncClient(base_url=url, trust_env=False) as page:
            assert (await page.get("/")).is_success
            async with page.stream("GET", "/api/events?since=0") as reading:
                async for line in reading.aiter_lines():
                    if '"state":"playing","step":1' in line:
                        break  # the tour has begun, and is stopped in its middle
                assert list(tmp_path.iterdir())
                assert await terminal.ends(how) == 0
    assert "Traceback" not in terminal.printed
    assert list(tmp_path.iterdir()) == []


async def test_without_the_tour_nothing_is_played(tmp_path: Path):
    async with demo(tmp_path, "--port", "0", "--no-tour") as terminal:
        url = await terminal.says(r"http://127\.0\.0\.1:\d+/")
        async with httpx.AsyncClient(base_url=url, trust_env=False) as page:
            async with page.stream("GET", "/api/events?since=0") as reading:
                async for line in reading.aiter_lines():
                    if "event: queue" in line or "event: switches" in line:
                        break  # what watches the town has heard that somebody reads
            state = (await page.get("/api/state")).json()
        assert state["town"]["tour"]["state"] == "waiting"
        assert await terminal.ends(signal.SIGINT) == 0


async def test_a_taken_port_is_named_with_one_that_is_free(tmp_path: Path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        async with demo(tmp_path, "--port", str(port)) as terminal:
            said = await terminal.says(r"Port \d+ is taken by another program; \d+ is free.*")
            async with asyncio.timeout(PATIENCE):
                assert await terminal.process.wait() == 2
    assert f"Port {port} is taken" in said
    assert "Traceback" not in terminal.printed
    assert list(tmp_path.iterdir()) == []


async def test_without_a_terminal_it_plays_and_is_stopped_without_leaving_anything(tmp_path: Path):
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        "demo",
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "TMPDIR": str(tmp_path), "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    async with asyncio.timeout(PATIENCE):
        while b"say hello" not in await process.stdout.readline():
            pass
        process.send_signal(signal.SIGTERM)
        _, logged = await process.communicate()
    assert process.returncode == 128 + signal.SIGTERM
    assert "Traceback" not in logged.decode()
    assert list(tmp_path.iterdir()) == []
