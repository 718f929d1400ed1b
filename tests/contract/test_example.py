"""The examples of the page “The client as a library” are a program that works."""

import asyncio
import re
import sys
from collections.abc import Mapping

import pytest

from bot.demo.town import free_port
from tests.contract.scene import House
from tests.pages import DOCS
from tests.service.fleet import KEY


def _example() -> str:
    """Return the page's code, one part after the other, exactly as it stands there."""
    page = (DOCS / "library.md").read_text()
    return "\n".join(re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL))


async def _run(environment: Mapping[str, str]) -> tuple[int | None, str, str]:
    program = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", _example()),
        env={"PYTHONPATH": ".", **environment},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await program.communicate()
    return program.returncode, out.decode(), err.decode()


@pytest.mark.asyncio(loop_scope="session")
async def test_the_examples_list_what_waits_and_who_rides(museum: House) -> None:
    url = f"{museum.origin}/development/api/v1"
    assert await _run({"FLEET_URL": url, "FLEET_API_KEY": KEY}) == (
        0,
        (
            "1010 Pending Bola Ade\n1003 Pending nobody yet\n1001 Pending Bola Ade\n"
            "Dayo Idle 0\nMusa Bello 3\n10\n2\n"
        ),
        "",
    )


async def test_the_example_says_when_the_service_is_away() -> None:
    url = f"http://127.0.0.1:{free_port()}/api/v1"
    status, _, err = await _run({"FLEET_URL": url, "FLEET_API_KEY": KEY})
    assert status == 1
    assert err.startswith("The fleet service could not be reached")
