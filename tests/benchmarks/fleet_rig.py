"""The fleet service as it is measured: a process of its own, and what it answers."""

import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp

from tests.faults.fleet_process import PROGRAM, fleet_process
from tests.service.fleet import KEY, order
from tests.service.receiver import make_certificates


class Asker:
    """Asks one fleet service as those do who know its API."""

    def __init__(self, http: aiohttp.ClientSession, base_url: str) -> None:
        self._http = http
        self._base_url = base_url

    async def create(self, _number: int = 0) -> dict[str, Any]:
        url = f"{self._base_url}/deliveries/create"
        async with self._http.post(url, json=order()) as answer:
            return await _read(answer)

    async def get(self, uuid: str) -> dict[str, Any]:
        async with self._http.get(f"{self._base_url}/deliveries/get/{uuid}") as answer:
            return await _read(answer)


async def _read(answer: aiohttp.ClientResponse) -> dict[str, Any]:
    assert answer.status == 200, await answer.text()
    read: dict[str, Any] = await answer.json()
    return read


@asynccontextmanager
async def asking(base_url: str) -> AsyncIterator[Asker]:
    async with aiohttp.ClientSession(headers={"x-api-key": KEY}) as http:
        yield Asker(http, base_url)


@dataclass(frozen=True, slots=True)
class FleetRig:
    """A fleet service that runs; `created` and `got` are answers of it."""

    asker: Asker
    pid: int
    folder: Path
    created: dict[str, Any]
    got: dict[str, Any]


@asynccontextmanager
async def running_fleet(
    *, module: str = PROGRAM, environment: Mapping[str, str] | None = None
) -> AsyncIterator[FleetRig]:
    with tempfile.TemporaryDirectory(prefix="handover-bench-") as name:
        folder = Path(name)
        make_certificates(folder)
        starting = fleet_process(folder, module=module, environment=environment, is_fresh=True)
        async with starting as process, asking(process.base_url) as asker:
            created = await asker.create()
            got = await asker.get(created["data"]["uuid"])
            yield FleetRig(asker, process.pid, folder, created, got)
