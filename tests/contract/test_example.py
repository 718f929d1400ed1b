"""The examples of the page “The client as a library” are a program that works."""

import asyncio
import json
import re
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import httpx

from bot.demo.town import free_port
from bot.fleet import sign
from tests.cli.service_process import command, service_running
from tests.fleet.test_events import ENVELOPE
from tests.pages import DOCS, ROOT
from tests.support.patience import PATIENCE

KEY = "a-key"


def _example() -> str:
    """Return the page's code, one part after the other, exactly as it stands there."""
    page = (DOCS / "library.md").read_text()
    return "\n".join(re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL))


@asynccontextmanager
async def _started(environment: Mapping[str, str]) -> AsyncIterator[asyncio.subprocess.Process]:
    program = await asyncio.create_subprocess_exec(
        *(sys.executable, "-u", "-c", _example()),
        env={"PYTHONPATH": str(ROOT), **environment},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield program
    finally:
        if program.returncode is None:
            program.kill()
            await program.wait()


async def _run(environment: Mapping[str, str]) -> tuple[int | None, str, str]:
    async with _started(environment) as program:
        out, err = await program.communicate()
    return program.returncode, out.decode(), err.decode()


@asynccontextmanager
async def _business(folder: Path) -> AsyncIterator[dict[str, str]]:
    """A fleet service with a rider, and where the examples find it."""
    async with service_running(folder) as service:
        url = await service.base_url("development")
        key = await command(folder, "key", "new", "development")
        rider = ("--name", "Musa Bello", "--phone-code", "234", "--phone", "08020000001")
        await command(folder, "rider", "add", "development", *rider, "--email", "m@example.com")
        yield {"FLEET_URL": url, "FLEET_API_KEY": key}


async def test_the_examples_list_what_waits_and_who_rides_and_create_an_order(tmp_path: Path):
    async with _business(tmp_path) as environment:
        first, second = await _run(environment), await _run(environment)
    assert first == (0, "Musa Bello 0\n0\nPending\n1\n", "")
    assert second == (0, "1001 Pending Bola\nMusa Bello 0\n1\nPending\n1\n", "")


async def test_the_example_of_a_receiver_prints_a_webhook(tmp_path: Path):
    raw, port = json.dumps(ENVELOPE).encode(), free_port()
    async with (
        _business(tmp_path) as environment,
        _started({**environment, "PORT": str(port)}) as receiver,
        httpx.AsyncClient(transport=httpx.AsyncHTTPTransport(retries=9)) as http,
    ):
        assert receiver.stdout is not None
        async with asyncio.timeout(PATIENCE):
            while (await receiver.stdout.readline()) != b"Pending\n":
                pass
            signature = {"X-Service-Signature": sign(raw, environment["FLEET_API_KEY"])}
            url = f"http://127.0.0.1:{port}/"
            assert (await http.post(url, content=raw, headers=signature)).status_code == 200
            assert await receiver.stdout.readline() == b"delivery.completed 0042 delivered\n"
            assert (await http.post(url, content=raw)).status_code == 401


async def test_the_example_says_when_the_service_is_away():
    url = f"http://127.0.0.1:{free_port()}/api/v1"
    status, _, err = await _run({"FLEET_URL": url, "FLEET_API_KEY": KEY})
    assert status == 1
    assert err.startswith("The fleet service could not be reached")
